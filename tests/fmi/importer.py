"""A small importer of FMI 2.0 for the tests: ctypes and the standard library only."""
import ctypes as c
import os
import pathlib
import tempfile
import xml.etree.ElementTree as xml
import zipfile

LOGGER = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p, c.c_int, c.c_char_p, c.c_char_p)


class Callbacks(c.Structure):
    _fields_ = [("logger", LOGGER), ("allocate", c.c_void_p), ("free", c.c_void_p), ("finished", c.c_void_p),
                ("environment", c.c_void_p)]


class EventInfo(c.Structure):
    _fields_ = [("again", c.c_int), ("terminate", c.c_int), ("nominals", c.c_int), ("values", c.c_int),
                ("timed", c.c_int), ("time", c.c_double)]


class Fmu:
    def __init__(self, path, library=None):
        self.folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(path) as z:
            z.extractall(self.folder.name)
        root = xml.parse(os.path.join(self.folder.name, "modelDescription.xml")).getroot()
        self.root, self.guid = root, root.get("guid")
        self.identifier = root.find("CoSimulation").get("modelIdentifier")
        self.variables = root.find("ModelVariables").findall("ScalarVariable")
        self.reference = {v.get("name"): int(v.get("valueReference")) for v in self.variables}
        self.states = [self.variables[int(self.variables[int(u.get("index")) - 1][0].get("derivative")) - 1].get("name")
                       for u in root.findall("ModelStructure/Derivatives/Unknown")]
        self.nz = int(root.get("numberOfEventIndicators"))
        self.dll = c.CDLL(library or os.path.join(self.folder.name, "binaries", "linux64", self.identifier + ".so"))
        self.dll.fmi2Instantiate.restype = c.c_void_p
        self.resources = pathlib.Path(self.folder.name, "resources").as_uri().encode()
        self.log = []
        self.logger = LOGGER(lambda e, name, status, category, form: self.log.append((status, form.decode().replace("%%", "%"))))
        self.callbacks = Callbacks(self.logger, None, None, None, None)

    def make(self, kind):
        """kind: 0 model exchange, 1 co-simulation."""
        return Instance(self, self.dll.fmi2Instantiate(b"it", kind, self.guid.encode(), self.resources, c.byref(self.callbacks), 0, 1))


class Instance:
    def __init__(self, fmu, handle):
        assert handle, fmu.log
        self.fmu, self.handle = fmu, c.c_void_p(handle)

    def call(self, name, *arguments):
        status = getattr(self.fmu.dll, "fmi2" + name)(self.handle, *arguments)
        assert status in (0, 1), (name, status, self.fmu.log)
        return status

    def start(self, time=0.0, tolerance=1e-8, values=()):
        for name, value in dict(values).items():
            self.set(name, value)
        self.call("SetupExperiment", 1, c.c_double(tolerance), c.c_double(time), 0, c.c_double(0))
        self.call("EnterInitializationMode")
        self.call("ExitInitializationMode")
        return self

    def references(self, names):
        return (c.c_uint * len(names))(*[self.fmu.reference[n] for n in names])

    def get(self, *names):
        out = (c.c_double * len(names))()
        self.call("GetReal", self.references(names), c.c_size_t(len(names)), out)
        return list(out) if len(names) > 1 else out[0]

    def set(self, name, value):
        self.call("SetReal", self.references([name]), c.c_size_t(1), (c.c_double * 1)(value))

    def vector(self, function, n):
        out = (c.c_double * n)()
        self.call(function, out, c.c_size_t(n))
        return list(out)

    def events(self):
        info = EventInfo()
        self.call("NewDiscreteStates", c.byref(info))
        assert not info.again
        self.call("EnterContinuousTimeMode")
        return info

    def integrate(self, stop, h):
        """Model exchange by Heun's method; events at the end of the step in which they are seen."""
        info, t, n = self.events(), 0.0, len(self.fmu.states)
        x = self.vector("GetContinuousStates", n)
        z = self.vector("GetEventIndicators", self.fmu.nz)
        count = 0
        while t < stop - 1e-12:
            end = min(t + h, stop, info.time if info.timed else stop)
            step = end - t
            f = self.vector("GetDerivatives", n)
            self.put(end, [a + step * b for a, b in zip(x, f)])
            g = self.vector("GetDerivatives", n)
            x = [a + step / 2 * (b + d) for a, b, d in zip(x, f, g)]
            self.put(end, x)
            t = end
            now = self.vector("GetEventIndicators", self.fmu.nz)
            flag, over = c.c_int(), c.c_int()
            self.call("CompletedIntegratorStep", 1, c.byref(flag), c.byref(over))
            timed = info.timed and t >= info.time - 1e-12
            if timed or flag.value or any((a > 0) != (b > 0) for a, b in zip(z, now)):
                self.call("EnterEventMode")
                info = self.events()
                x = self.vector("GetContinuousStates", n)
                now = self.vector("GetEventIndicators", self.fmu.nz)
                count += 1
            z = now
        return count

    def put(self, time, x):
        self.call("SetTime", c.c_double(time))
        self.call("SetContinuousStates", (c.c_double * len(x))(*x), c.c_size_t(len(x)))

    def run(self, start, stop, steps):
        for i in range(steps):
            t0, t1 = start + (stop - start) * i / steps, start + (stop - start) * (i + 1) / steps
            self.call("DoStep", c.c_double(t0), c.c_double(t1 - t0), 1)

    def save(self):
        state, n = c.c_void_p(), c.c_size_t()
        self.call("GetFMUstate", c.byref(state))
        self.call("SerializedFMUstateSize", state, c.byref(n))
        out = c.create_string_buffer(n.value)
        self.call("SerializeFMUstate", state, out, n)
        self.call("FreeFMUstate", c.byref(state))
        return out.raw

    def restore(self, saved):
        state = c.c_void_p()
        self.call("DeSerializeFMUstate", saved, c.c_size_t(len(saved)), c.byref(state))
        self.call("SetFMUstate", state)
        self.call("FreeFMUstate", c.byref(state))

    def free(self):
        self.fmu.dll.fmi2FreeInstance(self.handle)
