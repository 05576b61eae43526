"""What an organiser chooses for an event of teams, whatever pairs it."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.base import Option

MOST_BOARDS, MOST_RESERVES, MOST_MATCH_POINTS = 20, 20, 10

TEAM_OPTIONS = (
    Option("boards", _("Boards"), _("How many boards a match has."), default=4, least=1, most=MOST_BOARDS),
    Option("reserves", _("Reserves"), _("How many players a team may have beyond the boards."), 2, most=MOST_RESERVES),
    Option(
        "fixed_order",
        _("Fixed board order"),
        _("Players sit in the order of the roster. Otherwise the captain seats them in any order."),
        default=True,
    ),
    Option(
        "reorder",
        _("Order may change between rounds"),
        _("Arbiters may change a fixed board order while no match of the team is being played."),
        default=False,
    ),
    Option("match_win", _("Match won"), _("Match points for a win."), default=2, least=1, most=MOST_MATCH_POINTS),
    Option("match_draw", _("Match drawn"), _("Match points for a draw."), default=1, most=MOST_MATCH_POINTS),
    Option("match_loss", _("Match lost"), _("Match points for a loss."), default=0, most=MOST_MATCH_POINTS),
    Option(
        "game_points",
        _("Game points first"),
        _("Game points rank and pair the teams; match points come second."),
        default=False,
    ),
)
"""They reach the event by `tournament.teams.TeamSettings`; points are whole match points."""
