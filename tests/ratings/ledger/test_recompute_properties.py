"""Random histories and random edits: the ledger after every edit is the one that a fresh replay makes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Game
from gipf_engine.ratings import all_systems, system_for
from ratings.core import courses
from ratings.ledger import replaying
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import History, Pool, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory, PersonFactory
from testing.marks import examples
from testing.ratings.factories import DAY, closed_event

pytestmark = pytest.mark.postgresql

CODES = ("1-0", "0-1", "1/2-1/2", "void", "+-")
GAMES = st.lists(st.sampled_from(("A-B", "B-A", "A-C", "C-D", "D-B", "A-D")), min_size=1, max_size=4)
EDITS = st.lists(st.tuples(st.integers(0, 23), st.sampled_from(CODES)), max_size=5)


@pytest.fixture
def checkpoints_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)


class Ledger(TestCase):
    @examples(15)
    @given(
        st.lists(GAMES, min_size=1, max_size=6),
        EDITS,
        st.randoms(use_true_random=False),
        st.sampled_from(sorted(all_systems())),
        st.booleans(),
        st.booleans(),
    )
    @pytest.mark.usefixtures("checkpoints_everywhere")
    def test_incremental_is_from_nothing(self, events, edits, chance, system, in_columns, at_once) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(courses, "COLUMN_GAMES", 0 if in_columns else 250)
            self._edit(events, edits, chance, system, at_once)

    def _some_day(self, chance):
        """Events overlap: a game may stand long before another one of an earlier event."""
        return chance.choice([None, *(DAY + timedelta(days=days) for days in (0, 1, 30, 90))])

    def _edit(self, events, edits, chance, system, at_once) -> None:
        club = ClubFactory()
        people = [PersonFactory() for _ in "ABCD"]
        for days, games in enumerate(events):
            told = ", ".join(f"{seats} {chance.choice(CODES)}" for seats in games)
            closed_event(club, people, told, days=40 * days, handicap=chance.choice(("", "1/0", "0/3")))
        numbers = {"rate_handicap": 1, "handicap_worth": 60}
        pool = pool_for("gipf-basic", club)
        Pool.objects.filter(pk=pool.pk).update(
            system=system,
            counts_at_once=at_once,
            parameters={key: each for key, each in numbers.items() if key in system_for(system).parameters},
        )
        ids = list(Game.objects.values_list("pk", flat=True))
        for game in ids if at_once else ():
            Game.objects.filter(pk=game).update(stands_on=self._some_day(chance))
        recompute(pool.pk)
        for index, code in edits:
            game = Game.objects.filter(pk=ids[index % len(ids)])
            game.update(result=code)
            if at_once:
                game.update(stands_on=self._some_day(chance), rated_on=chance.choice([None, DAY]))
            recompute(pool.pk)
        stored = Pool.objects.get(pk=pool.pk)
        fresh = replay(stored)
        assert not difference(stored, fresh)
        assert stored.digest == fresh.digest
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(courses, "COLUMN_GAMES", 10**9)
            assert replay(stored) == fresh, "columns and tuples come to the same bytes"
        History.objects.all().delete()
        Rating.objects.all().delete()
        recompute(pool.pk)
        assert Pool.objects.get(pk=pool.pk).digest == stored.digest
