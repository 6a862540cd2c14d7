# Two commands do it all: `make play` and `make test`. `.venv` is the environment they make.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
UV := 0.13.7
PORT ?= 8400
NPM := $(BIN)/python hatch_build.py npm --silent

# Many programs are started here: what Python compiles of them is kept, also where the machine is set not to.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play setup browser services test test-page find-tests test-long test-hostile test-examples coverage lint lint-python lint-page bench calibrate load docs lock clean

play: .venv/.playable ## set up what playing needs, then serve the web app on this machine and open it
	@$(BIN)/python hatch_build.py
	@(sleep 2; $(BIN)/python -m webbrowser -t http://localhost:$(PORT) >/dev/null 2>&1) &
	@VERSO_LOG_LEVEL=warning $(BIN)/verso serve --port $(PORT)

setup: .venv/.ready ## everything, for tests too; the web app is built again only when its sources changed
	@$(BIN)/python hatch_build.py setup

.venv/.playable: requirements.lock pyproject.toml
	$(call install,requirements.lock)
	@touch $@

.venv/.ready: requirements-dev.lock requirements.lock pyproject.toml
	$(call install,requirements-dev.lock)
	@touch .venv/.playable $@ # it holds all that playing needs

define install
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --require-hashes -r $(1)
	@VIRTUAL_ENV=.venv $(BIN)/uv pip uninstall --quiet verso # the name it once had: its games would be found twice
	VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet --no-deps -e .
endef

lint: ## style, types and layers, of the Python side and of the page at the same time
	@$(BESIDE) lint-python lint-page

lint-python: .venv/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-page: setup
	$(NPM) run check

BESIDE = $(MAKE) --no-print-directory --jobs 3 --output-sync=target

browser: ## a browser for the tests, where there is none and this may install it
	@{ command -v chromium && command -v chromium-headless-shell; } >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium chromium-headless-shell >/dev/null; } \
		|| { command -v chromium >/dev/null || echo "no Chromium: the tests in a browser are left out"; }

services: browser ## that, and PostgreSQL, in the same way
	@sh scripts/postgres

# Twice as many as there are cores: every second one begins with tests that wait for a browser half of the time. With
# three, two cores were idle for a third of the time.
PROCESSES := 4
# Not every plugin that is installed: each process would load them, which takes as long as finding the tests.
PYTEST := $(BIN)/pytest --disable-plugin-autoload -p xdist -p hypothesispytest

test: ## all that must pass; seven and a half minutes on two idle cores
	@$(BESIDE) services lint-python lint-page test-page find-tests
	$(PYTEST) -n $(PROCESSES)

test-page: setup
	$(NPM) run test

find-tests: .venv/.ready ## once: what Python compiles for it is kept, and no process compiles it again
	@found=$$($(PYTEST) --collect-only -qq) || { echo "$$found"; exit 1; }

test-long: setup ## also the tests marked long, and four times as many examples; long
	$(PYTEST) -n 2 --long

test-hostile: setup ## a crowd that does its worst at two workers on PostgreSQL; VERSO_HOSTILE_MINUTES says for how long
	@sh scripts/postgres
	VERSO_HOSTILE_MINUTES=$${VERSO_HOSTILE_MINUTES:-15} $(BIN)/pytest -n 0 --long --log-cli-level=info tests/server/test_hostile.py

test-examples: .venv-examples/.ready ## other libraries (torch, JAX, Ray, …), in an environment of their own; some minutes
	PYTHONPATH=tests .venv-examples/bin/python -m pytest -p no:cacheprovider -W default -s \
		tests/rl/test_libraries.py tests/rl/test_examples.py::test_maskable_ppo_learns_what_published_never_does

.venv-examples/.ready: examples/requirements.txt pyproject.toml
	@test -x .venv-examples/bin/python || $(PYTHON) -m venv .venv-examples
	.venv-examples/bin/python -m pip install --quiet --disable-pip-version-check -r examples/requirements.txt
	.venv-examples/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

coverage: setup ## what the tests reach, without the thousands of games against the twins
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q $(patsubst %,--deselect %,$(wildcard tests/games/*/test_twin.py tests/games/*/test_solver.py))
	$(BIN)/coverage report --skip-covered

bench: setup ## speed beside peers, as ratios; installs the peers apart
	PYTHON=$(PYTHON) sh bench/setup.sh
	$(BIN)/python bench/run.py

calibrate: setup ## how far the values of reviews can be trusted, for two and four seats of both games; about three quarters of an hour
	$(BIN)/python bench/calibrate.py

load: setup ## 2,000 connections and 700 durable moves a second, on this machine only
	$(BIN)/python bench/load.py

docs: setup ## write generated tables and what notebooks print, build the site in build/docs/site, check its links
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/site.py

lock: setup ## after changing dependencies in pyproject.toml: everything, and what playing and building the page need of it
	$(COMPILE) --group dev -o requirements-dev.lock
	$(COMPILE) --group build -c requirements-dev.lock -o requirements.lock

COMPILE = $(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate --quiet

clean:
	rm -rf .venv .venv-bench .venv-examples .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* dist build
