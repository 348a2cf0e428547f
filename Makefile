# make up      the shop on http://localhost:8000, from a fresh clone as from a used one
# make check   while working: what the change since main can touch; BASE=… names another commit, LIST=1 only lists it, ONLY=… some of it
# make test    the whole gate, as CI runs it; ONLY="lint types" runs some of its groups, PROFILE=1 says where the time goes
# make nightly what is too long for the gate: both widths, every screen in every mood, long walks, the handbook on a fresh machine; before an issue is resolved
# make soak    a hundred thousand random steps through money, addresses and gateways; IEUM_MODEL_STEPS=… names another number
# make wheel   what is installed on a machine of its own, in dist/; BEFORE=…whl names the release before
# make schema  after a change of a route or a type: the signatures in docs/api.txt, and the types of the pages for editors
# make sbom    writes dist/sbom.cdx.json, the list of what the shop runs on, from the lock files; the wheel has it, too
# make audit   asks whether anything in the lock files is known to be weak; not in the gate, once a week
# make chaos   two boxes and a witness: one fault after another, and what clients met; `make chaos ONLY=etcd` does some
# make fresh   the handbook's installation by its own commands in fresh Debian machines (root, debootstrap); ONLY=one or ONLY=two
# make bench   the benchmarks, each against its baseline in the same run

.DEFAULT_GOAL = up
# Two installations at once would meet in .venv.
.NOTPARALLEL:
.PHONY: up check test nightly soak chaos fresh bench web wheel schema format lock clean tools sbom audit

# The first Python that is new enough, unless PYTHON names one.
PYTHON ?= $(shell for candidate in python3 python3.13 python3.14 python3.12; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && { echo $$candidate; break; }; done)
PY = .venv/bin/python
PIP = $(PY) -m pip --disable-pip-version-check --no-input install --quiet --root-user-action=ignore
# Folders, too: what is taken out of one changes it.
WEB_SOURCES = $(shell find web/src web/console web/public web/index.html web/*.ts web/*.json 2>/dev/null)
SHOP_SOURCES = $(shell find ieum/shop release -name __pycache__ -prune -o -type d -print -o -name '*.py' -print)
# The Node of the pages, newer than the machine's may be.
NODE = web/node_modules/.bin/node

up: .venv/.runtime web/dist/.built
	@$(PY) -m ieum.cli up $(if $(GATEWAY),--gateway $(GATEWAY))

test: .venv/.dev .patroni/.installed web/dist/.built web/schema/node_modules/.installed
	@$(PY) -m tests.gate $(ONLY)

check: .venv/.dev $(if $(LIST),,web/dist/.built web/schema/node_modules/.installed)
	@$(PY) -m tests.gate check $(if $(BASE),--base $(BASE)) $(if $(LIST),--list) $(ONLY)

nightly: .venv/.dev .patroni/.installed web/dist/.built
	@$(PY) -m tests.gate nightly $(ONLY)

soak: .venv/.dev
	@IEUM_MODEL_STEPS=$${IEUM_MODEL_STEPS:-100000} $(PY) -m pytest -m model -q
	@IEUM_FUZZ_EXAMPLES=200 $(PY) -m pytest tests/shop/server/test_openapi_conformance.py -q

chaos: .venv/.dev .patroni/.installed web/dist/.built
	@$(PY) -m tests.chaos $(ONLY)

fresh: .venv/.dev web/dist/.built
	@$(PY) -m tests.fresh $(ONLY)

bench: .venv/.dev web/dist/.built bench/lighthouse/node_modules/.installed
	@$(PY) -m bench $(ONLY)

web: web/dist/.built

wheel: .venv/.runtime web/node_modules/.installed web/generated/changes.json
	@$(PY) -m release.wheel $(if $(BEFORE),--before $(BEFORE))

format: .venv/.dev web/node_modules/.installed
	@$(PY) -m ruff check --fix; $(PY) -m ruff format
	@cd web && npm run --silent format

tools:
	@test -n "$(PYTHON)" || { echo "ieum needs Python 3.12 or newer; PYTHON=/path/to/python3.13 names one" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make virtual environments (Debian: apt install python3-venv)" >&2; exit 1; }
	@command -v node >/dev/null && command -v npm >/dev/null || \
		{ echo "ieum needs Node 20 or newer, with npm, to build its pages" >&2; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || \
		{ echo "ieum needs Node 20 or newer to build its pages; this is $$(node --version)" >&2; exit 1; }

# Stamps, so that what is done is not done again; each is written last.
.venv/.made: | tools
	@echo "making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/.runtime: requirements.lock requirements-up.lock pyproject.toml .venv/.made
	@echo "installing the Python packages"
	@$(PIP) --require-hashes -r requirements.lock -r requirements-up.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements-dev.lock pyproject.toml .venv/.made
	@echo "installing the Python packages and what the gate needs"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@ .venv/.runtime

# Patroni is the database's and has nothing to do with the shop's packages.
.patroni/.installed: deploy/patroni/requirements.lock | tools
	@echo "installing Patroni, for the tests of two boxes"
	@$(PYTHON) -m venv .patroni
	@.patroni/bin/python -m pip --disable-pip-version-check --no-input install --quiet --root-user-action=ignore \
		--require-hashes -r $<
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json | tools
	@echo "installing the packages of the pages"
	@cd web && npm ci --loglevel=error --no-audit --no-fund >/dev/null
	@touch $@

bench/lighthouse/node_modules/.installed: bench/lighthouse/package.json bench/lighthouse/package-lock.json | tools
	@echo "installing what judges the pages"
	@cd bench/lighthouse && npm ci --loglevel=error --no-audit --no-fund >/dev/null
	@touch $@

# A tool with a TypeScript of its own, which the build of the pages does not need.
web/schema/node_modules/.installed: web/schema/package.json web/schema/package-lock.json | tools
	@echo "installing what makes the types of the pages"
	@cd web/schema && npm ci --loglevel=error --no-audit --no-fund >/dev/null
	@touch $@

# What the build of the pages reads of the server's declarations. If nothing of it has changed, no page is built anew.
web/generated/.made: .venv/.runtime $(SHOP_SOURCES)
	@$(PY) -m release.generated
	@touch $@

web/generated/changes.json: web/generated/.made ;

# What the type checker knows of the server's calls: of those that the pages name. No build needs it.
web/generated/schema.ts: web/generated/.made web/node_modules/.installed web/schema/node_modules/.installed \
		web/schema/generate.mjs web/schema/prune.ts $(wildcard web/tests/*) $(WEB_SOURCES)
	@$(PY) -m ieum.cli openapi | $(NODE) web/schema/generate.mjs

web/dist/.built: web/node_modules/.installed web/generated/changes.json $(WEB_SOURCES)
	@echo "building the pages"
	@mkdir -p web/dist
	@cd web && npm run --silent build >dist/build.log 2>&1 || { cat dist/build.log >&2; exit 1; }
	@touch $@

schema: web/generated/changes.json web/generated/schema.ts
	@$(PY) -m release.signatures > docs/api.txt

sbom: .venv/.runtime
	@mkdir -p dist
	@$(PY) -m supply.sbom dist/sbom.cdx.json

# The auditor has packages of its own, which the shop and its gate do not need.
.venv-audit/.made: supply/audit.lock | tools
	@$(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r supply/audit.lock
	@touch $@

audit: .venv-audit/.made
	@.venv-audit/bin/python -m supply.audit

# Without the addresses of any index: the same files everywhere, from wherever one gets them.
LOCK_ONLY = uv pip compile --universal --python-version 3.12 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet
LOCK = $(LOCK_ONLY) pyproject.toml --group build
lock:
	@command -v uv >/dev/null || { echo "make lock needs uv (pip install uv)" >&2; exit 1; }
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -o requirements-dev.lock
	$(LOCK) --group up --constraint requirements-dev.lock --no-annotate -o requirements-up.lock \
		$$(sed -En 's/^([a-z0-9-]+)==.*/--no-emit-package \1/p' requirements.lock)
	@sed -i '/^$$/,$$d' requirements-up.lock # uv names what it left out
	uv pip compile deploy/patroni/requirements.in --universal --python-version 3.11 --generate-hashes \
		--no-header --no-emit-index-url --no-emit-find-links -o deploy/patroni/requirements.lock
	$(LOCK_ONLY) supply/audit.in -o supply/audit.lock
	cd web && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

# Everything that make made; the shop's data in var/ stays.
clean:
	rm -rf .venv .venv-audit .patroni web/node_modules web/schema/node_modules web/generated \
		bench/lighthouse/node_modules web/dist test-results .pytest_cache .ruff_cache .import_linter_cache .hypothesis
