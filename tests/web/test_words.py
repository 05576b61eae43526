"""What pages say: one term for one thing, as docs/glossary.md has it, and no sentence that was given up."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

GIVEN_UP = re.compile(
    "|".join(
        (
            r"take along|\btake(s|n)? in\b|\bhouse\b(?! players?\b)|moved in\b|awake|\bkeeper|\banew\b|\bkept\.$",
            r"day by which|parted by|let play on|for want of|whom nothing|none any more|somebody did",
            r"of 1 (points|of)|bracket of %\(points\)|%\(new\)d of them",
            r"is a member now|stands there twice|\bwork(ed|s)? out\b",
            r"\b(is|are|be) entered\b|enter themselves",
        )
    ),
    re.IGNORECASE,
)
ROW = re.compile(r"^\| (?!English|-)([^|]+) \| ([^|]+) \| ([^|]*) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
OF_A_CLUB = "House rules"
"""What everybody calls the rules of a club."""


def catalog(language: str) -> Catalog:
    with (settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


def glossary() -> list[tuple[str, ...]]:
    text = (settings.BASE_DIR / "docs" / "glossary.md").read_text(encoding="utf-8")
    return ROW.findall(text)


def test_no_sentence_says_what_was_given_up() -> None:
    texts = [form for each in catalog("fa") for form in (each.id if isinstance(each.id, tuple) else (each.id,))]
    assert len(texts) > 3_000
    assert [text for text in texts if GIVEN_UP.search(text) and text != OF_A_CLUB] == []


def test_every_term_of_the_glossary_has_a_meaning_and_stands_there_once() -> None:
    rows = glossary()
    assert len(rows) > 80
    terms = [row[0] for row in rows]
    assert sorted(set(terms)) == sorted(terms)
    assert all(row[1].strip() for row in rows)


@pytest.mark.parametrize(("language", "column"), [("fa", 3), ("ja", 4)])
def test_the_glossary_says_what_the_catalogs_say(language: str, column: int) -> None:
    known: dict[str, set[str]] = {}
    for each in catalog(language):
        known.setdefault(str(each.id), set()).add(str(each.string))
    assert {row[0]: row[column] for row in glossary() if row[column] not in known.get(row[0], set())} == {}


def test_persian_is_written_with_latin_digits_and_calls_an_event_by_one_word() -> None:
    """Readers who choose Persian digits get them on the page. The other word for an event is left to the journal."""
    texts = [
        text for each in catalog("fa") for text in ((each.string,) if isinstance(each.string, str) else each.string)
    ]
    assert [text for text in texts if re.search("[۰-۹]", text)] == []
    assert [text for text in texts if re.search("(?<!دفتر )(?<!گزارش )رویداد", text)] == []
