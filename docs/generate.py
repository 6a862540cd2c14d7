"""Writes the generated tables of the documentation, or with --check says which of them are out of date.

    python docs/generate.py            write them
    python docs/generate.py --check    change nothing; exit with 1 and name the pages that are out of date

A table stands between `<!-- generated: NAME -->` and `<!-- /generated -->`. Everything in it comes from the data files
that the games themselves read, so a table can be out of date but never wrong on its own. Notebooks are run, and what
their cells print is kept in them.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import io
import json
import re
import runpy
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import verso
from verso.bots import evaluate
from verso.rl import card, dataset
from verso.rl.layout import layout_of

ROOT = Path(__file__).resolve().parent.parent
BENCHMARK = ROOT / "bench" / "results" / evaluate.BENCHMARK
SPEED = ROOT / "bench" / "results" / "speed.json"
BLOCK = re.compile(r"(<!-- generated: ([a-z0-9-]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)
PAGES = ("README.md", "CONTRIBUTING.md", "docs")
DASH = "–"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def fenced(language: str, content: str) -> str:
    return f"```{language}\n{content}```\n"


# --- games


def of_games() -> dict[str, Callable[[], str]]:
    """Return what only one game's pages show, from the modules beside its rules."""
    found: dict[str, Callable[[], str]] = {}
    for path in sorted((ROOT / "docs" / "rules").glob("*.py")):
        made = runpy.run_path(str(path))
        found |= {name: functools.partial(tabled, make) for name, make in made["TABLES"].items()}
        found |= {name: functools.partial(quoted, make) for name, make in made["TEXTS"].items()}
    return found


def tabled(make: Callable[[], tuple[Sequence[str], Sequence[Sequence[object]]]]) -> str:
    return table(*make())


def quoted(make: Callable[[], str]) -> str:
    return fenced("text", make())


# --- the benchmark


def benchmark_tables() -> str:
    head = ["game", "seats", "ruleset", "deals", "games", "ladder"]
    return table(
        head,
        (
            (
                verso.game(each.game).title,
                each.seats,
                f"`{each.ruleset}`",
                each.deals,
                each.deals * each.seats * len(each.opponents),
                ", ".join(f"`{rung}`" for rung in each.rungs) or DASH,
            )
            for each in evaluate.TABLES
        ),
    )


def benchmark_scores() -> str:
    """Return the scores from the results that are kept, ours and those submitted, the weakest first."""
    found = [evaluate.report(*evaluate.read(path)) for path in sorted(BENCHMARK.rglob("*.jsonl"))]
    games = list(dict.fromkeys(each.game for each in evaluate.TABLES))
    rows = [[f"`{each['bot']}`", *(_score(each, game) for game in games)] for each in sorted(found, key=_strength)]
    return table(["bot", *(verso.game(game).title for game in games)], rows)


def _strength(report: dict[str, Any]) -> float:
    return max(float(each["score"]) for each in report["scores"].values())


def _score(report: dict[str, Any], game: str) -> str:
    found = report["scores"].get(game)
    if found is None:
        return DASH
    score, low, high = (f"{100 * found[key]:.1f}" for key in ("score", "low", "high"))
    return f"{score} ({low} {DASH} {high})"


# --- environments


def observations(game: str) -> str:
    layout = layout_of(verso.game(game).setup(2))
    rows = []
    for field in layout.fields:
        place = str(field.start) if field.size == 1 else f"{field.start}{DASH}{field.stop - 1}"
        shape = " × ".join(str(size) for size in field.shape) or "1"
        rows.append([f"`{field.name}`", place, shape, f"0{DASH}{field.most}", field.meaning])
    return table(["field", "place", "shape", "range", "meaning"], rows)


def actions(game: str) -> str:
    layout = layout_of(verso.game(game).setup(2))
    rows = []
    for block in layout.blocks:
        first = block.first - layout.first_action
        place = str(first) if block.size == 1 else f"{first}{DASH}{first + block.size - 1}"
        rows.append([f"`{block.name}`", place, block.meaning, block.first])
    return table([f"{verso.game(game).title}", "actions", "what they do", "first in the rules"], rows)


# --- speed


def measured() -> dict[str, Any]:
    """Return what `python bench/speed.py` wrote."""
    found: dict[str, Any] = json.loads(SPEED.read_text(encoding="utf-8"))
    return found


def speed_machine() -> str:
    found = measured()
    machine, versions = found["machine"], ", ".join(f"{name} {each}" for name, each in found["versions"].items())
    where = f"{machine['cores']} cores, {machine['system']} on {machine['processor']}"
    busy = f", at a load of {found['load']:g}" if found["load"] else ""
    return f"Measured on {found['date']} on {where}{busy}, with {versions}.\n"


def speed_games() -> str:
    games: dict[str, dict[str, float]] = measured()["games"]
    kinds = list(next(iter(games.values())))
    rows = [[verso.game(game).title, *(rounded(rates[kind]) for kind in kinds)] for game, rates in games.items()]
    return table(["games a second", *kinds], rows)


def speed_threads() -> str:
    games: dict[str, dict[str, float]] = measured()["threads"]
    kinds = list(next(iter(games.values())))
    rows = [[verso.game(game).title, *(f"{rates[kind]:.2f}" for kind in kinds)] for game, rates in games.items()]
    return table(["two threads, times one", *kinds], rows)


def speed_beside() -> str:
    found = measured()["beside"]
    rows = [
        [line["what"], rounded(line["ours"]), rounded(line["theirs"]), f"{rounded(line['ours'] / line['theirs'])} ×"]
        for line in found["lines"]
    ]
    rounds = "one round" if found["rounds"] == 1 else f"the best of {found['rounds']} rounds"
    taken = f"Each figure is of {rounds} of {found['seconds']:g} s, with {', '.join(found['libraries'])}."
    return f"{taken}\n\n{table(['steps a second', 'ours', 'theirs', 'ratio'], rows)}"


def rounded(figure: float) -> str:
    """Return a figure with the three digits of it that mean something."""
    digits = float(f"{figure:.3g}")
    return f"{digits:,.0f}" if digits >= 100 else f"{digits:g}"


GENERATORS: dict[str, Callable[[], str]] = {
    **of_games(),
    **{f"observations-{game}": functools.partial(observations, game) for game in verso.games()},
    **{f"actions-{game}": functools.partial(actions, game) for game in verso.games()},
    "dataset-games": lambda: card.columns_table(dataset.GAMES),
    "dataset-decisions": lambda: card.columns_table(dataset.DECISIONS),
    "benchmark-tables": benchmark_tables,
    "benchmark-scores": benchmark_scores,
    "speed-machine": speed_machine,
    "speed-games": speed_games,
    "speed-threads": speed_threads,
    "speed-beside": speed_beside,
}


# --- pages


def pages(root: Path) -> list[Path]:
    found: list[Path] = []
    for name in PAGES:
        path = root / name
        found += sorted(path.rglob("*.md")) if path.is_dir() else [path] * path.exists()
    return found


def notebooks(root: Path) -> list[Path]:
    return sorted((root / "docs" / "notebooks").glob("*.ipynb"))


def filled(page: str) -> str:
    """Return a page with its generated tables made anew."""

    def fill(match: re.Match[str]) -> str:
        return f"{match[1]}\n{GENERATORS[match[2]]()}\n{match[3]}"

    return BLOCK.sub(fill, page)


# --- notebooks


def ran(text: str) -> str:
    """Return a notebook, as its file holds it, with what its cells print now.

    All cells share one namespace. Lines that begin with % are for Jupyter and Colab, where they install Verso.
    """
    document = json.loads(text)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), namespace, number)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _outputs(source: str, namespace: dict[str, Any], number: int) -> list[dict[str, Any]]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = _run(source, namespace)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        shown = {"text/plain": repr(value).splitlines(keepends=True)}
        found.append({"data": shown, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def _run(source: str, namespace: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last line, if that is an expression."""
    tree = ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%")))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace) if last is not None else None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the generated parts of the documentation.")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what is out of date")
    parser.add_argument("--root", type=Path, default=ROOT, help="the directory that holds README.md and docs/")
    chosen: Any = parser.parse_args(arguments)
    stale = []
    made = [(path, filled) for path in pages(chosen.root)] + [(path, ran) for path in notebooks(chosen.root)]
    for path, fill in made:
        old = path.read_text(encoding="utf-8")
        new = fill(old)
        if new != old:
            stale.append(path)
            if not chosen.check:
                path.write_text(new, encoding="utf-8")
    for path in stale:
        word = "out of date" if chosen.check else "written"
        sys.stderr.write(f"{path.relative_to(chosen.root)}: {word}\n")
    return int(bool(stale) and chosen.check)


if __name__ == "__main__":
    raise SystemExit(main())
