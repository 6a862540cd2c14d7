"""Pages that need nothing else: no script, no network, every language in one file, light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from verso.core.game import Language

LANGUAGE_NAMES = {"en": "English", "pt-BR": "Português"}
STYLE = """
:root { color-scheme: light dark; --paper: #f3ecdf; --sheet: #fbf7ef; --ink: #171a3f; --soft: #5d6079; --line: #d8ccb5;
  --good: #24704c; --bad: #a63d14; }
@media (prefers-color-scheme: dark) { :root { --paper: #14162f; --sheet: #1e2142; --ink: #f0eadd; --soft: #a9acc4;
  --line: #3b3f66; --good: #7cc9a2; --bad: #f0926b; } }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: .3rem 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.switch { position: absolute; opacity: 0; } .told { display: none; }
label.language { cursor: pointer; padding: .5rem .8rem; border-radius: 1rem; display: inline-block; }
.switch:focus-visible + label.language { outline: 2px solid currentColor; }
svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 13px; } .grid { stroke: var(--line); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .35rem .5rem;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; } th:first-child, td:first-child
  { text-align: left; } th { color: var(--soft); font-weight: 600; }
.scroll { overflow-x: auto; }
.good { color: var(--good); } .bad { color: var(--bad); } .soft { color: var(--soft); font-size: .9rem; }
@media print { .switch, label.language { display: none; } }
"""


def page(title: str, language: Language, bodies: Mapping[Language, str], style: str = "") -> str:
    """Return a page with a body for each language, the one that is asked for in front; `style` is added to ours."""
    rules = "".join(
        f"#say-{each}:checked ~ #told-{each} {{ display: block }}\n"
        f"#say-{each}:checked + label {{ background: var(--sheet); font-weight: 600 }}\n"
        for each in bodies
    )
    switches = "".join(
        f'<input class="switch" type="radio" name="language" id="say-{each}"{" checked" * (each == language)}>'
        f'<label class="language" for="say-{each}" lang="{each}">{LANGUAGE_NAMES.get(each, each)}</label>\n'
        for each in bodies
    )
    parts = "".join(
        f'<main class="told" id="told-{each}" lang="{each}">\n{body}</main>\n' for each, body in bodies.items()
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}{rules}</style>\n</head>\n"
        f"<body>\n{switches}{parts}</body>\n</html>\n"
    )
