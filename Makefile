# make           build the program: build/causeway
# make demo      build, simulate an example, draw it into demo/ and on the terminal
# make studio    build, open an example in the browser
# make test      build and run all tests (SAN=1: under sanitizers, then the fuzzer; SAN=thread: what runs
#                on threads, under ThreadSanitizer)
# make coverage  all tests in a build that counts lines and branches; a table by module against bench/coverage.json
# make attack    random models against answers from elsewhere, MINUTES=30
# make bench     scaling benchmarks against stored marks
# make install   PREFIX=/usr/local
# make deb       Debian packages, into dist/
# Each sets up what is missing (script/bootstrap, Debian packages), then leaves the work to CMake and Ninja.

SAN ?= 0
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

ifeq ($(SAN),1)
BUILD ?= build-san
CMAKE_FLAGS = -DCAUSEWAY_SAN=ON
BOOTSTRAP = script/bootstrap --san
else ifeq ($(SAN),thread)
BUILD ?= build-tsan
CMAKE_FLAGS = -DCAUSEWAY_TSAN=ON
BOOTSTRAP = script/bootstrap --san
else
BUILD ?= build
CMAKE_FLAGS = -DCAUSEWAY_SAN=OFF
BOOTSTRAP = script/bootstrap
endif

ifdef CFLAGS
CMAKE_FLAGS += -DCAUSEWAY_CFLAGS="$(CFLAGS)"
endif

.PHONY: all build demo studio test fuzz attack coverage bench install deb clean

all: build

build:
	@$(BOOTSTRAP)
	@cmake -G Ninja -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_FLAGS) >/dev/null
	@script/progress $(BUILD) $(JOBS)

demo: build
	@script/demo $(BUILD)

studio: build
	@$(BUILD)/causeway studio examples/drive.mo Seen.Drive

test: build
	@if [ "$(SAN)" = 1 ]; then $(MAKE) --no-print-directory fuzz; fi
ifeq ($(SAN),thread)
	@TSAN_OPTIONS="halt_on_error=1 $$TSAN_OPTIONS" tests/run --build $(BUILD) --jobs 2 --filter '^unit/(session_|analysis_|model_|runtime_evaluator)'
else
	@tests/run --build $(BUILD) --jobs 2
endif

# libFuzzer comes with clang only; without it the sanitizer tests still run.
fuzz:
	@if command -v clang >/dev/null 2>&1; then tests/fuzz/run $(FUZZ_SECONDS); \
	else echo "fuzz: clang is not installed, the fuzzer is left out"; fi

coverage:
	@$(BOOTSTRAP)
	@cmake -G Ninja -S . -B build-coverage -DCMAKE_BUILD_TYPE=Release -DCAUSEWAY_COVERAGE=ON >/dev/null
	@ninja -C build-coverage -j $(JOBS) --quiet
	@script/coverage --build build-coverage --jobs $(JOBS)

# Other models in each run; what is wrong lies in $(BUILD)/attack.
MINUTES ?= 30
attack: build
	@tests/attack/run --build $(BUILD) --minutes $(MINUTES) --jobs $(JOBS)

bench: build
	@bench/run --build $(BUILD)

install: build
	@cmake --install $(BUILD)

deb:
	@script/bootstrap --deb
	@script/deb

clean:
	rm -rf build build-san build-tsan build-fuzz build-coverage demo dist
