# The two commands are `make play` and `make test`. Each sets up all it needs; a second run is quick.

# The system's own Python first: distributions compile it with profiles, which many a Python built by hand lacks.
PYTHON ?= $(shell for p in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

.PHONY: help play test check bench wheel format lock upgrade clean web client programs
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

play: .venv/.run web ## set up, then serve the table and open it in the browser
	@$(BIN)/alcove

test: .venv/.dev ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs=2 check client programs
	$(BIN)/pytest

check: .venv/.dev ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/.run ## measure how fast the engine is
	@$(BIN)/alcove bench

wheel: .venv/.dev web ## build dist/alcove-….whl, which needs neither Node nor these sources
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist .

format: .venv/.dev ## lay out the Python sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: .venv/.dev ## write the lock files anew from pyproject.toml, keeping versions that still fit
	$(LOCK) $(UPGRADE) --build-deps-for=editable --output-file=requirements.lock pyproject.toml
	$(LOCK) $(UPGRADE) --build-deps-for=editable --extra=dev --constraint=requirements.lock \
		--output-file=requirements-dev.lock pyproject.toml
	$(LOCK) $(UPGRADE) --build-deps-for=editable --extra=hosting --constraint=requirements.lock \
		--output-file=requirements-hosting.lock pyproject.toml
	$(LOCK) $(UPGRADE) --output-file=requirements-node.lock requirements-node.txt

upgrade: ## like lock, with the newest versions
	$(MAKE) lock UPGRADE=--upgrade

clean: ## remove all that was made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis src/alcove/server/static src/alcove/printing/drawings dist web/node_modules tests/bench/boardgame_io/node_modules

web: .venv/.run
	@$(BIN)/python scripts/build_web.py

client: web
	$(BIN)/python scripts/build_web.py check

programs: .venv/.run # one after the other: the system installs one thing at a time
	@$(BIN)/python scripts/ensure_browser.py
	@$(BIN)/python scripts/ensure_servers.py

.venv/.made:
	@test -n "$(PYTHON)" || { echo "Alcove needs Python 3.11 or newer." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.made requirements.lock pyproject.toml
	@echo "Installing the packages. The first time this takes a minute or two."
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.run requirements-dev.lock
	@echo "Installing the tools for development."
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@
