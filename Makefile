# The targets of the project. `make` alone lists them. Everything lives in .venv, which is made from the pinned parts in
# requirements/ with Python 3.11 or newer, and the checks of the pages in node_modules; nothing else needs to
# be there.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11 python,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# A file of another content than the one that was tested is refused. Every part is in the file, with what it needs itself, so pip
# resolves nothing: what an extra asks for would be taken at its newest version, which has no pin.
HASHED := $(PIP) install --quiet --no-deps --require-hashes --requirement
BIOME := $(BIN)/node node_modules/@biomejs/biome/bin/biome
TSC := $(BIN)/node node_modules/typescript/bin/tsc
CSPELL := $(BIN)/node node_modules/cspell/bin.mjs
TEMPLATES := src/arrowswitch/web src/arrowswitch/documents/publication
WORKERS ?= 2
# Tests that share a set-up stay with one worker; the order is that of tests/conftest.py, the longest first.
SPREAD := --numprocesses=$(WORKERS) --dist=loadscope --no-loadscope-reorder
# Branches that the tests of the rules alone pass (the tests of the pages do not count), in percent. They may only rise.
CORE_COVERED := 99
TOURNAMENT_COVERED := 94
N ?= 200
RESULTS ?= 10000
SEED ?= 1
ROOM ?= core,tournament,documents
ROTATION ?=
PART ?=
BASE ?= HEAD

export PYTHONUTF8 := 1
# Compiled modules are kept: without them each process of a run compiles the program and its tests again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run demo test exhaustive changed quick check fix docs manual bench soak pictures screenshots mutants audit wheel archive system-parts
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | column -t -s '|' 2>/dev/null \
		|| sed -n 's/^\([a-z-]*\):[^#]*## /  make \1  /p' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/run.stamp ## open the director's desk on http://localhost:8642
	$(BIN)/arrowswitch serve

demo: $(VENV)/run.stamp ## open the demonstration: an invented club with its evening and its season
	$(BIN)/arrowswitch demo

test: $(VENV)/test.stamp system-parts ## run all tests, browser included; matrices rotate (ROTATION=seed repeats a choice)
	ARROWSWITCH_ROTATION=$(ROTATION) $(BIN)/python -m pytest $(SPREAD) $(ARGS)

exhaustive: $(VENV)/test.stamp system-parts ## run every cell of every matrix, with coverage gates (PART=1/4 runs a part)
ifeq ($(PART)$(ARGS),)
	ARROWSWITCH_TIER=exhaustive $(BIN)/python -m pytest $(SPREAD) --cov --cov-report=
	$(BIN)/coverage report --include='*/arrowswitch/core/*' --fail-under=$(CORE_COVERED)
	$(BIN)/coverage report --include='*/arrowswitch/tournament/*' --fail-under=$(TOURNAMENT_COVERED)
else
	ARROWSWITCH_TIER=exhaustive ARROWSWITCH_PART=$(PART) $(BIN)/python -m pytest $(SPREAD) $(ARGS)
endif

changed: $(VENV)/test.stamp system-parts ## run the tests that execute changed lines (BASE=HEAD: what they are compared with)
	$(BIN)/python -m tools.changed --base=$(BASE) --workers=$(WORKERS) $(ARGS)

quick: $(VENV)/test.stamp ## run one test of each module, and those in changed files, in about a minute
	$(BIN)/python -m pytest -p tests.quick -p no:randomly $(SPREAD) --quiet $(ARGS) tests

check: $(VENV)/pages.stamp ## format, lint, words, spelling, types, imports, docs fresh
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/python -m tools.words
	$(CSPELL) lint --config cspell.jsonc --no-progress --no-summary
	$(BIOME) check --error-on-warnings
	$(TSC) --project jsconfig.json
	$(BIN)/djhtml --tabwidth 2 --check $(TEMPLATES)
	$(BIN)/djlint --lint --quiet $(TEMPLATES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/make-reference --check
	$(BIN)/python tools/make-manual --check

fix: $(VENV)/pages.stamp ## format and mend what can be mended by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIOME) check --write
	$(BIN)/djhtml --tabwidth 2 $(TEMPLATES)
	$(BIN)/python -m tools.words --lower

docs: $(VENV)/test.stamp ## write the reference pages again
	$(BIN)/python tools/make-reference

soak: $(VENV)/test.stamp ## post RESULTS=10000 results, evening after evening, and print time and memory
	$(BIN)/python -m benchmarks.soak $(RESULTS)

bench: $(VENV)/test.stamp ## measure, and write benchmarks/results.md
	$(BIN)/python -m benchmarks

pictures: $(VENV)/test.stamp ## print every sheet of every form as pictures, to be looked through
	$(BIN)/python tools/make-pictures

manual: $(VENV)/test.stamp ## build the pages of the manual into the program
	$(BIN)/python tools/make-manual

screenshots: $(VENV)/test.stamp system-parts ## take the pictures of the READMEs and guides again
	$(BIN)/python tools/make-screenshots

mutants: $(VENV)/test.stamp ## change the program in N=200 places of ROOM=core,... and list what no test sees
	$(BIN)/python -m tools.mutants --count=$(N) --seed=$(SEED) --room=$(ROOM) --workers=$(WORKERS) $(ARGS)

audit: $(VENV)/test.stamp ## tell which pinned parts have a known hole (FROM=PLACE takes newer advisories first)
	$(BIN)/python -m tools.parts $(if $(FROM),--from "$(FROM)")

wheel: $(VENV)/run.stamp ## write the wheel for every system into dist/
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

archive: $(VENV)/run.stamp ## pack the program for this system into dist/, to start with a double click
	$(BIN)/python -m tools.archive $(ARGS)

system-parts:
	@tools/install-system-parts

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or say make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(BIN)/python
	$(HASHED) requirements/run.txt --no-compile
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src/arrowswitch
	$(BIN)/python -c 'import arrowswitch.web.app, arrowswitch.store.sql'  # compiles the modules of others that it loads
	@touch $@

$(VENV)/test.stamp: requirements/test.txt $(VENV)/run.stamp
	$(HASHED) requirements/test.txt
	@touch $@

# Node itself comes as one of the parts in requirements/test.txt; package.json names each part it runs at one version,
# package-lock.json the hashes of all that these bring with them.
$(VENV)/pages.stamp: package.json package-lock.json $(VENV)/test.stamp
	$(BIN)/npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
