"""Lists of a whole game, and of all games of the project, beside those of rule sets."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from common.jobs.services import run_due
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from ratings.comparison.queries import effects
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Rating
from ratings.models.coverage import all_coverages
from ratings.pools.services.pools import choose_system, pool_for
from ratings.pools.services.recomputes import pools_of
from testing.api.caller import Caller
from testing.factories import administrator
from testing.ratings.factories import AFTER_FIRST, AFTER_SECOND, FIRST, SECOND, closed_event, four

pytestmark = [pytest.mark.django_db, pytest.mark.core]

AFTER_LYNGK = [1582, 1461, *AFTER_SECOND[2:]]
"""A (1567) beats B (1476): the difference of 91 expects .62, and 40 times .38 are 15 points."""


@pytest.fixture
def people(club: Club) -> list[Person]:
    """An event of each of three rule sets, the first two of them of GIPF."""
    people = four(club)
    closed_event(club, people, FIRST, rules="gipf-basic")
    closed_event(club, people, SECOND, days=38, rules="gipf-tournament")
    closed_event(club, people, "A-B 1-0", days=60, rules="lyngk-main")
    return people


def values(pool: Pool, people: list[Person]) -> list[int]:
    found = dict(Rating.objects.filter(pool=pool).values_list("person", "value"))
    return [found[person.pk] for person in people]


def test_what_lists_can_count() -> None:
    keys = [each.key for each in all_coverages()]
    assert keys[-7:] == [
        *("game:dvonn", "game:gipf", "game:lyngk", "game:tzaar", "game:yinsh", "game:zertz", "project"),
    ]
    assert keys[:-7] == [
        *("dvonn-placed", "dvonn-drawn"),
        *("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six"),
        *("tzaar-drawn", "tzaar-fixed", "tzaar-placed"),
        *("yinsh-normal", "yinsh-blitz", "zertz-37", "zertz-48", "zertz-61", "zertz-blitz"),
    ]


@pytest.mark.parametrize("whose", ["club", "server"])
def test_a_list_of_a_game_rates_its_rule_sets_together_and_that_of_the_project_all(
    club: Club, organiser: Account, people: list[Person], whose: str
) -> None:
    owner, actor = (club, organiser) if whose == "club" else (None, administrator())
    game, project = (choose_system(key, owner, actor, "elo") for key in ("game:gipf", "project"))
    run_due()
    recompute(pool_for("gipf-basic", owner).pk)
    assert values(pool_for("gipf-basic", owner), people) == AFTER_FIRST
    assert values(game, people) == AFTER_SECOND
    assert values(project, people) == AFTER_LYNGK
    assert str(game.name) == "GIPF: all rule sets"


def test_a_corrected_result_reaches_the_wider_lists_that_count_it(
    club: Club, organiser: Account, people: list[Person]
) -> None:
    game, project = (choose_system(key, club, organiser, "elo") for key in ("game:gipf", "project"))
    lyngk = Game.objects.get(rules="lyngk-main")
    counting = {pool.coverage.key for pool in pools_of([lyngk]) if pool.club == club}
    assert counting == {"lyngk-main", "project"}
    assert [each.pool for each in effects(lyngk, "0-1") if each.pool.club == club][-1] == project
    run_due()
    claim_result(lyngk.pk, organiser, "0-1", source="desk", reason="Wrong way round.")
    run_due()
    assert values(game, people) == AFTER_SECOND
    # A expected .62 and lost: 40 times -.62 are 25 points
    assert values(project, people) == [1542, 1501, *AFTER_SECOND[2:]]


def test_organisers_begin_one_under_new_list_and_by_the_api(
    club: Club, organiser: Account, people: list[Person], client: Client
) -> None:
    client.force_login(organiser)
    page = client.get(f"/clubs/{club.slug}/ratings/new").content.decode()
    assert '<option value="game:gipf">GIPF: all rule sets</option>' in page
    client.post(f"/clubs/{club.slug}/ratings/new", {"rules": "game:gipf", "system": "elo"})
    run_due()
    shown = client.get(f"/clubs/{club.slug}/ratings?rules=game:gipf").content.decode()
    assert "Ratings: GIPF: all rule sets" in shown and "1567" in shown
    caller = Caller(organiser)
    made = caller.done("/pools", {"rules": "project", "club": club.slug, "system": "live"})
    assert (made["rules"], made["game"], made["covers"], made["system"]) == ("", "", "project", "live")
    assert made["name"] == "All games of the GIPF project"
    listed = caller.read(f"/pools?club={club.slug}")["results"]
    assert [pool["covers"] for pool in listed][-2:] == ["game:gipf", "project"]
    for unknown in ("game:chess", "game:", "chess"):
        assert caller.post("/pools", {"rules": unknown, "club": club.slug, "system": "elo"}).status_code == 409


@pytest.mark.postgresql
def test_a_list_counts_one_thing_once(club: Club) -> None:
    pool_for("game:gipf", club)
    assert pool_for("game:gipf", club) == pool_for("game:gipf", club) != pool_for("game:lyngk", club)
    for wrong in ({"rules": "gipf-basic", "game": "gipf"}, {"game": "gipf"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pool.objects.create(club=club, **wrong)
