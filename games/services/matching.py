"""Is this the record of this game? A record with other rules, options, set-up or handicap is refused."""

from __future__ import annotations

from dataclasses import replace

from games.models import Game
from games.rules.record import Record as Told
from games.services.refusals import RecordRefused
from phrases import Phrase
from phrases import gettext_noop as _

EVEN = ("", "0/0")
"""Handicaps that give nobody anything."""


def completed(told: Told, game: Game) -> Told:
    """Bare turns, without the tags Game and Rules, are taken as turns of this game; a closing result as the tag."""
    tags = dict(told.tags)
    if "Game" not in tags and "Rules" not in tags:
        tags = game_tags(game) | tags
    if told.result and "Result" not in tags:
        tags["Result"] = told.result
    return replace(told, tags=tags)


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


def check_same_game(told: Told, game: Game) -> None:
    """Raise `RecordRefused` where the record's tags tell of another game than this."""
    ours = game_tags(game)
    _check(_("The record is of %(theirs)s, but this game is %(ours)s."), told.key, game.rules)
    _check(
        _("The record has the options “%(theirs)s”, but this game is played with “%(ours)s”."),
        ", ".join(sorted(told.options)),
        ", ".join(sorted(game.options)),
    )
    _check(
        _("The record begins from the set-up “%(theirs)s”, but this game from “%(ours)s”."),
        "".join(told.tags.get("Setup", "").split()),
        "".join(ours.get("Setup", "").split()),
    )
    _check(
        _("The record has the handicap “%(theirs)s”, but this game “%(ours)s”."),
        _even(told.tags.get("Handicap", "")),
        _even(game.handicap),
    )


def _even(handicap: str) -> str:
    return "0/0" if handicap in EVEN else handicap


def _check(template: str, theirs: str, ours: str) -> None:
    if theirs != ours:
        raise RecordRefused(Phrase(template, {"theirs": theirs[:120], "ours": ours}))
