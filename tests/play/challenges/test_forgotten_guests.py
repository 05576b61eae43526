"""What guests may have at once, and what is left of those who are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.collection.queries.archives import finished_archives
from games.collection.services import confirm_newest, make_archive
from games.models import RecordArchive
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.chat.services import reports
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.core.services.guests import KEPT, MOST_GAMES, Visitor, as_guest, forget_guests
from play.games.services.games import play_turn, resign
from play.models import Challenge, Guest, Sanction
from players.guest_names import GUEST
from players.models import Account, Person
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import play
from tests.play.challenges.test_guests import guest_at, offer, take

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
ADDRESS = "192.0.2.7"


@pytest.fixture
def host() -> Account:
    return AccountFactory(person=PersonFactory(name="Wanda"))


def offer_link(token: str = "") -> tuple[Challenge, str]:
    """A guest offers a game by a link."""
    wanted = NewChallenge(rules="gipf-basic", control="300+3", audience="link", rated=False, guests=True)
    return as_guest(Visitor(token, "Guest", ADDRESS), lambda guest: open_challenge(guest, wanted))


def leave_for_good() -> None:
    Guest.objects.update(seen_at=timezone.now() - KEPT - timedelta(minutes=1))
    forget_guests()


def test_what_a_guest_offers_counts_as_a_game(host: Account) -> None:
    token = ""
    for _each in range(MOST_GAMES - 1):
        _made, token = offer_link(token)
    take(offer(host), token=token)
    with pytest.raises(PlayRefused, match="You have 4 games running"):
        take(offer(host), token=token)
    newest = Challenge.objects.filter(challenger__is_guest=True, closed_at=None).latest("pk")
    Challenge.objects.filter(pk=newest.pk).update(expires_at=timezone.now())
    take(offer(host), token=token)


def test_the_challenge_of_a_forgotten_guest_goes_with_him() -> None:
    made, _token = offer_link()
    Challenge.objects.filter(pk=made.pk).update(expires_at=timezone.now() + timedelta(days=60))
    leave_for_good()
    assert not Challenge.objects.exists() and not Guest.objects.exists()


def test_archives_with_the_name_of_a_forgotten_guest_go(host: Account) -> None:
    game, _token = take(offer(host), name="Zoe (guest)")
    guest = guest_at(game)
    play(game, (host, "g2"))
    play_turn(game, guest, "b3", expect=load_game(game).version)
    resign(game, host)
    make_archive(['[White "Zoe (guest)"]\n\n'])
    assert len(finished_archives()) == 1
    leave_for_good()
    assert Person.guests.get(pk=guest.person_id).name == GUEST
    assert not RecordArchive.objects.exists() and not confirm_newest()


def test_archives_stay_where_a_guest_without_a_game_is_forgotten() -> None:
    offer_link()
    make_archive(['[White "Wanda"]\n\n'])
    leave_for_good()
    assert len(finished_archives()) == 1


def test_sanctions_that_are_long_over_are_deleted(host: Account) -> None:
    now = timezone.now()
    for days in (-1, 1):
        Sanction.objects.create(
            person=host.person,
            kind="mute",
            text="Be kind.",
            until=now - reports.KEPT + timedelta(days=days),
            made_at=now - 2 * reports.KEPT,
            made_by=1,
        )
    reports.delete_old_reports()
    assert [each.until > now - reports.KEPT for each in Sanction.objects.all()] == [True]
