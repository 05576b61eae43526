"""How pages call what a circuit goes by."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.circuits import READY, CircuitRules, Scale, Sharing, TieRule, write_points

SCALES: Mapping[Scale, str] = {
    Scale.TOP_TEN: _("Top ten: %(points)s"),
    Scale.TOP_EIGHT: _("Top eight: %(points)s"),
    Scale.TOP_FIVE: _("Top five: %(points)s"),
    Scale.STEEP: _("Steep: %(points)s"),
    Scale.FIELD: _("From the number of players down to 1"),
    Scale.SCORE: _("The points scored in the event"),
    Scale.OWN: _("Own points"),
}
SHARING: Mapping[Sharing, str] = {
    Sharing.AVERAGE: _("Tied players share the points of their places."),
    Sharing.HIGHEST: _("Tied players all get the points of their best place."),
    Sharing.LOWEST: _("Tied players all get the points of their last place."),
}
TIES: Mapping[TieRule, str] = {
    TieRule.PLACES: _("more first places (then second, and so on)"),
    TieRule.BEST: _("the highest result (then the next)"),
    TieRule.ALL: _("all results together, dropped ones too"),
    TieRule.EVENTS: _("more events played"),
    TieRule.LATEST: _("the better result in the latest event"),
}


def scale_name(scale: Scale) -> Message:
    """What places bring by a scale, in a choice."""
    return Message(SCALES[scale], {"points": " ".join(map(str, READY.get(scale, ())))})


def rules_in_words(rules: CircuitRules) -> list[Message]:
    """What a circuit goes by, a sentence each."""
    if rules.scale == Scale.SCORE:
        lines = [Message(_("Each event brings the points that a player scored in it."))]
    elif rules.scale == Scale.FIELD:
        lines = [Message(_("The last place of an event brings 1 point, each place before it 1 more."))]
    else:
        points = rules.own or [whole * 100 for whole in READY[rules.scale]]
        known = {"points": " ".join(map(write_points, points))}
        lines = [Message(_("Points by place: %(points)s."), known)]
    if rules.scale != Scale.SCORE:
        lines.append(Message(SHARING[rules.sharing]))
    if rules.counted is None:
        lines.append(Message(_("All results count.")))
    elif rules.counted == 1:
        lines.append(Message(_("Only the best result counts.")))
    else:
        lines.append(Message(_("Results that count: the best %(count)d."), {"count": rules.counted}))
    if rules.ties:
        named = {"rules": [Message(TIES[rule]) for rule in rules.ties]}
        lines.append(Message(_("Equal totals are ranked by: %(rules)s. After that they share a place."), named))
    else:
        lines.append(Message(_("Equal totals share a place.")))
    return lines
