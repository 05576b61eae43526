"""Round robins and leagues of teams: the Berger tables, with a match for each of their boards."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.base import register
from gipf_engine.tournament.pairing.league import League
from gipf_engine.tournament.pairing.round_robin import DoubleRoundRobin, RoundRobin
from gipf_engine.tournament.pairing.team_options import TEAM_OPTIONS

_USUAL = ("MPVGP", "EDE", "SB")
_COLOURS = _("The team named first has White on board 1; colours alternate from board to board.")
_REST = _("With an odd number of teams, one rests in each round and scores nothing for it.")


@register
class TeamRoundRobin(RoundRobin):
    """Every team meets every other team once."""

    key = "team-round-robin"
    place = 82
    is_usual = False
    name = _("Round robin for teams")
    help = _("All teams meet each other once, in the order of the Berger tables.")
    for_teams = True
    event_options = TEAM_OPTIONS
    usual_tie_breaks = _USUAL

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("All teams meet each other once.")),
            Message(_("The Berger tables give the opponents of each round from the numbers of the teams.")),
            Message(_COLOURS),
            Message(_REST),
        )


@register
class TeamDoubleRoundRobin(DoubleRoundRobin):
    """Every team meets every other team twice, once with White on board 1."""

    key = "team-double-round-robin"
    place = 84
    is_usual = False
    name = _("Double round robin for teams")
    help = _("All teams meet each other twice and have White on board 1 in one of the two matches.")
    for_teams = True
    event_options = TEAM_OPTIONS
    usual_tie_breaks = _USUAL

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("All teams meet each other twice and have White on board 1 in one of the two matches.")),
            Message(_("The Berger tables give the opponents of each round from the numbers of the teams.")),
            Message(_COLOURS),
            Message(_REST),
        )


@register
class TeamLeague(League):
    """Groups of neighbouring numbers, each a round robin of teams."""

    key = "team-league"
    place = 86
    is_usual = False
    name = _("League of groups for teams")
    help = _("Groups of teams by strength, each a round robin with a table of its own.")
    in_handbook = False
    for_teams = True
    split_by = ""
    event_options = TEAM_OPTIONS
    usual_tie_breaks = _USUAL

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("The teams are cut into groups by their numbers, the best in the first.")),
            Message(_("Each group is a round robin by the Berger tables.")),
            Message(_COLOURS),
        )
