# COMPANION_HOST, COMPANION_PORT, COMPANION_INSTANCE and COMPANION_DATABASE_URL reach `make run`.
VENV := .venv
BIN := $(VENV)/bin
# What is imported is compiled then: that is less than all that is installed.
PIP := $(BIN)/python -m pip install --no-compile --quiet --disable-pip-version-check

# A file other than the locked ones is refused; the checkout itself has no hash. The locks are
# complete, and older pips trip over hashes of what is needed with an extra: hence no dependencies.
HASHED := $(PIP) --no-deps --require-hashes
CHECKOUT := $(PIP) --no-deps --no-build-isolation -e .

# make test SEED=7 draws examples and shares from this seed. Without it the same tree draws the
# same ones.
DRAWN := $(if $(SEED),--hypothesis-profile=drawn --hypothesis-seed=$(SEED))

# What was compiled once stays so, whatever the shell says: the tests start the program often.
unexport PYTHONDONTWRITEBYTECODE
.NOTPARALLEL:

TRANSLATIONS := companion/translations
CATALOGUES := $(wildcard $(TRANSLATIONS)/*/LC_MESSAGES/messages.po)
MAKERS := The Companion contributors
# Which arguments of which calls are sentences.
SENTENCES := -k say -k say_plural:1,2 -k _n:1,2 -k _p:1c,2 -k _bad -k Refused:2 -k CannotStart

.PHONY: help install run dev test browsers coverage lint check messages language bench soak pictures pocket dist clean

help:
	@echo "make install   create $(VENV) with the app's packages"
	@echo "make run       serve the app to the devices in your network"
	@echo "make dev       install what the tests need, but no browser"
	@echo "make test      run the tests but the long ones, in some minutes"
	@echo "make browsers  play evenings in Firefox and in WebKitGTK, which it installs"
	@echo "make coverage  run the tests, and list the lines that none of them runs"
	@echo "make lint      run ruff and mypy --strict, and find unused code"
	@echo "make check     the same, and find what old browsers lack; needs npm"
	@echo "make messages  update the catalogues with the sentences of the program"
	@echo "make language  create a catalogue; CODE=sv for Swedish"
	@echo "make bench     measure taps, pages and replay; ARGS=tap for one of all"
	@echo "make soak      fuzz, attack and kill the app for hours; ARGS='--share 0.1' for less"
	@echo "make pictures  take the pictures of README and docs/tour.md from a played evening"
	@echo "make pocket    write static files for tablets without a server; FOLDER=…"
	@echo "make dist      build the wheel and the sdist, into dist/"
	@echo "make clean     remove $(VENV) and caches; saved evenings stay"

install: $(VENV)/.runtime $(VENV)/.catalogues

run: install
	@exec $(BIN)/companion run

dev: $(VENV)/.dev $(VENV)/.bench $(VENV)/.catalogues

test: dev
	@browser=$$(scripts/ensure-browser); \
	COMPANION_BROWSER="$$browser" COMPANION_SEED=$(SEED) \
		$(BIN)/python -m pytest -m 'not long' -n auto --dist worksteal $(DRAWN) $(ARGS)

browsers: dev
	@scripts/ensure-browsers && browser=$$(scripts/ensure-browser) && \
	COMPANION_BROWSER="$$browser" timeout 600 $(BIN)/python -m tests.engines $(ARGS)

coverage: dev
	@browser=$$(scripts/ensure-browser); \
	COMPANION_BROWSER="$$browser" $(BIN)/python -m pytest -n auto --dist worksteal \
		--cov --cov-report=term:skip-covered $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.unused

check: lint node_modules/.package-lock.json
	node scripts/compat.mjs

messages: $(VENV)/messages.pot
	$(BIN)/pybabel update -i $< -d $(TRANSLATIONS) --width=100 \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

language: $(VENV)/messages.pot
	@! test -e $(TRANSLATIONS)/$(CODE)/LC_MESSAGES || \
		{ echo "There is a catalogue of $(CODE); make messages updates it." >&2; exit 1; }
	$(BIN)/pybabel init -i $< -d $(TRANSLATIONS) -l $(CODE) --width=100

bench: dev
	$(BIN)/python -m tests.bench $(ARGS)

soak: dev
	@browser=$$(scripts/ensure-browser); \
	COMPANION_BROWSER="$$browser" $(BIN)/python -m pytest -m 'long or hypothesis' \
		--hypothesis-profile=soak -n auto --dist worksteal
	$(BIN)/python -m tests.soak $(ARGS)

pictures: dev
	@browser=$$(scripts/ensure-browser); \
	COMPANION_BROWSER="$$browser" $(BIN)/python -m tests.pictures

pocket: install
	@$(BIN)/companion pocket $(FOLDER)

dist: $(VENV)/.runtime
	rm -rf dist
	$(BIN)/hatchling build

clean:
	rm -f $(CATALOGUES:.po=.mo)
	rm -rf $(VENV) node_modules dist .bench .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@python=$$(scripts/find-python) && { "$$python" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }; }

$(VENV)/.runtime: pyproject.toml requirements/build.lock requirements/runtime.lock | $(BIN)/python
	$(HASHED) -r requirements/build.lock -r requirements/runtime.lock
	$(CHECKOUT)
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/dev.lock | $(BIN)/python
	$(HASHED) -r requirements/dev.lock
	$(CHECKOUT)
	@touch $(VENV)/.runtime $@

$(VENV)/.bench: requirements/bench.lock | $(BIN)/python
	$(HASHED) -r $<
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(VENV)/.catalogues: $(CATALOGUES) | $(VENV)/.runtime
	@$(BIN)/pybabel compile --directory $(TRANSLATIONS) 2>&1 | grep -v ^compiling; touch $@

.PHONY: $(VENV)/messages.pot
$(VENV)/messages.pot: | $(VENV)/.runtime
	@new=$$(mktemp $@.XXXXXX) && \
	$(BIN)/pybabel -q extract -F babel.cfg $(SENTENCES) --add-location=file --sort-by-file \
		--project=Companion --version=$$($(BIN)/python -c 'import companion; print(companion.__version__)') \
		--copyright-holder="$(MAKERS)" --last-translator="$(MAKERS)" \
		--msgid-bugs-address=CONTRIBUTING.md --width=100 -o $$new . && \
	$(BIN)/python scripts/add-rounds $$new && \
	sed -e '/^# FIRST AUTHOR/d' -e 's/LANGUAGE <LL@li.org>/LANGUAGE/' $$new >$$new.pot && \
	mv $$new.pot $@ && rm $$new
