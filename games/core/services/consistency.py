"""Is this the record of this game? A record with other rules, options, set-up or handicap is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.labels import rules_name
from games.core.services.errors import RecordRefused
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.record import GameRecord

EVEN = ("", "0/0")
"""Handicaps that give no one anything."""
LONGEST_QUOTED = 120
"""Characters of a tag that a refusal repeats."""


def complete_tags(record: GameRecord, game: Game) -> GameRecord:
    """Bare turns, without the tags Game and Rules, are taken as turns of this game; a closing result as the tag."""
    tags = dict(record.tags)
    if "Game" not in tags and "Rules" not in tags:
        tags = game_tags(game) | tags
    if record.result and "Result" not in tags:
        tags["Result"] = record.result
    return replace(record, tags=tags)


def game_tags(game: Game) -> dict[str, str]:
    """The tags that say what was played."""
    name, _dash, variant = game.rules.partition("-")
    tags = {"Game": name, "Rules": variant}
    if game.options:
        tags["Options"] = ",".join(game.options)
    if game.setup:
        tags["Setup"] = game.setup
    if game.handicap:
        tags["Handicap"] = game.handicap
    return tags


def check_same_game(record: GameRecord, game: Game) -> None:
    """Raise `RecordRefused` where the record's tags tell of another game than this."""
    ours = game_tags(game)
    _check_rules(record, game.rules)
    _check_equal(_OPTIONS, ", ".join(sorted(record.options)), ", ".join(sorted(game.options)))
    _check_equal(_SETUP, *("".join(tags.get("Setup", "").split()) for tags in (record.tags, ours)))
    _check_equal(
        _HANDICAP, *("" if tags.get("Handicap", "") in EVEN else tags["Handicap"] for tags in (record.tags, ours))
    )


def _check_rules(record: GameRecord, rules: str) -> None:
    if not (record.game and record.variant):
        raise RecordRefused(
            Message(_("The record has only one of the tags Game and Rules: it needs both, or neither of them."))
        )
    if record.key != rules:
        names = {"theirs": rules_name(record.key[:LONGEST_QUOTED]), "ours": rules_name(rules)}
        raise RecordRefused(Message(_("The record is of “%(theirs)s”, but this game is “%(ours)s”."), names))


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said where record and game differ in one thing: both have it, only the record, only the game."""

    both: str
    theirs_alone: str
    ours_alone: str


_OPTIONS = _Words(
    _("The record has the options “%(theirs)s”, but this game is played with “%(ours)s”."),
    _("The record has the options “%(theirs)s”, but this game is played without options."),
    _("The record names no options, but this game is played with “%(ours)s”."),
)
_SETUP = _Words(
    _("The record starts from the set-up “%(theirs)s”, but this game from “%(ours)s”."),
    _("The record starts from the set-up “%(theirs)s”, but this game has none."),
    _("The record names no set-up, but this game starts from “%(ours)s”."),
)
_HANDICAP = _Words(
    _("The record has the handicap “%(theirs)s”, but this game “%(ours)s”."),
    _("The record has the handicap “%(theirs)s”, but this game has none."),
    _("The record names no handicap, but this game has “%(ours)s”."),
)


def _check_equal(words: _Words, theirs: str, ours: str) -> None:
    if theirs != ours:
        template = words.both if theirs and ours else words.theirs_alone if theirs else words.ours_alone
        raise RecordRefused(Message(template, {"theirs": theirs[:LONGEST_QUOTED], "ours": ours}))
