"""What a file of an event of teams says beyond the event's choices: rare points, colours, decisions.

It stands in the event's file header, counts in every table of the event, and is written into its files again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from gipf_engine.tournament.teams.values import Adjustment, Team, TeamSettings, TeamTable

HEADER_OF_TEAMS = "of_teams"
"""The key of `Event.file_header` that holds it."""
MOST_TENTHS, MOST_LISTED, MOST_COLOURS = 100_000, 2_000, 40
KINDS = ("", "W", "D", "L", "+", "-", "P", "F", "H", "Z")

Values = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TeamExtras:
    """Points in tenths; None where they are as usual. `virtual` and `virtual_games` are by team number and round.

    `colours` is record 352 where it does not alternate, `decisions` are those of record 299, `nicknames` of 310.
    """

    bye_match: int | None = None
    bye_games: int | None = None
    forfeit_loss: int = 0
    zero_bye: int = 0
    colours: str = ""
    virtual: Mapping[int, Values] = field(default_factory=dict, hash=False)
    virtual_games: Mapping[int, Values] = field(default_factory=dict, hash=False)
    decisions: tuple[Adjustment, ...] = ()
    nicknames: Mapping[int, str] = field(default_factory=dict, hash=False)

    def settings(self, usual: TeamSettings) -> TeamSettings:
        """The rules of an event with what its file says of them."""
        points = replace(usual.points, forfeit_loss=self.forfeit_loss, zero_bye=self.zero_bye)
        colours = self.colours or usual.colours
        return replace(usual, points=points, colours=colours, bye_match=self.bye_match, bye_games=self.bye_games)

    def table(self, table: TeamTable) -> TeamTable:
        """The table with virtual points, decisions and short names."""
        return replace(table, teams=tuple(self._of_team(team) for team in table.teams), adjustments=self.decisions)

    def _of_team(self, team: Team) -> Team:
        return replace(
            team,
            nickname=self.nicknames.get(team.number, ""),
            accelerated=self.virtual.get(team.number, ()),
            accelerated_games=self.virtual_games.get(team.number, ()),
        )


def extras_of_table(table: TeamTable) -> TeamExtras:
    """What a file's table says that no choice of an event holds."""
    settings = table.settings
    alternating = all(one != other for one, other in zip(settings.colours, settings.colours[1:], strict=False))
    return TeamExtras(
        bye_match=settings.bye_match,
        bye_games=settings.bye_games,
        forfeit_loss=settings.points.forfeit_loss,
        zero_bye=settings.points.zero_bye,
        colours="" if alternating and settings.colours[:1] == "W" else settings.colours,
        virtual={team.number: team.accelerated for team in table.teams if team.accelerated},
        virtual_games={team.number: team.accelerated_games for team in table.teams if team.accelerated_games},
        decisions=table.adjustments,
        nicknames={team.number: team.nickname for team in table.teams if team.nickname},
    )


def renumber_extras(extras: TeamExtras, numbers: Mapping[int, int]) -> TeamExtras:
    """What is said of single teams, in new numbers; `numbers` has the new number of each old one."""
    decisions = tuple(
        replace(each, numbers=tuple(sorted(numbers.get(number, number) for number in each.numbers)))
        for each in extras.decisions
    )
    return replace(
        extras,
        decisions=decisions,
        virtual=_renumbered(extras.virtual, numbers),
        virtual_games=_renumbered(extras.virtual_games, numbers),
        nicknames=_renumbered(extras.nicknames, numbers),
    )


def _renumbered(by_team: Mapping[int, T], numbers: Mapping[int, int]) -> dict[int, T]:
    return {numbers.get(number, number): own for number, own in by_team.items()}


def write_extras(extras: TeamExtras) -> dict[str, Any]:
    """As a JSON column has it; what is as usual is left out."""
    values: dict[str, Any] = {name: getattr(extras, name) for name in ("bye_match", "bye_games")}
    values = {name: value for name, value in values.items() if value is not None}
    others = {name: getattr(extras, name) for name in ("forfeit_loss", "zero_bye", "colours")}
    others |= {
        name: {str(number): list(points) for number, points in getattr(extras, name).items()}
        for name in ("virtual", "virtual_games")
    }
    others["nicknames"] = {str(number): text for number, text in extras.nicknames.items()}
    others["decisions"] = [
        [each.kind, each.match, each.game, each.round, list(each.numbers)] for each in extras.decisions
    ]
    return values | {name: value for name, value in others.items() if value}


def parse_extras(values: object) -> TeamExtras:
    """What `write_extras` made, of which nothing is believed. ValueError for what it cannot have written."""
    if not isinstance(values, Mapping) or not values.keys() <= set(TeamExtras.__slots__):
        raise ValueError("unknown values")
    return TeamExtras(
        bye_match=_optional(values.get("bye_match")),
        bye_games=_optional(values.get("bye_games")),
        forfeit_loss=_whole(values.get("forfeit_loss", 0)),
        zero_bye=_whole(values.get("zero_bye", 0)),
        colours=_colours(values.get("colours", "")),
        virtual=_by_team(values.get("virtual", {})),
        virtual_games=_by_team(values.get("virtual_games", {})),
        decisions=tuple(_decision(each) for each in _listed(values.get("decisions", []))),
        nicknames=_nicknames(values.get("nicknames", {})),
    )


def _whole(value: object, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_TENTHS:
        raise ValueError("not a whole number")
    return value


def _optional(value: object, least: int = 0) -> int | None:
    return None if value is None else _whole(value, least)


def _listed(value: object) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > MOST_LISTED:
        raise ValueError("not a list")
    return value


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or len(value) > MOST_LISTED:
        raise ValueError("not an object")
    return value


def _number(text: object) -> int:
    if not isinstance(text, str) or not text.isdecimal() or len(text) > 4:
        raise ValueError("not a number")
    return int(text)


def _colours(value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_COLOURS or set(value) - {"W", "B"}:
        raise ValueError("not colours")
    return value


def _by_team(value: object) -> dict[int, Values]:
    return {_number(key): tuple(_whole(each) for each in _listed(own)) for key, own in _mapping(value).items()}


def _nicknames(value: object) -> dict[int, str]:
    found = {_number(key): own for key, own in _mapping(value).items()}
    if not all(isinstance(own, str) and own.isprintable() and len(own) <= 5 for own in found.values()):
        raise ValueError("not a short name")
    return found


def _decision(value: object) -> Adjustment:
    kind, match, game, round_, numbers = _listed(value)
    if kind not in KINDS:
        raise ValueError("not a kind of result")
    about = tuple(_whole(each) for each in _listed(numbers))
    return Adjustment(kind, _optional(match, -MOST_TENTHS), _optional(game, -MOST_TENTHS), _whole(round_), about)
