"""The shared library behind the package: where it is, and its functions with their types (include/causeway/causeway.h)."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32,
                    c_uint64, c_void_p)
from pathlib import Path
from typing import Iterator

OK, USAGE, INVALID, UNTRANSLATABLE, INITIALISATION, STOPPED, MEMORY, FAULT = 0, 1, 2, 3, 4, 5, 6, 70
REAL, INTEGER, BOOLEAN, STRING, ENUMERATION = range(5)
CONSTANT, PARAMETER, DISCRETE, CONTINUOUS, DERIVATIVE, TIME = range(6)
STATES, INPUTS, OUTPUTS, PARAMETERS = range(4)
TEXT, COLOUR, JSON = range(3)


class Place(Structure):
    _fields_ = [("file", c_char_p), ("line", c_int), ("column", c_int), ("end_line", c_int), ("end_column", c_int),
                ("start", c_size_t), ("end", c_size_t)]


class Note(Structure):
    _fields_ = [("place", Place), ("text", c_char_p)]


class Diagnostic(Structure):
    _fields_ = [("severity", c_int), ("code", c_char_p), ("place", Place), ("text", c_char_p), ("instance", c_char_p),
                ("hint", c_char_p), ("nnotes", c_size_t), ("notes", POINTER(POINTER(Note))), ("printed", c_void_p)]


DIAGNOSTIC_CALL = CFUNCTYPE(None, c_void_p, POINTER(Diagnostic))
CANCELLED_CALL = CFUNCTYPE(c_bool, c_void_p)
PROGRESS_CALL = CFUNCTYPE(c_bool, c_void_p, c_double, c_double)
MESSAGE_CALL = CFUNCTYPE(None, c_void_p, c_char_p)


class SessionOptions(Structure):
    _fields_ = [("size", c_size_t), ("nlibraries", c_size_t), ("libraries", POINTER(c_char_p)),
                ("no_default_libraries", c_bool), ("strict", c_bool), ("cache", c_char_p), ("max_errors", c_int),
                ("max_memory", c_size_t), ("diagnostic", DIAGNOSTIC_CALL), ("cancelled", CANCELLED_CALL),
                ("arg", c_void_p), ("untrusted", c_bool)]


class ClassInfo(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("restriction", c_char_p), ("description", c_char_p), ("place", Place),
                ("partial", c_bool), ("encapsulated", c_bool), ("has_experiment", c_bool), ("has_children", c_bool)]


class Variable(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("type", c_int), ("kind", c_int), ("input", c_bool), ("output", c_bool),
                ("state", c_bool), ("is_protected", c_bool), ("hidden", c_bool), ("settable", c_bool),
                ("start", c_double), ("min", c_double), ("max", c_double), ("nominal", c_double), ("fixed", c_bool),
                ("unit", c_char_p), ("display_unit", c_char_p), ("quantity", c_char_p), ("description", c_char_p),
                ("alias", c_int64), ("sign", c_int), ("type_name", c_char_p)]


OUTPUT_CALL = CFUNCTYPE(None, c_void_p, c_char_p)
PLOT_CALL = CFUNCTYPE(c_bool, c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_char_p), c_char_p)


class ScriptOptions(Structure):
    _fields_ = [("size", c_size_t), ("typed", c_bool), ("allow_system", c_bool), ("log", c_char_p), ("output", OUTPUT_CALL),
                ("error", OUTPUT_CALL), ("plot", PLOT_CALL), ("arg", c_void_p), ("interrupted", CANCELLED_CALL), ("hush", c_bool)]


class Translation(Structure):
    _fields_ = [("size", c_size_t), ("no_tearing", c_bool), ("steady_state", c_bool), ("compile", c_char_p),
                ("fmu_kind", c_char_p), ("in_process", c_bool), ("fmu_step", c_double), ("response", c_bool),
                ("coupling", c_double), ("tunable", c_char_p)]


class Fmu(Structure):
    _fields_ = [("size", c_size_t), ("version", c_int), ("model_exchange", c_bool), ("co_simulation", c_bool),
                ("sources", c_bool), ("fixed_step", c_double), ("method", c_char_p), ("binaries", c_char_p),
                ("scheduled", c_bool), ("sizes", c_char_p)]


class Experiment(Structure):
    _fields_ = [("size", c_size_t), ("start", c_double), ("stop", c_double), ("tolerance", c_double), ("interval", c_double)]


class RunOptions(Structure):
    _fields_ = [("size", c_size_t), ("start", c_double), ("stop", c_double), ("interval", c_double),
                ("tolerance", c_double), ("solver", c_char_p), ("max_step", c_double), ("first_step", c_double),
                ("fixed_step", c_double), ("max_steps", c_uint64), ("timeout", c_double), ("no_event_rows", c_bool),
                ("all_variables", c_bool), ("exact_save", c_bool), ("progress", PROGRESS_CALL), ("message", MESSAGE_CALL), ("arg", c_void_p),
                ("impulses", c_char_p)]


class Until(Structure):
    _fields_ = [("size", c_size_t), ("time", c_double), ("event", c_bool), ("steps", c_uint64), ("seconds", c_double),
                ("pace", c_double)]


class Remedy(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("helped", c_bool), ("seconds", c_double), ("time", c_double)]


SINK_BEGIN = CFUNCTYPE(c_bool, c_void_p, c_size_t, POINTER(c_char_p))
SINK_ROW = CFUNCTYPE(c_bool, c_void_p, c_size_t, POINTER(c_double))
SINK_END = CFUNCTYPE(None, c_void_p)


class Sink(Structure):
    _fields_ = [("size", c_size_t), ("begin", SINK_BEGIN), ("row", SINK_ROW), ("end", SINK_END), ("arg", c_void_p)]


class Statistics(Structure):
    _fields_ = [("size", c_size_t), ("steps", c_uint64), ("rejected", c_uint64), ("rhs", c_uint64),
                ("jacobians", c_uint64), ("state_events", c_uint64), ("time_events", c_uint64), ("restarts", c_uint64),
                ("rows", c_uint64), ("smallest_step", c_double), ("largest_step", c_double),
                ("initialise_seconds", c_double), ("simulate_seconds", c_double), ("solver", c_char_p)]


class Tangents(Structure):
    _fields_ = [("size", c_size_t), ("nof", c_size_t), ("nby", c_size_t), ("of", POINTER(c_uint32)), ("by", POINTER(c_char_p)),
                ("ndirections", c_size_t), ("directions", POINTER(c_double)), ("initial", c_bool), ("exactness", c_int),
                ("why", c_char_p)]


class LinearData(Structure):
    _fields_ = [("size", c_size_t), ("model", c_char_p), ("time", c_double), ("nstates", c_size_t), ("ninputs", c_size_t),
                ("noutputs", c_size_t), ("states", POINTER(c_char_p)), ("inputs", POINTER(c_char_p)),
                ("outputs", POINTER(c_char_p)), ("a", POINTER(c_double)), ("b", POINTER(c_double)),
                ("c", POINTER(c_double)), ("d", POINTER(c_double)), ("x0", POINTER(c_double)),
                ("u0", POINTER(c_double)), ("y0", POINTER(c_double)), ("f0", POINTER(c_double)), ("held", c_char_p)]


class Rest(Structure):
    _fields_ = [("size", c_size_t), ("nfixed", c_size_t), ("nfree", c_size_t), ("nmoving", c_size_t),
                ("fixed", POINTER(c_char_p)), ("values", POINTER(c_double)), ("free", POINTER(c_char_p)),
                ("moving", POINTER(c_char_p))]


class Difference(Structure):
    _fields_ = [("size", c_size_t), ("same", c_bool), ("outside", c_double), ("deviation", c_double), ("time", c_double),
                ("range", c_double)]


class Spectrum(Structure):
    _fields_ = [("size", c_size_t), ("step", c_double), ("mean", c_double), ("rms", c_double), ("fundamental", c_double),
                ("amplitude", c_double), ("distortion", c_double)]


class Summary(Structure):
    _fields_ = [("size", c_size_t), ("min", c_double), ("max", c_double), ("final", c_double), ("first_change", c_double),
                ("last_change", c_double)]


STUDY_CALL = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_uint64)


class StudyOptions(Structure):
    _fields_ = [("size", c_size_t), ("nrecord", c_size_t), ("record", POINTER(c_char_p)), ("reduce", c_char_p),
                ("run", POINTER(RunOptions)), ("nparameter_files", c_size_t), ("ninput_files", c_size_t),
                ("parameter_files", POINTER(c_char_p)), ("input_files", POINTER(c_char_p)), ("start_from", c_char_p),
                ("jobs", c_int), ("journal", c_char_p), ("ranks", c_void_p), ("progress", STUDY_CALL), ("arg", c_void_p)]


class Mode(Structure):
    _fields_ = [("re", c_double), ("im", c_double), ("frequency", c_double), ("damping", c_double), ("error", c_double)]


class EditSpan(Structure):
    _fields_ = [("start", c_size_t), ("end", c_size_t), ("text", c_char_p)]


class EditResult(Structure):
    _fields_ = [("size", c_size_t), ("path", c_char_p), ("nspans", c_size_t), ("spans", POINTER(POINTER(EditSpan))),
                ("text", c_void_p), ("length", c_size_t), ("remark", c_char_p)]


STRUCTURES = {"causeway_edit_span": EditSpan, "causeway_edit_result": EditResult, "causeway_linear_data": LinearData, "causeway_mode": Mode, "causeway_rest": Rest, "causeway_difference": Difference, "causeway_spectrum": Spectrum, "causeway_summary": Summary, "causeway_study_options": StudyOptions, "causeway_place": Place, "causeway_note": Note, "causeway_diagnostic": Diagnostic,
              "causeway_session_options": SessionOptions, "causeway_class_info": ClassInfo,
              "causeway_variable": Variable, "causeway_translation": Translation, "causeway_fmu": Fmu, "causeway_experiment": Experiment,
              "causeway_run_options": RunOptions, "causeway_statistics": Statistics, "causeway_until": Until, "causeway_tangents": Tangents, "causeway_remedy": Remedy, "causeway_sink": Sink, "causeway_script_options": ScriptOptions}

_S = _M = _R = _T = c_void_p  # session, model, run, result
_names = POINTER(POINTER(c_char_p))
_numbers = POINTER(c_uint32)
_doubles = POINTER(c_double)

# name: (result, arguments)
_FUNCTIONS = {
    "version": (c_char_p, []),
    "script_options_init": (None, [POINTER(ScriptOptions)]),
    "script_new": (c_void_p, [_S, POINTER(ScriptOptions)]),
    "script_free": (None, [c_void_p]),
    "script_run": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "script_complete": (POINTER(c_char_p), [c_void_p, c_char_p]),
    "diagnostic_count": (c_size_t, [_S]),
    "get_diagnostic": (POINTER(Diagnostic), [_S, c_size_t]),
    "clear_diagnostics": (None, [_S]),
    "run_diagnostic_count": (c_size_t, [_R]),
    "run_get_diagnostic": (POINTER(Diagnostic), [_R, c_size_t]),
    "format_diagnostic": (c_char_p, [_S, POINTER(Diagnostic), c_int]),
    "session_options_init": (None, [POINTER(SessionOptions)]),
    "session_new": (_S, [POINTER(SessionOptions)]),
    "session_free": (None, [_S]),
    "load_file": (c_int, [_S, c_char_p, POINTER(c_char_p)]),
    "load_text": (c_int, [_S, c_char_p, c_char_p, c_size_t, POINTER(c_char_p)]),
    "define_text": (c_int, [_S, c_char_p, c_char_p, c_size_t, POINTER(c_char_p)]),
    "classes": (c_size_t, [_S, c_char_p, _names]),
    "describe_class": (c_int, [_S, c_char_p, POINTER(ClassInfo)]),
    "edit": (c_int, [_S, c_char_p, c_char_p, c_size_t, POINTER(c_char_p), c_bool, POINTER(EditResult)]),
    "class_source": (c_void_p, [_S, c_char_p, POINTER(c_char_p), POINTER(c_size_t)]),
    "save_class": (c_int, [_S, c_char_p]),
    "overlay": (c_int, [_S, c_char_p, c_char_p, c_size_t]),
    "draw": (c_int, [_S, c_char_p, c_bool, c_char_p]),
    "animate": (c_int, [POINTER(SessionOptions), c_char_p, POINTER(RunOptions), c_char_p, c_char_p, c_size_t]),
    "model_new": (_M, [_S, c_char_p]),
    "model_free": (None, [_M]),
    "model_name": (c_char_p, [_M]),
    "translation_init": (None, [POINTER(Translation)]),
    "model_check": (c_int, [_M]),
    "model_translate": (c_int, [_M, POINTER(Translation)]),
    "model_text": (c_char_p, [_M, c_char_p, POINTER(c_size_t)]),
    "model_why": (c_char_p, [_M, c_char_p]),
    "fmu_init": (None, [POINTER(Fmu)]),
    "model_export_fmu": (c_int, [_M, c_char_p, POINTER(Fmu)]),
    "model_export_system_as": (c_int, [_M, c_char_p, c_int, c_int, c_char_p, POINTER(c_char_p)]),
    "variable_count": (c_size_t, [_M]),
    "describe_variable": (c_int, [_M, c_size_t, POINTER(Variable)]),
    "find_variable": (c_int64, [_M, c_char_p]),
    "nearest_variable": (c_char_p, [_M, c_char_p]),
    "variables_of": (c_size_t, [_M, c_int, POINTER(_numbers)]),
    "model_experiment": (c_int, [_M, POINTER(Experiment)]),
    "run_options_init": (None, [POINTER(RunOptions)]),
    "solvers": (c_size_t, [c_size_t, POINTER(c_char_p), POINTER(c_char_p)]),
    "run_new": (_R, [_M]),
    "run_free": (None, [_R]),
    "run_configure": (c_int, [_R, POINTER(RunOptions)]),
    "run_clone": (_R, [_R]),
    "run_reset": (c_int, [_R]),
    "run_set": (c_int, [_R, c_char_p, c_double]),
    "run_set_text": (c_int, [_R, c_char_p, c_char_p]),
    "run_set_input": (c_int, [_R, c_char_p, c_size_t, _doubles, _doubles]),
    "run_parameters": (c_int, [_R]),
    "run_get": (c_double, [_R, c_char_p]),
    "run_get_text": (c_char_p, [_R, c_char_p]),
    "run_get_numbers": (None, [_R, c_size_t, _numbers, _doubles]),
    "run_initialise": (c_int, [_R]),
    "run_advance": (c_int, [_R, c_double]),
    "run_step": (c_int, [_R]),
    "run_next_event": (c_int, [_R, c_double]),
    "run_to_end": (c_int, [_R]),
    "until_init": (None, [POINTER(Until)]),
    "run_advance_until": (c_int, [_R, POINTER(Until)]),
    "run_pause": (None, [_R]),
    "run_stop_time": (c_double, [_R]),
    "run_remedies": (c_size_t, [_R, c_size_t, POINTER(Remedy)]),
    "run_record_to": (c_int, [_R, c_size_t, POINTER(c_char_p), POINTER(Sink)]),
    "run_time": (c_double, [_R]),
    "run_mode": (c_uint32, [_R, POINTER(c_char_p)]),
    "run_model": (_M, [_R]),
    "run_terminated": (c_bool, [_R, POINTER(c_char_p)]),
    "run_stop": (None, [_R]),
    "run_states": (c_size_t, [_R, _doubles]),
    "run_set_states": (c_int, [_R, _doubles]),
    "run_derivatives": (c_int, [_R, _doubles]),
    "tangents_init": (None, [POINTER(Tangents)]),
    "run_tangents": (c_int, [_R, POINTER(Tangents), _doubles]),
    "run_jacobian": (c_int, [_R, c_size_t, _numbers, c_size_t, _numbers, _doubles]),
    "run_linearise": (c_void_p, [_R, c_size_t, POINTER(c_char_p)]),
    "run_set_file": (c_int, [_R, c_char_p]),
    "run_set_input_file": (c_int, [_R, c_char_p]),
    "run_start_from": (c_int, [_R, c_char_p]),
    "rest_init": (None, [POINTER(Rest)]),
    "run_rest": (c_int, [_R, POINTER(Rest), POINTER(c_char_p)]),
    "design_new": (c_void_p, [_S, c_int, c_uint64, c_uint64, c_size_t, POINTER(c_char_p), c_size_t, POINTER(c_char_p)]),
    "design_free": (None, [c_void_p]),
    "design_runs": (c_uint64, [c_void_p]),
    "design_factors": (c_size_t, [c_void_p, _names]),
    "design_value": (c_char_p, [c_void_p, c_uint64, c_size_t]),
    "study_options_init": (None, [POINTER(StudyOptions)]),
    "study_new": (c_void_p, [_M, c_void_p, POINTER(StudyOptions)]),
    "study_free": (None, [c_void_p]),
    "study_run": (c_int, [c_void_p]),
    "study_columns": (c_size_t, [c_void_p, _names]),
    "study_row": (c_int, [c_void_p, c_uint64, _doubles, POINTER(c_char_p)]),
    "study_write": (c_int, [c_void_p, c_char_p]),
    "linear_free": (None, [c_void_p]),
    "linear_get": (None, [c_void_p, POINTER(LinearData)]),
    "linear_modes": (c_int, [c_void_p, c_size_t, POINTER(Mode), _doubles]),
    "linear_zeros": (c_size_t, [c_void_p, c_size_t, c_size_t, _doubles, _doubles]),
    "linear_all_zeros": (c_size_t, [c_void_p, _doubles, _doubles]),
    "linear_response": (None, [c_void_p, c_size_t, c_size_t, c_size_t, _doubles, _doubles, _doubles]),
    "linear_step": (c_int, [c_void_p, c_size_t, c_size_t, c_double, c_size_t, _doubles]),
    "linear_text": (c_void_p, [c_void_p, c_char_p, POINTER(c_size_t)]),
    "run_save": (c_int, [_R, POINTER(c_void_p), POINTER(c_size_t)]),
    "run_restore": (c_int, [_R, c_char_p, c_size_t]),
    "free": (None, [c_void_p]),
    "run_statistics": (None, [_R, POINTER(Statistics)]),
    "run_record": (c_int, [_R, c_size_t, POINTER(c_char_p), c_char_p]),
    "run_result": (_T, [_R]),
    "result_open": (_T, [_S, c_char_p]),
    "statechart": (c_char_p, [_S, c_char_p]),
    "result_free": (None, [_T]),
    "result_write": (c_int, [_S, _T, c_char_p]),
    "result_rows": (c_size_t, [_T]),
    "result_names": (c_size_t, [_T, _names]),
    "result_column": (POINTER(c_double), [_T, c_char_p]),
    "result_unit": (c_char_p, [_T, c_char_p]),
    "result_display_unit": (c_char_p, [_T, c_char_p]),
    "convert_unit": (c_bool, [c_char_p, c_char_p, _doubles, _doubles]),
    "result_description": (c_char_p, [_T, c_char_p]),
    "result_compare": (c_int, [_T, _T, c_char_p, c_double, POINTER(Difference)]),
    "result_summary": (c_int, [_T, c_char_p, POINTER(Summary)]),
    "result_spectrum": (c_int, [_T, c_char_p, c_double, c_double, c_char_p, c_size_t, _doubles, POINTER(Spectrum)]),
    "result_at": (c_double, [_T, c_char_p, c_double]),
}


def _candidates() -> Iterator[str]:
    """Where the library may be, best first."""
    named = os.environ.get("CAUSEWAY_LIBRARY")
    if named:
        yield named
        return
    here = Path(__file__).resolve().parent
    yield str(here / "libcauseway.so")
    yield str(here.parent.parent / "build" / "libcauseway.so")  # in the source tree
    for parent in list(here.parents)[1:5]:  # PREFIX/lib/python3/..., PREFIX/lib
        yield str(parent / "libcauseway.so")
        yield str(parent / "lib" / "libcauseway.so")
    found = ctypes.util.find_library("causeway")
    if found:
        yield found


class Library:
    """The functions of causeway.h without their prefix, as attributes."""

    def __init__(self) -> None:
        tried = []
        for path in _candidates():
            if os.sep in path and not os.path.exists(path):
                tried.append(path)
                continue
            self._dll = ctypes.CDLL(path)
            self.path = path
            break
        else:
            raise ImportError("libcauseway.so was not found; build it with `make`, install it with `make install`, or name "
                              "it in CAUSEWAY_LIBRARY.  Looked for: " + ", ".join(tried))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._dll, "causeway_" + name, None)
            if function is None:
                continue
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> "ctypes._NamedFuncPointer":
        raise AttributeError("%s has no function causeway_%s" % (self.path, name))


library = Library()


def experiment(model: int) -> Experiment:
    """What the experiment annotation of a model says, completed by defaults."""
    out = Experiment(size=ctypes.sizeof(Experiment))
    library.model_experiment(model, ctypes.byref(out))
    return out
