# jokerboard: `make demo` plays, `make test` proves. Both set themselves up.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# What builds the package itself; installed first, so that a build takes the pinned versions, also without a network.
BACKEND := hatchling editables

EMULATED := tests/firmware_bridge/emulated/board
# What `make check` runs, without the tests marked as long.
FAST   := -m "not long" tests/architecture tests/engine tests/jokerboard/host tests/jokerboard/web
# A run whose worker crashed can wait for ever for the new one, so a crash ends it.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder --max-worker-restart=0

.DEFAULT_GOAL := help
.PHONY: help learn demo demo-tournament check test test-all bench fit mutants lint docs screenshots install install-director uninstall clean

help: ## what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.run: constraints.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Try: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "jokerboard needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version`. Try: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Raspberry Pi OS or Debian: sudo apt install python3-venv" >&2; exit 2; }
	@# The Pi's pins are driven by the system's own lgpio, where it has one.
	@test -x $(BIN)/python || $(PYTHON) -m venv $(if $(shell $(PYTHON) -c 'import importlib.util as u; print(u.find_spec("lgpio") or "")' 2>/dev/null),--system-site-packages) $(VENV)
	@echo "Installing what jokerboard runs on into $(VENV) ..."
	@$(PIP) $(BACKEND)
	@$(PIP) --no-build-isolation -e .
	@touch $@

# What a tournament's desk or the builder's papers need besides.
$(VENV)/.tournament: EXTRAS = tournament,trial
$(VENV)/.board: EXTRAS = board
$(VENV)/.learn: EXTRAS = learn
$(VENV)/.tournament $(VENV)/.board $(VENV)/.learn: $(VENV)/.run
	@echo "Installing $(EXTRAS) into $(VENV) ..."
	@$(PIP) --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@

$(VENV)/.dev: $(VENV)/.run $(EMULATED)/package-lock.json
	@echo "Installing what the tests need into $(VENV) ..."
	@# Python compiles what the tests import, which is a third of what is installed.
	@$(PIP) --no-compile --no-build-isolation -e '.[dev]'
	@$(PIP) --no-compile --no-build-isolation -e '.[pi]' || echo "  Not every driver of a Pi could be built here (gcc, python3-dev); their tests say so and are skipped."
	@# The tests of the firmware emulate a Pico with rp2040js, where npm is there.
	@! command -v npm >/dev/null || npm ci --silent --no-audit --no-fund --prefix $(EMULATED) || echo "  rp2040js could not be installed; its tests say so and are skipped."
	@touch $@

demo: $(VENV)/.run ## a simulated table on http://127.0.0.1:8080
	@$(BIN)/jokerboard demo $(ARGS)

check: $(VENV)/.dev ## types, style, imports and the fast tests of the pure rooms
	@$(MAKE) --no-print-directory --output-sync --jobs=2 fast lint

.PHONY: fast
fast: $(VENV)/.dev
	HYPOTHESIS=fast $(BIN)/python -m pytest -n logical $(FAST)

test: $(VENV)/.dev ## types, style, imports, and every kind of test
	@# Side by side: the types take one core for a tenth of the time.
	@$(MAKE) --no-print-directory --jobs=2 pytest lint

test-all: $(VENV)/.dev ## the same, with every recorded game, every example and the long runs
	@$(MAKE) --no-print-directory --jobs=2 pytest lint SCENARIOS=--all-scenarios

.PHONY: pytest
pytest: $(VENV)/.dev
	@# In a fresh clone each worker would compile every module; compiled before, all of them take a third of that.
	@test -d tests/browser/__pycache__ || $(BIN)/python -m pytest --collect-only -qq >/dev/null
	@# Tests that run make get none of the settings of this one.
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL $(BIN)/python -m pytest $(PARALLEL) $(SCENARIOS) $(ARGS)

.PHONY: test-vm
test-vm: $(VENV)/.dev ## the installed service on a real kernel, in a virtual machine (root, up to an hour); docs/tested.md
	@$(BIN)/python -m tests.vm $(ARGS)

lint: $(VENV)/.dev ## types, style and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

learn: $(VENV)/.learn ## learn the machine players' weights: some minutes, with a C++ compiler
	@# Sums of several threads differ from run to run in their last digits.
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python -m tests.fitting.weights $(ARGS)

demo-tournament: $(VENV)/.tournament ## eight simulated tables and a director's desk on http://127.0.0.1:8090
	@$(BIN)/jokerboard demo-tournament $(ARGS)

fit: $(VENV)/.dev ## the referee's cost table fitted to simulated games: old and new values, and what is gained
	$(BIN)/python -m tests.fitting.costs $(ARGS)

bench: $(VENV)/.dev ## speed and memory, as numbers
	$(BIN)/python -m tests.benchmarks $(ARGS)

mutants: $(VENV)/.dev ## do the tests of ROOM=journal notice small mistakes? ARGS="--count 60 --seed 1"
	@$(BIN)/python -m tests.mutants "$(ROOM)" $(ARGS)

docs: $(VENV)/.dev ## draw the rooms of ARCHITECTURE.md, and list the parts in docs/parts.md
	$(BIN)/python -m tests.architecture.rooms
	$(BIN)/python -m tests.hardware.parts.parts_document

screenshots: $(VENV)/.dev ## the pictures of the README, from a real browser
	$(BIN)/python -m tests.browser.screenshots

.PHONY: dist
dist: $(VENV)/.dev ## the wheel and the sdist in dist/, both tried in empty environments
	$(BIN)/python -m tests.dist

.PHONY: pi papers
pi: ## a Raspberry Pi made ready for BOARD=FILE (sudo): its drivers, groups, and what else to switch on
	@DESTDIR="$(DESTDIR)" $(PYTHON) -m wiring.bringup.prepare_pi "$(BOARD)"

papers: $(VENV)/.board ## the builder's papers of BOARD=FILE, into OUT=paper
	@$(BIN)/jokerboard wiring build "$(BOARD)" --out "$(or $(OUT),paper)"

install: ## the table as a service of this machine (sudo), or staged with DESTDIR=; docs/install.md
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" CONFIG="$(CONFIG)" BOARD="$(BOARD)" PYTHON="$(PYTHON)" systemd/install table

install-director: ## a tournament's director as a service (sudo), or staged with DESTDIR=
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" PYTHON="$(PYTHON)" HALL="$(HALL)" HALL_NAME="$(HALL_NAME)" CA="$(CA)" systemd/install director

uninstall: ## take the service away again; games and configuration stay, without PURGE=1
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" PURGE="$(PURGE)" systemd/install uninstall

clean: ## take away what make made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
