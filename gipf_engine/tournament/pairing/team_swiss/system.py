"""Swiss for teams as a registered pairing system: a `CrossTable` of teams in, a round out."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable
from gipf_engine.tournament.pairing.base import (
    ByeGiven,
    Option,
    Pair,
    PairingError,
    PairingSystem,
    RoundPairings,
    register,
)
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.team_options import TEAM_OPTIONS
from gipf_engine.tournament.pairing.team_swiss.colours import allocate, first_team, initial_colour
from gipf_engine.tournament.pairing.team_swiss.engine import NoLegalRoundError, PairedTeams, pair_round
from gipf_engine.tournament.pairing.team_swiss.reasons import colour_reason, reasons_of
from gipf_engine.tournament.pairing.team_swiss.state import Preferences, TeamState, states_of
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField


@register
class TeamSwiss(PairingSystem):
    """FIDE Swiss Team Pairing System, C.04.6, in force since 1 February 2026."""

    key = "team-swiss"
    place = 80
    name = _("Swiss for teams")
    help = _("Teams with equal scores meet, never twice; colours of board 1 even out. FIDE's rules of 1 February 2026.")
    pairs_freely = True
    in_handbook = True
    for_teams = True
    avoids_pairs = True
    event_options = TEAM_OPTIONS
    usual_tie_breaks = ("MPVGP", "EDE", "BH", "EMMSB")
    options = (
        Option(
            "preferences",
            _("Colours count"),
            _("Teams prefer the colour that they had less often on board 1."),
            default=True,
        ),
        Option(
            "mild",
            _("Mild preferences too (type B)"),
            _("Type B of FIDE's rules: strong and mild preferences. Otherwise type A."),
            default=False,
        ),
        Option(
            "secondary",
            _("Other score for colours"),
            _("If two teams have equal points, the higher other score decides which is considered first for colours."),
            default=True,
        ),
    )

    def __init__(self, preferences: bool = True, mild: bool = False, secondary: bool = True) -> None:
        self.preferences = Preferences(count=bool(preferences), mild=bool(mild))
        self.secondary = bool(secondary)

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The round after `table.rounds_played`. Raises `PairingError` where there is none."""
        states = self._states(table)
        try:
            result = pair_round(table, TeamField(table, states, steps))
        except NoLegalRoundError as error:
            raise PairingError(_no_round(table, error)) from error
        return _published(table, result)

    def why_not(self, table: CrossTable, one: int, two: int, steps: StepCounter | None = None) -> Message | None:
        """By pairing the round again with those two teams forced together."""
        from gipf_engine.tournament.pairing.team_swiss.answers import team_answer_message
        from gipf_engine.tournament.pairing.team_swiss.whynot import find_team_why_not

        try:
            return team_answer_message(table, find_team_why_not(table, self._states(table), one, two, steps))
        except NoLegalRoundError as error:
            raise PairingError(_no_round(table, error)) from error

    def _states(self, table: CrossTable) -> tuple[TeamState, ...]:
        states = states_of(table, self.preferences, use_second=self.secondary)
        if not states:
            raise PairingError(Message(_("No teams to pair: all have withdrawn or have a bye.")))
        return states

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Teams with equal scores form a bracket; brackets are paired from the top of the table down.")),
            Message(_("No two teams meet twice.")),
            Message(_("If the teams of a bracket cannot all meet each other, as few as possible move up from below.")),
            Message(_("The upper half of a bracket meets the lower half, in the order of numbers.")),
            Message(_("A team that meets one with other points floats.")),
            Message(_("Opponents change as little as needed so that colours on board 1 even out.")),
            Message(_("A team prefers the colour that it had less often on board 1.")),
            Message(_("With an odd number of teams, one of the lowest gets a bye worth a drawn match.")),
        )


def _no_round(table: CrossTable, error: NoLegalRoundError) -> Message:
    params = {"round": table.rounds_played + 1}
    if error.bye:
        return Message(
            _(
                "Round %(round)d cannot be paired: no team that may have the bye leaves the others able to meet"
                " opponents they have not met. Play fewer rounds, or pair by hand."
            ),
            params,
        )
    return Message(
        _(
            "Round %(round)d cannot be paired: too many teams have met or may not meet. Play fewer rounds, or pair by"
            " hand."
        ),
        params,
    )


def _published(table: CrossTable, result: PairedTeams) -> RoundPairings:
    """Colours, the order of matches, byes given and announced, and the reasons."""
    names = {entrant.number: entrant.name for entrant in table.entrants}
    reasons = reasons_of(result, names)
    initial, states = initial_colour(table), result.field.states
    meetings = [(states[one], states[other]) for paired in result.brackets for one, other in paired.pairs]
    pairs = []
    for one, other in sorted(meetings, key=_publishing_key):
        allocation = allocate(one, other, initial)
        reason = colour_reason(allocation, names, first_team(one, other)[0].number)
        for state in (one, other):
            reasons[state.number].append(reason)
        pairs.append(Pair(allocation.white.number, allocation.black.number))
    byes = [] if result.bye is None else [ByeGiven(states[result.bye].number, ByeKind.PAIRING)]
    coming = table.rounds_played + 1
    for entrant in sorted(table.entrants, key=lambda entrant: entrant.number):
        cell = entrant.cell(coming)
        if isinstance(cell, Bye) and not entrant.withdrawn:
            byes.append(ByeGiven(entrant.number, cell.kind))
    told = {number: tuple(messages) for number, messages in reasons.items()}
    return RoundPairings(coming, tuple(pairs), tuple(byes), told)


def _publishing_key(meeting: tuple[TeamState, TeamState]) -> tuple[int, int, int]:
    """C.04.2, article 3.6: the better team's score, the sum of scores, the better team's number."""
    better, other = sorted(meeting, key=lambda state: (-state.points, state.number))
    return -better.points, -(better.points + other.points), better.number
