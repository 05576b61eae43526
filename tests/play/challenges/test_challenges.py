"""Challenges: to everybody, to a person, by a link; who may take them, and what game comes of it."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from itertools import chain
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.events import ask
from games.models import Game
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.messages import Refused
from play.challenges.services.challenges import (
    MOST_OPEN,
    NewChallenge,
    close_challenge,
    find_challenge,
    open_challenge,
    open_challenges,
    take_challenge,
)
from play.core.errors import PlayRefused
from play.models import Challenge
from players.core.errors import MergeRefused
from players.core.events import PersonErasing
from players.models import Account, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from ratings.models import Pool, Rating
from testing.factories import AccountFactory, PersonFactory, administrator

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def challenger() -> Account:
    return AccountFactory(person=PersonFactory())


@pytest.fixture
def taker() -> Account:
    return AccountFactory(person=PersonFactory())


def wanted(**more: Any) -> NewChallenge:
    return NewChallenge(**{"rules": "gipf-basic", "control": "300+3"} | more)


def test_whoever_takes_a_challenge_plays_at_once_with_the_colours_that_were_asked_for(
    challenger: Account, taker: Account
) -> None:
    game = take_challenge(taker, open_challenge(challenger, wanted(colour="black"))).game
    assert (game.white, game.black) == (taker.person, challenger.person)
    assert (game.rules, game.rated, game.online, game.result) == ("gipf-basic", True, True, "pending")
    assert not open_challenges().exists()


def test_a_handicap_is_played_with(challenger: Account, taker: Account) -> None:
    made = open_challenge(challenger, wanted(colour="white", handicap="0/2"))
    game = take_challenge(taker, made)
    assert game.game.handicap == "0/2"
    view = game.running.reached.position.view()
    assert view.pool("reserve", 1).count == view.pool("reserve", 0).count + 2


def test_lyngk_is_laid_out_by_chance(challenger: Account, taker: Account) -> None:
    games = [take_challenge(taker, open_challenge(challenger, wanted(rules="lyngk-main"))).game for _time in range(2)]
    assert games[0].setup
    assert games[0].setup != games[1].setup


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rules": "chess"}, "not played by two"),
        ({"rules": "guowuguan-gwg"}, "not played by two"),
        ({"control": "bullet"}, "not a time control"),
        ({"control": "1+0"}, "at least five seconds"),
        ({"least": 1800, "most": 1200}, "lowest rating is above"),
        ({"handicap": "4/0", "colour": "white"}, "choose one of 1/0, 0/1, 2/0, 0/2, 3/0, 0/3, or none"),
        ({"handicap": "1/0", "colour": "white", "rules": "lyngk-main"}, "played without a handicap: leave it out"),
        ({"handicap": "1/0", "colour": "white", "rules": "gipf-standard"}, "played without a handicap: leave it out"),
        ({"handicap": "1/0"}, "Choose your colour"),
    ],
)
def test_what_cannot_be_played_is_refused(challenger: Account, fields: dict[str, object], words: str) -> None:
    with pytest.raises(Refused, match=words):
        open_challenge(challenger, wanted(**fields))


def test_the_form_says_at_its_field_that_a_game_has_no_handicap(challenger: Account) -> None:
    client = Client()
    client.force_login(challenger)
    page = client.get("/play/new").content.decode()
    field = page[page.index("<select", page.index("id_handicap") - 80) :].split("</select>")[0]
    assert 'data-games="gipf-basic"' in field
    assert field.count("<optgroup") == 1  # no game but basic GIPF has any
    sent = {"control": "300+3", "audience": "everybody", "colour": "white", "handicap": "1/0"}
    refused = client.post("/play/new", sent | {"rules": "lyngk-main"})
    assert refused.status_code == 400
    field = refused.content.decode().partition('for="id_handicap"')[2].partition("<select")[0]
    assert "LYNGK is played without a handicap: leave it out" in field
    assert client.post("/play/new", sent | {"rules": "gipf-basic"}).status_code == 302


def test_nobody_plays_himself(challenger: Account) -> None:
    with pytest.raises(PlayRefused, match="against yourself"):
        open_challenge(challenger, wanted(audience="person", opponent=challenger.person_id))
    with pytest.raises(PlayRefused, match="against yourself"):
        take_challenge(challenger, open_challenge(challenger, wanted()))


def test_an_account_without_a_person_plays_nothing(challenger: Account) -> None:
    nobody = AccountFactory()
    with pytest.raises(PlayRefused, match="not linked to a person"):
        open_challenge(nobody, wanted())
    with pytest.raises(PlayRefused, match="not linked to a person"):
        take_challenge(nobody, open_challenge(challenger, wanted()))


def test_the_hash_of_a_set_up_is_shown_before_and_its_seed_when_the_game_begins(
    client: Client, challenger: Account, taker: Account
) -> None:
    made = open_challenge(challenger, wanted(rules="lyngk-main"))
    shown = sha256(f"lyngk-setup-1:lyngk-main:{made.seed}".encode()).hexdigest()
    client.force_login(taker)
    for address in ("/play", f"/play/links/{made.token}", "/api/v1/play/challenges"):
        before = client.get(address).content.decode()
        assert shown in before
        assert made.seed not in before
    game = take_challenge(taker, made)
    assert game.game.setup == draw_setup(made.seed)
    page = client.get(f"/play/{game.game.pk}").content.decode()
    assert shown in page
    assert made.seed in page


def test_nothing_is_drawn_for_gipf(client: Client, challenger: Account) -> None:
    assert open_challenge(challenger, wanted()).seed == ""
    assert "Hash of the set-up" not in client.get("/play").content.decode()


def test_a_challenge_that_was_made_before_seeds_were_kept_is_laid_out_too(challenger: Account, taker: Account) -> None:
    made = open_challenge(challenger, wanted(rules="lyngk-main"))
    Challenge.objects.update(seed="")
    made.refresh_from_db()
    game = take_challenge(taker, made)
    assert game.game.setup == draw_setup(game.online.seed)


def test_a_challenge_to_a_person_is_for_him_alone(challenger: Account, taker: Account) -> None:
    made = open_challenge(challenger, wanted(audience="person", opponent=taker.person_id))
    stranger = AccountFactory(person=PersonFactory())
    with pytest.raises(Challenge.DoesNotExist):
        find_challenge(stranger, made.pk)
    with pytest.raises(PlayRefused, match="for another player"):
        take_challenge(stranger, made)
    assert take_challenge(taker, find_challenge(taker, made.pk)).game.online


def test_a_person_without_an_account_is_not_challenged(challenger: Account) -> None:
    with pytest.raises(PlayRefused, match="no account here"):
        open_challenge(challenger, wanted(audience="person", opponent=PersonFactory().pk))


def test_a_challenge_is_withdrawn_declined_and_runs_out(challenger: Account, taker: Account) -> None:
    mine = open_challenge(challenger, wanted())
    with pytest.raises(NotAllowed):
        close_challenge(taker, mine)
    close_challenge(challenger, mine)
    close_challenge(challenger, mine)
    to_you = open_challenge(challenger, wanted(audience="person", opponent=taker.person_id))
    close_challenge(taker, to_you)
    old = open_challenge(challenger, wanted())
    Challenge.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    for challenge in (mine, to_you, old):
        with pytest.raises(PlayRefused, match="no longer open"):
            take_challenge(taker, challenge)
    assert not Game.objects.exists()


def test_a_range_of_ratings_is_kept(challenger: Account, taker: Account) -> None:
    made = open_challenge(challenger, wanted(least=1500, most=1700))
    with pytest.raises(PlayRefused, match="another rating"):
        take_challenge(taker, made)
    pool = Pool.objects.create(rules="gipf-basic")
    rating = Rating.objects.create(
        pool=pool, person=taker.person, value=1701, games=9, provisional=False, last_rated_on=timezone.localdate()
    )
    with pytest.raises(PlayRefused, match="another rating"):
        take_challenge(taker, made)
    Rating.objects.filter(pk=rating.pk).update(value=1700)
    assert take_challenge(taker, made).game.rated


def test_nobody_fills_the_lobby(challenger: Account) -> None:
    for _number in range(MOST_OPEN):
        open_challenge(challenger, wanted())
    with pytest.raises(PlayRefused, match="withdraw one first"):
        open_challenge(challenger, wanted())


def test_whose_account_is_gone_does_not_begin_a_game(challenger: Account, taker: Account) -> None:
    made = open_challenge(challenger, wanted())
    Account.objects.filter(pk=challenger.pk).update(is_active=False)
    with pytest.raises(PlayRefused, match="no longer open"):
        take_challenge(taker, made)


def test_two_who_play_each_other_are_not_merged(challenger: Account, taker: Account) -> None:
    take_challenge(taker, open_challenge(challenger, wanted()))
    assert challenger.person_id is not None and taker.person_id is not None
    Account.objects.filter(pk=taker.pk).update(person=None)  # two accounts are another reason to refuse
    with pytest.raises(MergeRefused, match="playing each other"):
        merge_persons(actor=administrator(), kept_id=challenger.person_id, gone_id=taker.person_id)
    assert Person.objects.get(pk=taker.person_id).merged_into is None


def test_challenges_of_somebody_who_is_erased_are_closed(challenger: Account, taker: Account) -> None:
    open_challenge(challenger, wanted())
    open_challenge(taker, wanted(audience="person", opponent=challenger.person_id))
    stays = open_challenge(taker, wanted())
    person = challenger.person
    assert person is not None
    assert list(chain.from_iterable(ask(PersonErasing(person)))) == []
    assert list(open_challenges()) == [stays]
