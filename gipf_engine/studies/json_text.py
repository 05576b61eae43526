"""Studies as JSON (docs/formats.md): what a program reads and writes. Read as strictly as text is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError
from gipf_engine.strict_json import NotStrict, parse_strict
from gipf_engine.studies.chapter import (
    BadStudy,
    Chapter,
    Grower,
    WrittenStudy,
    check_sign,
    clean_comment,
    clean_marks,
    clean_title,
)
from gipf_engine.studies.text import LONGEST_FILE, check_number_of_chapters

FORMAT = "gipfel-study-1"
HIGHEST_NUMBER = 1_000_000
_TEXTS = ("name", "rules", "setup", "handicap", "position")
_CHAPTER = {*_TEXTS, "options", "turns"}
_TURN = {"number", "parent", "token", "comment", "sign", "marks"}
_LONGEST = 1000


def study_as_json(study: WrittenStudy) -> dict[str, Any]:
    """The study in plain values."""
    return {"format": FORMAT, "title": study.title, "chapters": [chapter_as_json(each) for each in study.chapters]}


def chapter_as_json(chapter: Chapter) -> dict[str, Any]:
    """A chapter in plain values."""
    values = asdict(chapter)
    turns = [asdict(turn) | {"marks": list(turn.marks)} for turn in chapter.turns]
    return values | {"options": list(chapter.options), "turns": turns}


def read_json_study(text: str) -> WrittenStudy:
    """The study of a JSON text. Raises `BadStudy`, also for a turn that is not legal."""
    if len(text) > LONGEST_FILE:
        raise _refuse(Message(_("A study has at most %(most)d characters."), {"most": LONGEST_FILE}))
    try:
        values = parse_strict(text)
    except NotStrict as error:
        raise _refuse(error.message) from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise _refuse(Message(_("This is not JSON."))) from error
    _need(isinstance(values, dict) and values.keys() == {"format", "title", "chapters"}, "format, title, chapters")
    _need(values["format"] == FORMAT, FORMAT)
    _need(isinstance(values["title"], str), "title")
    chapters = values["chapters"]
    _need(isinstance(chapters, list) and bool(chapters), "chapters")
    check_number_of_chapters(len(chapters))
    return WrittenStudy(clean_title(values["title"][:_LONGEST]), tuple(map(_read_chapter, chapters)))


def _read_chapter(values: Any) -> Chapter:
    _need(isinstance(values, dict) and values.keys() == _CHAPTER, ", ".join(sorted(_CHAPTER)))
    _need(all(isinstance(values[name], str) and len(values[name]) <= _LONGEST for name in _TEXTS), ", ".join(_TEXTS))
    options, turns = values["options"], values["turns"]
    _need(_are_texts(options), "options")
    _need(isinstance(turns, list) and bool(turns) and _is_root(turns[0]), "turns")
    texts = {name: values[name] for name in _TEXTS} | {"name": clean_title(values["name"])}
    grower = Grower(Chapter(**texts, options=tuple(sorted(options))))
    _say(grower, turns[0])
    for turn in turns[1:]:
        _add(grower, turn)
    return grower.chapter


def _is_root(values: Any) -> bool:
    has_fields = isinstance(values, dict) and values.keys() == _TURN
    return has_fields and (values["number"], values["parent"], values["token"], values["sign"]) == (0, None, "", "")


def _add(grower: Grower, values: Any) -> None:
    _need(isinstance(values, dict) and values.keys() == _TURN, ", ".join(sorted(_TURN)))
    number, parent, token = values["number"], values["parent"], values["token"]
    is_new = type(number) is int and 0 < number <= HIGHEST_NUMBER and number not in grower.turns
    _need(is_new and type(parent) is int and parent in grower.turns and parent < number, "number, parent")
    _need(isinstance(token, str) and token == token.strip() != "", "token")
    try:
        put, _used = grower.add(parent, [token], number=number)
    except RuleError as error:
        raise _refuse(Message(_("Turn %(number)d: %(why)s"), {"number": number, "why": error.message})) from error
    _need(put == number, f"number {number}")
    _say(grower, values)


def _say(grower: Grower, values: Mapping[str, Any]) -> None:
    comment, sign, marks = values["comment"], values["sign"], values["marks"]
    _need(isinstance(comment, str) and isinstance(sign, str) and _are_texts(marks), "comment, sign, marks")
    said = {"comment": clean_comment(comment), "sign": check_sign(sign), "marks": clean_marks(marks, grower.start)}
    grower.annotate(values["number"], **said)


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) for each in values)


def _need(condition: bool, where: str) -> None:
    if not condition:
        raise _refuse(Message(_("This is not the JSON of a study: look at %(where)s."), {"where": where}))


def _refuse(message: Message) -> BadStudy:
    return BadStudy(message, field="text")
