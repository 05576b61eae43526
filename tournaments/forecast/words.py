"""What a player needs for first place, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.forecast.race import Chance
from gipf_engine.tournament.numbers import points_text
from tournaments.forecast.queries import OutlookRow

CHANCES: Mapping[str, str] = {
    Chance.SURE: _("certain winner"),
    Chance.SHARED: _("first or tied"),
    Chance.CAN: _("can win"),
    Chance.OPEN: _("not ruled out"),
    Chance.OUT: _("out"),
}
"""How the standing of a player in the race is called."""
GOOD = frozenset({Chance.SURE, Chance.SHARED, Chance.CAN})
"""First place is certain, or shown to be possible."""


def needs(row: OutlookRow, names: Mapping[int, str]) -> list[Message]:
    """What must happen for first place, by points alone; `names` are of rivals who must drop points."""
    return list(_needs(row, names))


def _needs(row: OutlookRow, names: Mapping[int, str]) -> Iterator[Message]:
    if row.chance == Chance.OUT:
        return
    if row.chance == Chance.SURE:
        yield Message(_("First alone with any results."))
        return
    params = {"left": points_text(row.left)}
    if row.chance == Chance.SHARED:
        yield Message(_("First or tied with any results."))
    elif row.enough is not None:
        message = _("%(enough)s of %(left)s points are enough for first place or a tie, with any other results.")
        yield Message(message, params | {"enough": points_text(row.enough)})
    elif row.least is not None:
        message = _("At least %(least)s of %(left)s points, and help from other results.")
        yield Message(message, params | {"least": points_text(row.least)})
    if row.enough_alone is not None and row.enough_alone != row.enough:
        message = _("%(enough)s of %(left)s points are enough to be first alone.")
        yield Message(message, params | {"enough": points_text(row.enough_alone)})
    for number, spare in row.rivals:
        if number in names:
            message = _("%(name)s may score at most %(spare)s more.")
            yield Message(message, {"name": names[number], "spare": points_text(spare)})
    more = len(row.rivals) - len(names)
    if more > 0:
        yield Message(_("Other players must drop points too: %(count)d."), {"count": more})
