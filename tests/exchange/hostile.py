# RUN: python3 %s
# EXIT: 0
# CHECK: every one refused
"""Archives that want more than to be an FMU."""
import os
import stat
import subprocess
import zipfile

XML = '<fmiModelDescription fmiVersion="2.0" modelName="a" guid="g"><ModelExchange modelIdentifier="a"/><ModelVariables/><ModelStructure/></fmiModelDescription>'


def archive(name, *entries):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as z:
        for entry, data in entries:
            z.writestr(entry, data)


link = zipfile.ZipInfo("binaries")
link.create_system = 3
link.external_attr = (stat.S_IFLNK | 0o777) << 16
archive("absolute.fmu", ("modelDescription.xml", XML), ("/tmp/causeway-was-here", "x"))
archive("above.fmu", ("modelDescription.xml", XML), ("../../causeway-was-here", "x"))
archive("link.fmu", ("modelDescription.xml", XML), (link, "/etc"))
archive("bomb.fmu", ("modelDescription.xml", XML), ("resources/zeros", b"\0"*(400 << 20)))
archive("empty.fmu")
archive("entities.fmu", ("modelDescription.xml", '<!DOCTYPE a [<!ENTITY b "bbbb">]>' + XML))
archive("deep.fmu", ("modelDescription.xml", "<a>"*100000))
archive("huge.fmu", ("modelDescription.xml", XML.replace("2.0", "3.0").replace("guid", "instantiationToken").replace(
    "<ModelVariables/>", '<ModelVariables><Float64 name="x" valueReference="1"><Dimension start="2000000000"/>'
    '<Dimension start="2000000000"/></Float64></ModelVariables>')))
archive("escape.fmu", ("modelDescription.xml", XML.replace('modelIdentifier="a"', 'modelIdentifier="../../a"')))
with open("whole", "wb") as f:
    f.write(open("bomb.fmu", "rb").read()[:-200])
os.rename("whole", "damaged.fmu")
with open("lies.fmu", "wb") as f:
    data = bytearray(open("empty.fmu", "rb").read() + open("link.fmu", "rb").read())
    data[30:34] = b"\xff\xff\xff\x7f"
    f.write(data)
for name in sorted(n for n in os.listdir(".") if n.endswith(".fmu")):
    r = subprocess.run(["causeway", "check", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=50)
    assert r.returncode in (1, 2, 3) and "error[" in r.stderr, (name, r)
assert not os.path.exists("/tmp/causeway-was-here") and not os.path.exists("../../causeway-was-here")
print("every one refused")
