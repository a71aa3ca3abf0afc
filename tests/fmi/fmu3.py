"""An FMU of FMI 3.0 made of a model here, and calls of its functions: for the tests beside."""
import ctypes as c
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

build, here = sys.argv[1:3]
tool = os.path.join(build, "causeway")
work = tempfile.mkdtemp()
LOG = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_char_p, c.c_char_p)
UPDATE = c.CFUNCTYPE(None, c.c_void_p, c.c_double, c.c_bool, c.c_bool, c.c_bool, c.c_bool, c.POINTER(c.c_bool),
                     c.POINTER(c.c_double))
CLOCK, PLAIN = c.CFUNCTYPE(None, c.c_void_p), c.CFUNCTYPE(None)
D, B, S = c.c_double, c.c_bool, c.c_size_t


class Fmu:
    def __init__(self, model, file="Ball", kind="me,cs", options=()):
        path = os.path.join(work, model + ".fmu")
        subprocess.run([tool, "fmu", os.path.join(here, file + ".mo"), file + "." + model, "--fmi", "3", "--kind", kind, "-o", path,
                        "--quiet"] + list(options),
                       check=True)
        folder = os.path.join(work, model + "_" + kind)
        zipfile.ZipFile(path).extractall(folder)
        root = xml.parse(os.path.join(folder, "modelDescription.xml")).getroot()
        self.root, self.token = root, root.get("instantiationToken").encode()
        self.vr = {v.get("name"): int(v.get("valueReference")) for v in root.find("ModelVariables")}
        self.dll = c.CDLL(os.path.join(folder, "binaries", "x86_64-linux", root.find("*[@modelIdentifier]").get("modelIdentifier") + ".so"))
        self.dll.fmi3InstantiateCoSimulation.restype = self.dll.fmi3InstantiateModelExchange.restype = c.c_void_p
        self.dll.fmi3InstantiateScheduledExecution.restype = c.c_void_p
        self.said = []
        self.log = LOG(lambda e, status, category, text: self.said.append(text.decode()))

    def cosimulation(self, events=False, early=False, update=None):
        self.update = UPDATE(update) if update else UPDATE()
        h = self.dll.fmi3InstantiateCoSimulation(b"it", self.token, None, B(0), B(1), B(events), B(early), None, S(0), None,
                                                 self.log, self.update)
        return self.begin(h)

    def exchange(self):
        return self.begin(self.dll.fmi3InstantiateModelExchange(b"it", self.token, None, B(0), B(1), None, self.log))

    def scheduled(self, update, lock, unlock):
        self.callbacks = CLOCK(update), PLAIN(lock), PLAIN(unlock)
        return self.begin(self.dll.fmi3InstantiateScheduledExecution(b"it", self.token, None, B(0), B(1), None, self.log,
                                                                     *self.callbacks))

    def instance(self):
        self.update = UPDATE()
        handle = self.dll.fmi3InstantiateCoSimulation(b"it", self.token, None, B(0), B(1), B(0), B(0), None, S(0), None, self.log,
                                                      self.update)
        assert handle, self.said
        self.handle = c.c_void_p(handle)

    def begin(self, handle):
        assert handle, self.said
        self.handle = c.c_void_p(handle)
        return self.initialise()

    def initialise(self):
        self.call("EnterInitializationMode", B(1), D(1e-8), D(0), B(0), D(0))
        self.call("ExitInitializationMode")
        return self

    def call(self, name, *arguments):
        status = getattr(self.dll, "fmi3" + name)(self.handle, *arguments)
        assert status in (0, 1), (name, status, self.said)

    def refs(self, *names):
        return (c.c_uint * len(names))(*[self.vr[n] for n in names])

    def get(self, name, kind="Float64", ctype=c.c_double):
        out = (ctype * 1)()
        self.call("Get" + kind, self.refs(name), S(1), out, S(1))
        return out[0]

    def set(self, name, value, kind="Float64", ctype=c.c_double):
        self.call("Set" + kind, self.refs(name), S(1), (ctype * 1)(value), S(1))

    def step(self, now, h):
        event, terminate, early, reached = B(), B(), B(), D()
        self.call("DoStep", D(now), D(h), B(1), c.byref(event), c.byref(terminate), c.byref(early), c.byref(reached))
        return event.value, early.value, reached.value

    def discrete(self):
        flags, when = [B() for _ in range(5)], D()
        self.call("UpdateDiscreteStates", *[c.byref(f) for f in flags], c.byref(when))
        assert not flags[0].value
        return when.value if flags[4].value else None
