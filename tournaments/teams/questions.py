"""The question why two teams did not meet, as a page asks it."""

from __future__ import annotations

from collections.abc import Mapping

from common.computed_once import Admit
from tournaments.core.loader import EventData
from tournaments.rounds.queries.pairing_explanations import WhyNotAnswer, why_not
from tournaments.teams.forms import WhyNotTeamsForm


def ask_why_not(
    rows: EventData, number: int, asked: Mapping[str, str], admit: Admit
) -> tuple[WhyNotTeamsForm | None, WhyNotAnswer | None]:
    """The form about a round, and the answer where two teams were chosen; no form before the round is paired."""
    if rows.round(number) is None or len(rows.teams) < 2:
        return None, None
    numbers = [team.number for team in rows.teams]
    chosen = asked if "one" in asked or "two" in asked else None
    form = WhyNotTeamsForm(chosen, entries=rows.teams, initial={"one": numbers[0], "two": numbers[1]})
    if chosen is None or not form.is_valid():
        return form, None
    return form, why_not(rows, number, form.cleaned_data["one"], form.cleaned_data["two"], admit)
