"""The lobby: what somebody looks for among the challenges that are open to everybody."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from play.challenges import queries as lobby
from play.challenges.queries import CORRESPONDENCE, REAL_TIME, ChallengeFilter, lobby_page
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.models import Challenge
from players.models import Account, Person
from ratings.models import Pool, Rating
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def challenges() -> dict[str, int]:
    """Four challenges of four people. Ada is rated 1600 in GIPF, Ben 1800; Cora and Dan are not rated."""
    pool = Pool.objects.create(rules="gipf-basic")
    wanted = {
        "Ada": NewChallenge(rules="gipf-basic", control="300+3", colour="white"),
        "Ben": NewChallenge(rules="gipf-basic", control="3days+10", colour="black"),
        "Cora": NewChallenge(rules="gipf-basic", control="600b3x30"),
        "Dan": NewChallenge(rules="lyngk-main", control="300d5"),
    }
    made = {}
    for name, new in wanted.items():
        account: Account = AccountFactory(person=PersonFactory(name=name))
        made[name] = open_challenge(account, new).pk
    for name, value in (("Ada", 1600), ("Ben", 1800)):
        Rating.objects.create(
            pool=pool,
            person=Person.objects.get(name=name),
            value=value,
            games=9,
            provisional=False,
            last_rated_on=timezone.localdate(),
        )
    return made


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (ChallengeFilter(), ["Dan", "Cora", "Ben", "Ada"]),
        (ChallengeFilter(rules="gipf-basic"), ["Cora", "Ben", "Ada"]),
        (ChallengeFilter(clock=REAL_TIME), ["Dan", "Cora", "Ada"]),
        (ChallengeFilter(clock=CORRESPONDENCE), ["Ben"]),
        (ChallengeFilter(colour="black"), ["Dan", "Cora", "Ada"]),
        (ChallengeFilter(colour="white"), ["Dan", "Cora", "Ben"]),
        (ChallengeFilter(least=1600), ["Ben", "Ada"]),
        (ChallengeFilter(most=1799), ["Ada"]),
        (ChallengeFilter(least=1601, most=1799), []),
        (ChallengeFilter(rules="gipf-basic", clock=REAL_TIME, colour="black", most=1600), ["Ada"]),
    ],
)
def test_rules_clock_colour_and_rating_are_looked_for(
    challenges: dict[str, int], wanted: ChallengeFilter, found: list[str]
) -> None:
    assert [row.challenger.name for row in lobby_page(None, wanted).others] == found


def test_ones_own_challenges_are_shown_whatever_is_looked_for(challenges: dict[str, int]) -> None:
    ada = Person.objects.get(name="Ada")
    page = lobby_page(ada, ChallengeFilter(rules="lyngk-main"))
    assert [row.challenge.pk for row in page.own] == [challenges["Ada"]]
    assert [row.challenger.name for row in page.others] == ["Dan"]


def test_ones_own_challenge_is_not_pushed_off_the_page_by_newer_ones(
    challenges: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_SHOWN", 2)
    page = lobby_page(Person.objects.get(name="Ada"))
    assert [row.challenge.pk for row in page.own] == [challenges["Ada"]]
    assert [row.challenger.name for row in page.others] == ["Dan", "Cora"]


def test_the_page_shows_what_its_address_asks_for(client: Client, challenges: dict[str, int]) -> None:
    page = client.get("/play?rules=gipf-basic&clock=real-time&colour=&least=1500&most=").content.decode()
    assert "Ada" in page
    assert not any(name in page for name in ("Ben", "Cora", "Dan"))
    none = client.get("/play?rules=gipf-standard").content.decode()
    assert "No open challenge fits the filter." in none
    wrong = client.get("/play?rules=chess&least=many")
    assert wrong.status_code == 400
    assert "Ada" in wrong.content.decode(), "everything is shown"


def test_what_is_looked_for_stays_where_somebody_else_was_quicker(client: Client, challenges: dict[str, int]) -> None:
    client.force_login(AccountFactory(person=PersonFactory(name="Eve")))
    asked = "?rules=gipf-basic&colour=black"
    take = f"/play/challenges/{challenges['Ada']}/take"
    assert f'action="{take}{asked}"'.replace("&", "&amp;") in client.get(f"/play{asked}").content.decode()
    Challenge.objects.filter(pk=challenges["Ada"]).update(closed_at=timezone.now())
    answer = client.post(take + asked)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "was accepted or withdrawn" in page
    assert "Cora" in page
    assert not any(name in page for name in ("Ben", "Dan"))
    assert '<option value="gipf-basic" selected>' in page


def test_what_is_for_another_rating_cannot_be_taken_on_the_page(client: Client, challenges: dict[str, int]) -> None:
    reader = AccountFactory(person=PersonFactory(name="Eve"))
    open_challenge(
        Account.objects.get(person__name="Ada"), NewChallenge(rules="gipf-basic", control="300+3", least=1700)
    )
    newest = lobby_page(reader.person).others[0]
    assert (newest.challenger.name, newest.fits) == ("Ada", False)
    assert lobby_page(Person.objects.get(name="Ben")).others[0].fits
    client.force_login(reader)
    page = client.get("/play").content.decode()
    assert page.count("Not for your rating") == 1
    assert f"/play/challenges/{newest.challenge.pk}/take" not in page
    assert page.count("/take") == len(challenges)
