"""Why a team has this opponent, moved up, got the bye, or has White: messages, data first."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.team_swiss.brackets import Bracket, pairing_cost
from gipf_engine.tournament.pairing.team_swiss.colours import Allocation
from gipf_engine.tournament.pairing.team_swiss.engine import PairedBracket, PairedTeams
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField, places

Reasons = dict[int, list[Message]]

COLOUR_RULES: dict[str, str] = {
    "4.3.1": _("Neither team has played: the number of %(first)s and the lot decide the colour (4.3.1)."),
    "4.3.2": _("One team prefers a colour and gets it (4.3.2)."),
    "4.3.3": _("Both teams get the colour they prefer (4.3.3)."),
    "4.3.4": _("The stronger preference for a colour is granted (4.3.4)."),
    "4.3.5": _("%(white)s has the lower colour difference, Whites less Blacks, and gets White (4.3.5)."),
    "4.3.6": _("Colours alternate to the last round in which the two teams had different ones (4.3.6)."),
    "4.3.7": _("%(first)s ranks higher and gets the colour it prefers (4.3.7)."),
    "4.3.8": _("%(first)s ranks higher and gets the other colour than in its last match (4.3.8)."),
    "4.3.9": _("The team that has played gets the other colour than in its last match (4.3.9)."),
}
NOT_LEGAL = _("Upper half against lower half, %(one)s would meet %(other)s: they have met or may not meet (C1).")
CRITERIA: dict[str, str] = {
    "C8": _("Colour preferences missed by upper half against lower half: %(worse)d instead of %(value)d (C8)."),
    "C9": _("Strong preferences missed by upper half against lower half: %(worse)d instead of %(value)d (C9)."),
    "C10": _(
        "Opponents of teams that move up who floated in the previous round, by upper half against lower half:"
        " %(worse)d instead of %(value)d (C10)."
    ),
    "avoided": _(
        "Pairs that the event avoids, by upper half against lower half: %(worse)d instead of %(value)d; by the rules"
        " both are equal."
    ),
}
NATURAL = _("Upper half meets lower half in the %(points)s-point bracket (3.6).")
STILL_MET = _("%(one)s and %(two)s meet although the event avoids it: the rules left no choice.")


def reasons_of(result: PairedTeams, names: dict[int, str]) -> Reasons:
    """The reasons of a round by team number, without colours."""
    field = result.field
    found: Reasons = {state.number: [] for state in field.states}
    if result.bye is not None:
        found[field.states[result.bye].number].append(_bye_reason(field, result.bye))
    left = field.everybody & ~(0 if result.bye is None else 1 << result.bye)
    for paired in result.brackets:
        for at in places(paired.bracket.upfloaters):
            found[field.states[at].number].append(_upfloater_reason(field, paired.bracket, left, at, names))
        usual, difference = _usual(field, paired), _difference(field, paired, names)
        moved = _moved_pairs(paired)
        for pair in paired.pairs:
            avoided = field.avoids(*pair)
            reasons = [difference if pair in moved else None if avoided else usual]
            if avoided:
                one, two = (names[field.states[at].number] for at in pair)
                reasons.append(Message(STILL_MET, {"one": one, "two": two}))
            for at in pair:
                found[field.states[at].number].extend(reason for reason in reasons if reason is not None)
        left &= ~paired.bracket.members
    return found


def _bye_reason(field: TeamField, at: int) -> Message:
    lowest = min(state.score for state in field.states)
    score = field.states[at].score
    if score > lowest:
        template = _("Bye: no team with fewer points may have it so that all others can still be paired (3.4).")
    else:
        template = _("Bye: the fewest points, of equals the most matches played, then the highest number (3.4).")
    return Message(template)


def _upfloater_reason(field: TeamField, bracket: Bracket, left: int, at: int, names: dict[int, str]) -> Message:
    params = {
        "team": names[field.states[at].number],
        "own": points_text(field.states[at].score),
        "score": points_text(field.states[next(places(bracket.residents))].score),
        "count": bracket.upfloaters.bit_count(),
    }
    earlier = [
        one
        for one in places(field.with_score(left & ~bracket.residents, field.states[at].score))
        if one < at and not bracket.upfloaters >> one & 1
    ]
    moved = Message(
        _("%(team)s moves up from %(own)s to %(score)s points, since the teams there cannot all meet each other (C4)."),
        params,
    )
    if not earlier:
        return moved
    before = {"moved": moved, "team": names[field.states[earlier[0]].number]}
    if not field.last_two and field.states[earlier[0]].floated and not field.states[at].floated:
        return Message(_("%(moved)s %(team)s comes before, but floated in the previous round (C7)."), before)
    return Message(
        _("%(moved)s %(team)s comes before, but the others would then be paired worse, or not at all (C3, C6)."),
        before,
    )


def natural_pairs(bracket: Bracket) -> list[tuple[int, int]]:
    """The first pairing by its identifier: the upper half against the lower one."""
    members = list(places(bracket.members))
    half = len(members) // 2
    return list(zip(members[:half], members[half:], strict=True))


def _usual(field: TeamField, paired: PairedBracket) -> Message:
    """The order in which a bracket is paired where nothing speaks against it."""
    points = points_text(field.states[next(places(paired.bracket.residents))].score)
    return Message(NATURAL, {"points": points})


def _moved_pairs(paired: PairedBracket) -> list[tuple[int, int]]:
    """The pairs that the first pairing of the bracket does not have."""
    natural = set(natural_pairs(paired.bracket))
    return [pair for pair in paired.pairs if pair not in natural]


def _difference(field: TeamField, paired: PairedBracket, names: dict[int, str]) -> Message | None:
    """Why a bracket is not paired upper half against lower half; None where it is."""
    natural = natural_pairs(paired.bracket)
    for one, other in natural:
        if not field.allowed[one] >> other & 1:
            params = {"one": names[field.states[one].number], "other": names[field.states[other].number]}
            return Message(NOT_LEGAL, params)
    if set(natural) == set(paired.pairs):
        return None
    worse, value = pairing_cost(field, paired.bracket, natural), pairing_cost(field, paired.bracket, paired.pairs)
    for criterion, bad, good in (
        ("C8", worse.preferences, value.preferences),
        ("C9", worse.strong, value.strong),
        ("C10", worse.floaters, value.floaters),
        ("avoided", worse.avoided, value.avoided),
    ):
        if bad != good:
            return Message(CRITERIA[criterion], {"worse": bad, "value": good})
    return None


def colour_reason(allocation: Allocation, names: dict[int, str], first: int) -> Message:
    """Which paragraph gave the colours of a pair; `first` is its first-team."""
    params = {"first": names[first], "white": names[allocation.white.number]}
    return Message(COLOUR_RULES[allocation.paragraph], params)
