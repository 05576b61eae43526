"""What the screen of a hall shows of each section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.computed_once import Admit
from tournaments.core.formats import is_for_teams
from tournaments.core.queries.cached import rows_of
from tournaments.models import Event
from tournaments.rounds.queries.rounds import RoundPage, round_page
from tournaments.sheets.queries import Slide, slides_of
from tournaments.standings.queries.standings import Progress, standings
from tournaments.teams.queries.tables import shown_team_standings

STARTED = (Event.State.RUNNING, Event.State.CLOSED)


@dataclass(frozen=True, slots=True)
class SectionSlides:
    """The parts of one section: `round` is its last one, None before there is one."""

    event: Event
    round: RoundPage | None
    progress: Progress | None
    slides: Sequence[Slide]


def section_slides(event: Event, version: int, looks: Sequence[str], admit: Admit) -> SectionSlides:
    """The parts of a section, as its own screen has them; none before it has started."""
    if event.state not in STARTED:
        return SectionSlides(event, None, None, ())
    rows = rows_of(event, version)
    table = standings(event, version, admit)
    page = round_page(rows, len(rows.rounds), with_reasons=False) if rows.rounds else None
    teams = shown_team_standings(rows, whole=False) if is_for_teams(event.format) else None
    return SectionSlides(event, page, table.progress, slides_of(page, table, looks, teams))
