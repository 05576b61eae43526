"""What studies are made of: records of games, positions, and texts."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.core.queries.page import RecordView, game_page, record_view
from games.models import Game
from games.studies.access import StudyRefused
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.setup_seed import SEED_BYTES
from gipf_engine.studies.chapter import Chapter, WrittenStudy, start_of_chapter
from gipf_engine.studies.json_text import read_json_study
from gipf_engine.studies.text import chapter_of, read_study


def chapter_of_record(record: RecordView) -> Chapter:
    """A record with what was noted in it: the annotations of a record are a study of it."""
    start = record.start
    game, _dash, variant = start.rules.partition("-")
    tags = {"Game": game, "Rules": variant, "Options": ",".join(start.options)}
    tags |= {name: value for name, value in (("Setup", start.setup), ("Handicap", start.handicap)) if value}
    notes = {0: record.opening} | {step.ply: step.notes for step in record.steps}
    tokens = tuple(step.token for step in record.steps)
    written = GameRecord(tags, tokens, {ply: several for ply, several in notes.items() if several})
    try:
        return chapter_of(written)
    except RuleError as error:
        raise StudyRefused(error.message) from error


def new_chapter(rules: str, position: str = "", setup: str = "", name: str = "") -> Chapter:
    """A chapter without turns, from a position text or from the start. What chance lays out is drawn."""
    chance = all_rules()[rules].chance if rules in all_rules() else None
    if chance is not None and not position and not setup:
        setup = chance.draw(secrets.token_hex(SEED_BYTES))
    chapter = Chapter(name, rules, (), "" if position else setup, "", position)
    start_of_chapter(chapter)
    return chapter


def read_text(text: str) -> WrittenStudy:
    """The study of a text, in the format of records or as JSON. Raises `Refused`."""
    text = text.replace("\0", "").lstrip("\ufeff")
    return read_json_study(text) if text.lstrip().startswith("{") else read_study(text)


_NO_RECORD = Message(_("This game has no record yet: it can be studied once it has one."))


@dataclass(frozen=True)
class Source:
    """Chapters that were asked for, with the title of the text that they came from and the game that they are of."""

    chapters: Sequence[Chapter]
    title: str = ""
    game: Game | None = None


def read_source(values: Mapping[str, Any]) -> Source:
    """The chapters that `values` ask for: of a game, of a text, or of a position. Raises `Refused`.

    `Game.DoesNotExist` is raised for a game that no one may see.
    """
    if values.get("game"):
        page = game_page(values["game"])
        record = record_view(page, values.get("record"))
        if record is None:
            raise StudyRefused(_NO_RECORD, field="game")
        return Source([replace(chapter_of_record(record), name=values.get("name", ""))], "", page.game)
    if values.get("text", "").strip():
        study = read_text(values["text"])
        return Source(study.chapters, study.title)
    if not values.get("rules"):
        raise StudyRefused(Message(_("Choose a game, or paste a study.")), field="rules")
    return Source([new_chapter(values["rules"], values.get("position", ""), name=values.get("name", ""))])
