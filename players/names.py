"""What can stand as the name of a person, a club, an event: plain words, in any script.

Names are printed on pages and written to spreadsheets, calendars and field formats. A text that some
reader of those would take for markup or a formula is refused at the door, with a sentence that says so.
"""

from __future__ import annotations

import unicodedata

from phrases import Phrase
from phrases import gettext_noop as _

LONGEST = 80

# Zero-width joiners shape Persian and Indic words; every other invisible character only deceives.
_JOINERS = "\u200c\u200d"
_OPENERS = "'’‘ʼ\"“„«("


class NotAName(ValueError):
    """The text cannot stand as a name; `phrase` says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


def clean_name(text: str, *, longest: int = LONGEST) -> str:
    """`text` as it is kept: composed (NFC), white space single, ends trimmed.

    Raises NotAName where it is empty, longer than `longest` characters, holds `<`, `>` or invisible
    characters, has no letter or digit, or begins like a spreadsheet formula.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise NotAName(Phrase(_("A name is needed.")))
    if len(name) > longest:
        raise NotAName(Phrase(_("The name is longer than %(longest)s characters."), {"longest": longest}))
    if any(_is_invisible(character) for character in name) or "<" in name or ">" in name:
        raise NotAName(Phrase(_("The name holds characters that no name has, such as < or >.")))
    if not (_is_word(name[0]) or name[0] in _OPENERS) or not any(_is_word(character) for character in name):
        raise NotAName(Phrase(_("A name begins with a letter or a digit.")))
    return name


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} and character not in _JOINERS


def _is_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


# Persian words come typed with Arabic letters as well; a search finds both. No database takes a NUL.
_SAME_LETTERS = str.maketrans({"ي": "ی", "ى": "ی", "ك": "ک", "ـ": None, "\u200c": None, "\u200d": None, "\x00": None})


def folded(name: str) -> str:
    """`name` as searches compare it: no case, no accents, one form of each letter. "Müller" is "muller"."""
    apart = unicodedata.normalize("NFKD", name.casefold().translate(_SAME_LETTERS))
    return " ".join("".join(character for character in apart if not unicodedata.combining(character)).split())
