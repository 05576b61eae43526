"""How lists of players are read that the reader has not seen: right, asked rightly, asked needlessly, wrong.

    python -m bench.list_questions [FOLDER …]

Without a folder: the lists of tests/data/lists that were held back. Each list of a folder lies beside its truth:
`NAME.json`, or `expected.json` for all of them. A list counts as asked rightly if answers to the questions that it
raises, each one of the choices that a person sees, make its reading right; what the reader answers itself is no
question. Names are compared by their words, which may
stand in either order; what `KEY_also_fine` has is as good. A number of a federation other than FIDE's and a title other
than FIDE's need not be read.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from time import sleep
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
HELD_BACK = Path(__file__).resolve().parents[1] / "tests/data/lists"
TODAY = date(2026, 11, 1)
RIGHT, NEEDLESS, ASKED, UNMENDED, SILENT, REFUSED = (
    "right",
    "asked needlessly",
    "asked rightly",
    "asked, but not mended by any answer",
    "silently wrong",
    "refused",
)
_MOST_TIMES = 30
_ARABIC_FORMS = str.maketrans("يىك", "ییک")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def names_of(name: str) -> str:
    """What names are compared by: their words, of East Asian ones the characters."""
    found = sorted(re.findall(r"[\w’'.-]+", _folded(name.replace("İ", "i").replace("I", "ı").replace("ı", "i"))))
    return "".join(sorted("".join(found))) if _EAST_ASIAN.search(name) else " ".join(found)


def truth(player: Mapping[str, Any]) -> dict[str, str]:
    """What is to be read of a player."""
    from gipf_engine.player_lists.values import read_birth, read_country, read_title
    from tournaments.entries.lists.countries import country_of

    values = {key: str(player[key]).strip() for key in ("rating", "club", "title", "fide") if player.get(key)}
    try:
        values["birth"] = read_birth(str(player.get("year") or player.get("birth") or ""), TODAY.year)
    except ValueError:
        values["birth"] = ""
    land = player.get("federation") or player.get("country")
    try:
        values["country"] = read_country(str(land or ""), country_of)
    except ValueError:
        values["country"] = str(land)  # as the list writes it
    try:
        values["title"] = read_title(values.get("title", ""))
    except ValueError:
        values["title"] = ""
    return {key: _folded(text) for key, text in values.items() if text}


def _folded(text: str) -> str:
    """A text without regard to case and to the two forms of Arabic letters."""
    return text.casefold().translate(_ARABIC_FORMS)


def mistakes(found: Any, expected: Mapping[str, Any], tolerated: frozenset[str]) -> float:
    """How many players, and columns that should be named as unused, are wrong."""
    from gipf_engine.player_lists.meanings import PLACE

    wanted = [
        ({names_of(each) for each in (player["name"], *player.get("name_also_fine", []))}, truth(player), player)
        for player in expected["players"]
    ]
    wrong = 0.0
    for each in found.players:
        values = {"rating": each.rating, "birth": each.birth, "club": each.club, "title": each.title}
        values |= {"country": each.country or each.federation, "fide": each.fide}
        read = {key: _folded(str(value)) for key, value in values.items() if value and key not in tolerated}
        fitting = [row for row in wanted if names_of(each.name) in row[0]]
        if not fitting:
            wrong += 1
            continue
        row = fitting[0]
        wanted.remove(row)
        target = {key: value for key, value in row[1].items() if key not in tolerated}
        if "id" in row[2] and read.get("fide", "") in ("", _folded(str(row[2]["id"] or ""))):
            read.pop("fide", None)
        fine = {key: {_folded(str(each or "")) for each in row[2].get(f"{key}_also_fine", [])} for key in values}
        differing = {key for key in values if read.get(key, "") not in {target.get(key, ""), *fine[key]}}
        wrong += bool(differing) and not row[2].get("waiting")
    wrong += sum(not row[2].get("waiting") for row in wanted)
    named = {column.head for column in (*found.unused, *(each for each in found.columns if each.meaning == "rating"))}
    named |= {column.head for column in found.columns if column.meaning == PLACE}
    heads = {column.head for column in found.columns}  # what else is called unused is no column of its own
    return wrong + len(heads & set(expected.get("unused", [])) - set(expected.get("tolerated", [])) - named)


def mistakes_in(path: Path, expected: Mapping[str, Any], answers: Mapping[str, str]) -> float:
    """How much of a list is read wrongly once its questions are answered so."""
    found = _read(path, answers)
    kinds = (column.meaning for column in found.columns if column.head in expected.get("tolerated", []))
    return mistakes(found, expected, frozenset(kinds))


def _read(path: Path, answers: Mapping[str, str]) -> Any:
    from tournaments.entries.lists.player_lists import read_list

    return read_list(_file(path), TODAY, answers=answers)


@lru_cache(maxsize=4)
def _file(path: Path) -> Any:
    """A file as sheets, once for all answers; others may be read by another process meanwhile."""
    from common.computed_once import BeingComputedError
    from tournaments.entries.lists.tables import read_file

    for _time in range(_MOST_TIMES):
        try:
            return read_file(path.read_bytes())
        except BeingComputedError:
            sleep(1)
    return read_file(path.read_bytes())


def best_answers(path: Path, expected: Mapping[str, Any]) -> dict[str, str]:
    """The choices that make a list the least wrong; none where its first reading is."""
    least, answers = mistakes_in(path, expected, {}), dict[str, str]()
    for _round in range(2):
        for question in _asked(path, answers) if least else ():
            for choice in question.choices:
                tried = answers | {question.key: choice.key}
                count = mistakes_in(path, expected, tried)
                if count < least:
                    least, answers = count, tried
                elif count == least and choice.key == "player":  # which may raise another question
                    for further in _read(path, tried).open_questions:
                        for other in further.choices:
                            both = tried | {further.key: other.key}
                            if (count := mistakes_in(path, expected, both)) < least:
                                least, answers = count, both
    return answers


def _asked(path: Path, answers: Mapping[str, str]) -> list[Any]:
    """The questions that a person must answer: those that the reader answers are read past."""
    return [question for question in _read(path, answers).questions if question.is_open or question.key in answers]


def outcome(path: Path, expected: Mapping[str, Any], *, is_told: bool) -> str:
    """How a list is read."""
    from tournaments.core.errors import EventRefused

    try:
        first = _read(path, {})
    except EventRefused as refused:
        print(f"{path.name}: refused: {refused}")
        return REFUSED
    if not mistakes_in(path, expected, {}):
        kind, answers = (NEEDLESS if first.open_questions else RIGHT), dict[str, str]()
    else:
        answers = best_answers(path, expected)
        left = mistakes_in(path, expected, answers)
        kind = ASKED if not left else UNMENDED if first.open_questions else SILENT if first.players else REFUSED
    if is_told and kind != RIGHT:
        _tell(path, kind, expected, _read(path, answers))
    return kind


def _tell(path: Path, kind: str, expected: Mapping[str, Any], found: Any) -> None:
    print(f"{path.name}: {kind}; {expected.get('hard') or expected.get('remark') or ''}")
    for question in found.questions:
        print(f"    ? {question.message} -> {question.answer}")
    if kind in (ASKED, NEEDLESS):
        return
    print("    columns", [(column.head, column.meaning) for column in found.columns])
    wanted = [(names_of(player["name"]), truth(player)) for player in expected["players"]]
    for each in found.players:
        values = {key: getattr(each, key) for key in ("rating", "birth", "club", "title", "country", "fide")}
        print("    read  ", each.line, each.name, {key: value for key, value in values.items() if value})
    for name, values in wanted:
        print("    wanted", name, values)


def lists_in(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """The lists of a folder, each with its truth."""
    together = folder / "expected.json"
    if together.exists():
        return [(folder / name, each) for name, each in json.loads(together.read_text("utf-8")).items()]
    files = [file for file in sorted(folder.iterdir()) if file.suffix != ".json"]
    return [(file, json.loads(file.with_suffix(".json").read_text("utf-8"))) for file in files]


def main(arguments: list[str] | None = None) -> None:
    """Print the outcome of each list that is not right, and how many there are of each kind."""
    import django

    django.setup()
    folders = map(Path, arguments if arguments is not None else sys.argv[1:])
    for folder in list(folders) or sorted(HELD_BACK.glob("held_back*")):
        counts = Counter(outcome(path, expected, is_told=True) for path, expected in lists_in(folder))
        print(f"{folder.name}: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))


if __name__ == "__main__":
    main()
