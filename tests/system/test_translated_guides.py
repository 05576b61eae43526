"""A guide in Persian or Japanese has the sections of the English one, each with as many items, rows, code and links."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from testing import PROJECT

DOCS = PROJECT / "docs"
GUIDES = ("players.md", "organisers.md")
LANGUAGES = {"": "English", "fa": "فارسی", "ja": "日本語"}
"""Each folder of docs/ with the name by which pages link to it."""
TRANSLATIONS = [f"{language}/{guide}" for language in LANGUAGES if language for guide in GUIDES]

HEADING = re.compile(r"(#{1,6}) (.+?)(?: \{#([\w-]+)\})?$")
PARTS = {
    "list items": re.compile(r" *(?:[*+-]|\d+\.) "),
    "table rows": re.compile(r" *\|"),
    "code blocks": re.compile(r" *```\w"),
}
LINK = re.compile(r"\]\(([^)\s]+)\)")
OTHER_LANGUAGES = re.compile(r"^.*English.* · .*$", re.MULTILINE)


@dataclass
class Section:
    """What a heading, or the top of the page, is followed by."""

    level: int
    anchor: str
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return f"{'#' * self.level} {self.anchor}"


def anchor_of(heading: str) -> str:
    """As Python-Markdown and GitHub make it of a heading in English."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-")


def sections(text: str) -> list[Section]:
    """The sections of a page, in order. Code is not read."""
    found: list[Section] = []
    in_code = False
    for line in OTHER_LANGUAGES.sub("", text, count=1).splitlines():
        heading = None if in_code else HEADING.match(line)
        if heading:
            found.append(Section(len(heading[1]), heading[3] or anchor_of(heading[2])))
            continue
        if not in_code:
            found[-1].counts.update(part for part, pattern in PARTS.items() if pattern.match(line))
            found[-1].counts.update("link " + target_of(link) for link in LINK.findall(line))
        in_code ^= line.lstrip().startswith("```")
    return found


def target_of(link: str) -> str:
    """A link without the way out of the folder of a language."""
    return link.removeprefix("../")


def differences(english: str, translation: str) -> list[str]:
    """Sentences that say which section of a translation lacks what; none where both have the same structure."""
    wanted, given = sections(english), sections(translation)
    names, has = [each.name for each in wanted], [each.name for each in given]
    lacking = [f"section {name!r} is not translated" for name in names if name not in has]
    extra = [f"section {name!r} is not in the English page" for name in has if name not in names]
    if lacking or extra:
        return lacking + extra
    if names != has:
        return [f"sections are in another order: {has}"]
    return [
        f"section {each.name!r}: {part} {each.counts[part]} in English, {other.counts[part]} in the translation"
        for each, other in zip(wanted, given, strict=True)
        for part in sorted(each.counts | other.counts)
        if each.counts[part] != other.counts[part]
    ]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_translation_has_the_structure_of_the_english_guide(name: str) -> None:
    found = differences(page(Path(name).name), page(name))
    assert not found, f"docs/{name}:\n" + "\n".join(found)


@pytest.mark.parametrize("guide", GUIDES)
def test_each_guide_links_to_itself_in_the_other_languages(guide: str) -> None:
    for language in LANGUAGES:
        names = []
        for other, name in LANGUAGES.items():
            way = "/".join(part for part in (".." if language else "", other, guide) if part)
            names.append(name if other == language else f"[{name}]({way})")
        assert page(f"{language}/{guide}".lstrip("/")).splitlines()[2] == " · ".join(names)


ENGLISH = """# For all

## An *odd*, long one

* [one](swiss.md)
* two

## Last

```text
# no heading
* no item
```
"""
TRANSLATION = """# 皆へ {#for-all}

## 長い {#an-odd-long-one}

* [一](../swiss.md)
* 二

## 終 {#last}

```text
#
```
"""


def test_the_same_structure_in_other_words_is_accepted() -> None:
    assert differences(ENGLISH, TRANSLATION) == []


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("* 二\n", "", "section '## an-odd-long-one': list items 2 in English, 1 in the translation"),
        ("swiss.md", "trf.md", "section '## an-odd-long-one': link swiss.md 1 in English, 0 in the translation"),
        ("## 終 {#last}", "", "section '## last' is not translated"),
        ("## 終", "### 終", "section '## last' is not translated"),
        ("```text", "```", "section '## last': code blocks 1 in English, 0 in the translation"),
        ("## 終 {#last}", "## 終 {#last}\n| a |", "section '## last': table rows 0 in English, 1 in the translation"),
        ("## 終 {#last}", "## 続き\n## 終 {#last}", "section '## 続き' is not in the English page"),
    ],
)
def test_what_is_missing_is_named_with_its_section(before: str, after: str, complaint: str) -> None:
    assert complaint in differences(ENGLISH, TRANSLATION.replace(before, after))


def test_sections_in_another_order_are_noticed() -> None:
    top, first, last = re.split(r"(?=^## )", TRANSLATION, flags=re.MULTILINE)
    assert differences(ENGLISH, top + last + first) == [
        "sections are in another order: ['# for-all', '## last', '## an-odd-long-one']"
    ]
