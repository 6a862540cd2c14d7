#!/bin/sh
# Installs the peers of the benchmark into .venv-bench, apart from the project's own environment, so that
# nothing of verso can come to lean on them. Does nothing when the pins have not changed since the last run.
set -eu
cd "$(dirname "$0")/.."
env=.venv-bench
if cmp -s bench/requirements.txt "$env/installed.txt"; then exit 0; fi
echo "bench: installing peers into $env (about 0.7 GB)" >&2
[ -x "$env/bin/python" ] || "${PYTHON:-python3.11}" -m venv "$env"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check -r bench/requirements.txt >&2
"$env/bin/python" -m pip check >&2
cp bench/requirements.txt "$env/installed.txt"
