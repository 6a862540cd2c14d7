"""When two names look alike: so that nobody is taken for somebody else.

Two names look alike if they are equal after four steps, which are simple on purpose: compatibility forms and marks are
taken off (NFKD), letters with the shape of a Latin one become it where they are Greek, Cyrillic, Armenian, Cherokee,
Lisu or phonetic, capitals become small, and then `1`, `i`, `|` become `l` and `0` becomes `o`. Spaces, hyphens,
underscores, dots and apostrophes do not count. Further scripts have letters that can be taken for others, and so have
two letters for one (`rn` for `m`): names of those are other names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

MOST_LETTERS = 24
_SHAPES = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈԌԚԜ"
    "авеоркмнстухѕіјһԁԛԝӏ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
    "αβεικνορτυχ"
    "ıłøđħŧɡ"
    "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᏔᏃ"
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ"
    "օոսհցզՕՍԼՏ"
    "ɑɩȷǀѵѡ"
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",
    "ABE3KMHOPCTYXSIJGQW"
    "abeopkmhctyxsijhdqwl"
    "ABEZHIKMNOPTYX"
    "abeikvoptux"
    "ilodhtg"
    "ABCDEGHJKLMPRSTVWZ"
    "BPDTGKJCZFMNLSRVHWXYAEIOU"
    "onuhgqOULS"
    "aijlvw"
    "ABCDEFGHIJKLMNOPRSTUVWYZ",
)
_STROKES = str.maketrans("1i|0", "lllo")
_LEFT_OUT = frozenset(".'’·`´")


def look_alike(name: str) -> str:
    """Return a text that is the same for all names that look like this one."""
    plain = unicodedata.normalize("NFKD", name)
    for _ in range(2):  # some small letters have the shape of a Latin one, others only their capitals
        plain = plain.translate(_SHAPES).casefold()
    letters = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if _counts(letter))
    return letters.translate(_STROKES) or unicodedata.normalize("NFKC", name).casefold()


def _counts(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind[0] not in "MZ" and kind not in ("Pd", "Pc", "Cf") and letter not in _LEFT_OUT


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names by seat with the numbers of their seats where two look alike: `Ana (1)`, `Ana (3)`."""
    shapes = [look_alike(name) for name in names]
    while len(set(shapes)) < len(names):  # somebody else may be called `Ana (1)` already
        names = [
            f"{name} ({seat})" if shapes.count(shape) > 1 else name
            for seat, (name, shape) in enumerate(zip(names, shapes, strict=True), start=1)
        ]
        shapes = [look_alike(name) for name in names]
    return tuple(names)


def isolated(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as they stand in sentences: one that is written from right to left turns nothing around it.

    A figure behind such a name would otherwise be read before it. Of names no letter is changed, and all others stay as
    they are.
    """
    return tuple(f"\u2068{name}\u2069" if any(map(_turns, name)) and name[0] != "\u2068" else name for name in names)


def _turns(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def others_like(name: str) -> Iterator[str]:
    """Yield names that somebody could take instead of one: the same with a number."""
    for number in range(2, 1_000):
        yield f"{name[: MOST_LETTERS - 4].rstrip()} {number}"
