"""Checkpoints: taken up where the games lead to them, and never else."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Game
from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import Parameter
from gipf_engine.ratings.elo import Elo
from players.models import Club, Person
from ratings.core.lines import stored_histories
from ratings.core.periods import read_periods
from ratings.ledger import replaying
from ratings.ledger.replaying import replay, replay_from
from ratings.ledger.services import ledgers
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import Checkpoint, History, Pool, Rating
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import DAY, FIRST, SECOND, closed_event

pytestmark = pytest.mark.postgresql

PERIODS = st.lists(
    st.lists(st.sampled_from([(1, 2, 10), (2, 3, 0), (3, 4, 5), (4, 1, 10), (2, 4, 0)]), min_size=1), min_size=2
)


@pytest.mark.parametrize("key", sorted(all_systems()))
@given(periods=PERIODS, data=st.data())
def test_a_state_that_was_dumped_goes_on_as_the_one_that_was_not(key: str, periods, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(periods)))
    system = system_for(key, {"start": 2390} if key == "elo" else {})  # so that some reach the top
    whole, again = system.initial_state(), system.initial_state()
    for day, games in enumerate(periods[:at]):
        whole.rate(games, 90 * day)
    dumped = whole.dump()
    assert dumped is not None
    again.restore(dumped)
    assert again.dump() == dumped
    for day, games in enumerate(periods[at:], start=at):
        assert again.rate(games, 90 * day) == whole.rate(games, 90 * day)


@pytest.fixture
def pool(club: Club, people: list[Person], monkeypatch: pytest.MonkeyPatch) -> Pool:
    """Four events, a week from one another, and a checkpoint after each."""
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)
    for week, games in enumerate((FIRST, SECOND, FIRST, SECOND)):
        closed_event(club, people, games, days=7 * week)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    pool.refresh_from_db()
    return pool


def rated_from(pool: Pool) -> datetime.date | None:
    return replay_from(pool, stored_histories(pool)).rated_from


pytest_db = pytest.mark.django_db


@pytest_db
def test_a_correction_is_rated_from_its_event_on(club: Club, people: list[Person], pool: Pool) -> None:
    assert Checkpoint.objects.filter(pool=pool).count() == 4
    third = DAY + datetime.timedelta(days=14)
    Game.objects.filter(rated_on=third, white=people[0], black=people[1]).update(result="0-1")
    assert rated_from(pool) == third
    recompute(pool.pk)
    assert not difference(pool, replay(pool))
    # What the old games led to is gone: only the games of today are believed.
    closed_event(club, people, FIRST, days=28)
    assert rated_from(pool) == DAY + datetime.timedelta(days=28)
    assert Checkpoint.objects.filter(pool=pool).count() == 4


@pytest_db
def test_other_parameters_begin_from_nothing(pool: Pool) -> None:
    Pool.objects.filter(pk=pool.pk).update(parameters={"k": 19})
    pool.refresh_from_db()
    assert rated_from(pool) is None
    recompute(pool.pk)
    assert not difference(pool, replay(pool))


@pytest_db
def test_lines_that_are_not_those_of_a_finished_recompute_are_not_built_on(
    club: Club, people: list[Person], pool: Pool
) -> None:
    """As a worker leaves them that was killed between two parts."""
    History.objects.filter(pool=pool, person=people[0]).delete()
    Rating.objects.filter(pool=pool, person=people[1]).delete()
    recompute(pool.pk)
    assert not difference(pool, replay(pool))


@pytest_db
def test_a_game_that_is_entered_late_goes_where_it_was_played(club: Club, people: list[Person], pool: Pool) -> None:
    closed_event(club, people, "A-B 1-0", days=10)
    assert rated_from(pool) == DAY + datetime.timedelta(days=10)
    recompute(pool.pk)
    assert not difference(pool, replay(pool))
    assert Pool.objects.get(pk=pool.pk).digest == replay(pool).digest


@pytest_db
def test_large_checkpoints_are_believed_once_the_last_part_is_there(
    club: Club, people: list[Person], pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are written before it. Whoever is killed in between leaves some that nobody takes up."""
    monkeypatch.setattr(ledgers, "MOST_BYTES", 0)
    first = Game.objects.filter(rated_on=DAY, white=people[0], black=people[1])
    first.update(result="0-1")

    def die(*_: object) -> None:
        raise RuntimeError("the machine stops here")

    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(ledgers, "_write_last_part", die)
        recompute(pool.pk)
    assert {bytes(each.digest) for each in Checkpoint.objects.filter(pool=pool)} == {b""}
    assert rated_from(pool) is None
    first.update(result="1-0")
    recompute(pool.pk)
    assert not difference(pool, replay(pool))
    assert Checkpoint.objects.filter(pool=pool).exclude(digest=b"").count() == 4 == Checkpoint.objects.count()
    closed_event(club, people, FIRST, days=28)
    assert rated_from(pool) == DAY + datetime.timedelta(days=28)


def test_a_parameter_that_a_system_gets_later_leaves_lists_as_they_are(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = set(Checkpoint.objects.values_list("digest", flat=True))
    more = Parameter("more", 7, 0, 9, "A parameter that nobody set")
    monkeypatch.setattr(Elo, "known", (*Elo.known, more))
    assert {period.digest for period in read_periods(pool, pool.rating_system)} >= set(map(bytes, kept))
    pool.parameters = {"more": 8}
    assert not {period.digest for period in read_periods(pool, pool.rating_system)} & set(map(bytes, kept))
