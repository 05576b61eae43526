"""House players of a club, ready to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from games.core.labels import rules_name
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from play.models import OnlineGame
from play.partner.services.house_players import MOST_GAMES, house_players_of
from players.models import Club, HousePlayer


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A house player; `running`: how many of its games go on."""

    id: int
    name: str
    rules: str
    level: int
    control: str
    since: date
    running: int

    @property
    def game(self) -> Message:
        """What players call the rules."""
        return rules_name(self.rules)

    @property
    def clock(self) -> Message:
        """The clock of its games."""
        return parse_control(self.control).explain()

    @property
    def is_busy(self) -> bool:
        """Whether it starts no game now."""
        return self.running >= MOST_GAMES


def house_player_rows(club: Club) -> list[HouseRow]:
    """The house players of a club, by game and level. Two queries."""
    found = list(house_players_of(club))
    running = _count_running([each.pk for each in found]) if found else Counter[int]()
    return [row_of(each, running[each.pk]) for each in found]


def row_of(found: HousePlayer, running: int) -> HouseRow:
    """A house player, whose person was read with it."""
    about = (found.rules, found.level, found.control, found.since)
    return HouseRow(found.pk, found.person.shown_name, *about, running)


def _count_running(persons: Collection[int]) -> Counter[int]:
    """By person how many games run."""
    sits = Q(game__white__in=persons) | Q(game__black__in=persons)
    seats = OnlineGame.objects.filter(sits, ended_at=None).values_list("game__white", "game__black")
    return Counter(seat for pair in seats for seat in pair)
