"""The answers to "why not these two?" for teams as sentences: what would happen, the rule in words, and its article."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.team_swiss.whynot import TeamAnswer, TeamWhyNot

SENTENCES: dict[TeamAnswer, str] = {
    TeamAnswer.PAIRED: _("%(one)s and %(two)s do meet."),
    TeamAnswer.ABSENT: _("%(team)s is not paired in this round."),
    TeamAnswer.MET: _("%(one)s and %(two)s met in round %(round)d, and no two teams meet twice (article 2.1.1, C1)."),
    TeamAnswer.FORBIDDEN: _("The organiser keeps %(one)s and %(two)s apart."),
    TeamAnswer.NO_ROUND: _(
        "If %(one)s met %(two)s, the other teams could not all be paired with teams that they may meet"
        " (article 2.2.1, C3)."
    ),
    TeamAnswer.BYE: _(
        "If %(one)s met %(two)s, %(other)s would get the bye instead of %(team)s. The team with the fewest points gets"
        " it; of equals, the one with more matches played, then the higher number (article 3.4)."
    ),
    TeamAnswer.UPFLOATERS: _(
        "If %(one)s met %(two)s, more teams would move up to play in the group with %(points)s points: %(theirs)d"
        " instead of %(ours)d. As few teams as possible move up (article 2.3.1, C4)."
    ),
    TeamAnswer.LOWER: _(
        "If %(one)s met %(two)s, a team with %(theirs)s points would move up to the group with %(points)s, instead of"
        " one with %(ours)s. Teams that move up have as many points as possible (article 2.3.2, C5)."
    ),
    TeamAnswer.FOLLOWING: _(
        "If %(one)s met %(two)s, other teams would move up to the group with %(points)s points. The group below would"
        " then need more teams from under it: %(theirs)d instead of %(ours)d (article 2.3.3, C6)."
    ),
    TeamAnswer.AGAIN: _(
        "If %(one)s met %(two)s, more teams would move up that met a team with other points in the previous round:"
        " %(theirs)d instead of %(ours)d (article 2.3.4, C7)."
    ),
    TeamAnswer.SET_ORDER: _(
        "If %(one)s met %(two)s, %(other)s would move up to the group with %(points)s points instead of %(team)s. By"
        " every criterion that would be as good, but %(team)s comes first in the order (article 3.5)."
    ),
    TeamAnswer.PREFERENCES: _(
        "If %(one)s met %(two)s, in the group with %(points)s points more teams would miss the colour that they prefer"
        " on board 1: %(theirs)d instead of %(ours)d (article 2.3.5, C8)."
    ),
    TeamAnswer.STRONG: _(
        "If %(one)s met %(two)s, in the group with %(points)s points more teams would miss a colour that they strongly"
        " prefer on board 1: %(theirs)d instead of %(ours)d (article 2.3.6, C9)."
    ),
    TeamAnswer.FLOATERS: _(
        "If %(one)s met %(two)s, more teams of the group with %(points)s points would meet a team from below again:"
        " %(theirs)d instead of %(ours)d met one with other points in the previous round (article 2.3.7, C10)."
    ),
    TeamAnswer.AVOIDED: _(
        "If %(one)s met %(two)s, in the group with %(points)s points there would be more pairs that the event avoids:"
        " %(theirs)d instead of %(ours)d. By the articles both pairings are equal."
    ),
    TeamAnswer.PAIR_ORDER: _(
        "%(one)s against %(two)s would be as good by every criterion. In the group with %(points)s points, the upper"
        " half by number meets the lower half in order; such a pairing comes later in that order (article 3.6)."
    ),
}


def team_answer_message(table: CrossTable, found: TeamWhyNot) -> Message:
    """The answer in words; `table` has the names."""
    params: dict[str, object] = {"one": table.entrant(found.one).name, "two": table.entrant(found.two).name}
    for key, number in (("team", found.team), ("other", found.other)):
        if number:
            params[key] = table.entrant(number).name
    of_points = found.answer is TeamAnswer.LOWER
    params |= {"round": found.round, "points": points_text(found.score)}
    params |= {
        "ours": points_text(found.ours) if of_points else found.ours,
        "theirs": points_text(found.theirs) if of_points else found.theirs,
    }
    return Message(SENTENCES[found.answer], params)
