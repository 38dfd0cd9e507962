# make demo | test | e2e | lint | bench | retention | hermes | weights | clean. Needs make and Python 3.11 or newer; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help demo test e2e picture story lint bench retention hermes weights clean

help:
	@echo "make demo    compact the demo session and show what became of it"
	@echo "make test    run the tests"
	@echo "make e2e     run Claude Code and Hermes Agent against stand-ins for their APIs (npm and pip install them into .e2e, 1 GB)"
	@echo "make picture record a compaction in Claude Code for the README"
	@echo "make story   two people label a set in a terminal and train on it, by answers that were prepared (needs tmux)"
	@echo "make lint    ruff, mypy --strict, import contracts"
	@echo "make bench   time and memory as ratios to bare Python (QUICK=1 for a short profile)"
	@echo "make retention  what survives, by benchmarks of others (data in FASTJEV_REAL)"
	@echo "make hermes  what survives in Hermes, beside its own compressor (pip installs it into bench/results)"
	@echo "make weights train boundaries, labels and links anew and see that they are what is shipped (ten minutes)"
	@echo "make clean   remove what the others made, the environment included"

demo: $(READY)
	@mkdir -p demo-output
	@$(BIN)/fastjev compact demo/session.jsonl --recent 2 -o demo-output/skeleton.txt 2> demo-output/said.txt \
		|| { code=$$?; cat demo-output/said.txt >&2; exit $$code; }
	@cat demo-output/skeleton.txt demo-output/said.txt
	@echo "the skeleton is in demo-output/skeleton.txt; fastjev is $(BIN)/fastjev, or fastjev after: . $(BIN)/activate"

test: $(READY)
	$(BIN)/pytest -n auto

e2e: $(READY)
	@tests/e2e/install-client
	@PYTHON=$(PYTHON) tests/e2e/install-hermes
	FASTJEV_KILLS=100 $(BIN)/pytest -n 3 --dist worksteal tests/e2e/claude_code tests/e2e/hermes tests/test_labeling_crash.py

picture: $(READY)
	@tests/e2e/install-client
	@$(BIN)/python -m tests.e2e.record .e2e/node_modules/.bin/claude

story: $(READY)
	@$(BIN)/python -m tests.e2e.labeler.story $(PICTURES)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	@$(BIN)/python -m bench $(if $(QUICK),--quick)

retention: $(READY)
	@$(BIN)/python -c 'import compaction_kit' 2> /dev/null \
		|| $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[retention]'
	@$(BIN)/python -m bench.retention

hermes: $(READY)
	@$(BIN)/python -m bench.hermes

weights: $(READY)
	$(BIN)/fastjev train boundaries corpora -o models/boundaries.json
	$(BIN)/fastjev train classifier corpora -o models/labels.json
	$(BIN)/fastjev train links corpora -o models/links.json
	git diff --exit-code --stat -- models

clean:
	rm -rf $(VENV) .e2e demo-output bench/results build dist *.egg-info \
		.mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is newer than what the environment is made from, so it is made again only when that changes.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit("fastjev needs Python 3.11 or newer and $(PYTHON) is %d.%d. Name another one: make PYTHON=python3.12" % v[:2])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
