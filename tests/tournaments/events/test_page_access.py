"""Every page of an event and every act on it, asked by everybody: organiser, arbiter, player, stranger, nobody."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest import Subtests

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.roles import Role
from testing.clients import signed_in
from testing.factories import AccountFactory, holder_of, player_in
from testing.savepoints import undone
from testing.tournaments.factories import draft, entry, fresh, game, running, with_players
from tournaments.core.loader import load
from tournaments.models import Entry, Event, Round

TABS = (
    "",
    "/pairings/1",
    "/players",
    "/games",
    "/crosstable",
    "/info",
    "/standings.csv",
    "/crosstable.csv",
    "/event.json",
)
ARBITERS = ("/desk", "/start", "/close", "/pairings/1/edit", "/pairings/1/delete", "/entries/{entry}/withdraw")
ORGANISERS = ("/edit", "/delete", "/reopen")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, rounds=1)


def address(event: Event, path: str) -> str:
    return f"/events/{event.pk}{path.format(entry=entry(event, 'Ada').pk, game=game(event, 'Ada', 'Dan').pk)}"


def are_asked_to_sign_in(urls: list[str]) -> bool:
    return all(Client().get(url).headers["Location"].startswith("/sign-in?next=") for url in urls)


def statuses(account: Account | None, urls: list[str]) -> dict[str, int]:
    """What each page answers to this account, or to a visitor."""
    client = signed_in(account)
    return {url: client.get(url).status_code for url in urls}


def test_what_is_announced_is_open_to_all(event: Event, stranger: Account) -> None:
    urls = [address(event, path) for path in TABS]
    for reader in (None, stranger):
        assert statuses(reader, urls) == dict.fromkeys(urls, 200)
    client = signed_in(stranger)
    assert [url for url in urls if "Desk" in client.get(url).content.decode()] == []


def test_a_draft_is_its_organisers_alone(club: Club, organiser: Account, stranger: Account) -> None:
    event = draft(club, organiser)
    urls = [f"/events/{event.pk}{path}" for path in TABS]
    assert are_asked_to_sign_in(urls)
    for reader, status in ((stranger, 403), (organiser, 200)):
        assert statuses(reader, urls) == dict.fromkeys(urls, status)


def test_pages_of_arbiters_and_organisers_are_closed_to_others(
    event: Event, stranger: Account, organiser: Account
) -> None:
    urls = [address(event, path) for path in (*ARBITERS, *ORGANISERS, "/results/{game}")]
    player = AccountFactory(person=entry(event, "Ada").members.get().person)
    assert are_asked_to_sign_in(urls)
    for reader, status in ((stranger, 403), (player, 403), (organiser, 200)):
        assert statuses(reader, urls) == dict.fromkeys(urls, status)


def test_an_arbiter_opens_the_desk_and_not_the_plan(event: Event, client: Client, arbiter_to_be: Account) -> None:
    client.force_login(holder_of(Role.ARBITER, event.scope, arbiter_to_be))
    for path in (*ARBITERS, "/results/{game}"):
        assert client.get(address(event, path)).status_code == 200, path
    for path in ORGANISERS:
        assert client.get(address(event, path)).status_code == 403, path


ACTS: list[tuple[str, dict[str, str]]] = [
    ("/rounds/start", {"number": "2", "despite_open": "yes"}),
    ("/steps/retract", {}),
    ("/steps/unstart", {}),
    ("/start", {"seeding": "rating"}),
    ("/close", {"early": "yes"}),
    ("/reopen", {"reason": "because"}),
    ("/edit", {"name": "Mine now"}),
    ("/delete", {"typed": "Spring Open"}),
    ("/pairings/1/delete", {"typed": "Round 1"}),
    ("/pairings/1/edit", {"over-the-board": "1", "reason": "because"}),
    ("/enter", {"name": "Eve"}),
    ("/enter", {"names": "Eve\nMallory"}),
    ("/entries/{entry}/remove", {}),
    ("/entries/{entry}/withdraw", {"annul": "yes"}),
    ("/entries/{entry}/readmit", {"reason": "because"}),
    ("/entries/{entry}/bye", {"round": "2", "kind": "half"}),
    ("/results/{game}", {"result": "1-0", "version": "0"}),
]


def test_nobody_else_acts_on_an_event(event: Event, client: Client, stranger: Account, subtests: Subtests) -> None:
    lines, visitor = JournalEntry.objects.count(), Client()
    client.force_login(stranger)
    for path, data in ACTS:
        with subtests.test(path), undone():
            answer = visitor.post(address(event, path), data)
            assert answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in?next=")
            assert client.post(address(event, path), data).status_code == 403
            assert JournalEntry.objects.count() == lines
            assert (Round.objects.count(), Entry.objects.count(), fresh(event).name) == (1, 4, "Spring Open")


def test_an_organiser_of_another_club_makes_no_event_here(club: Club, client: Client, stranger: Account) -> None:
    url = f"/clubs/{club.slug}/events/new"
    assert client.get(url).headers["Location"].startswith("/sign-in?next=")
    client.force_login(stranger)
    assert client.get(url).status_code == 403
    assert client.post(url, {"name": "Mine"}).status_code == 403
    assert not Event.objects.exists()


def test_what_belongs_to_another_event_is_not_found_here(
    event: Event, club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    other = running(club, organiser, ("Eva", "Finn"), rounds=1)
    client.force_login(organiser)
    data = {"result": "1-0", "version": "0", "reason": "x", "round": "1", "kind": "half"}
    eva = f"/entries/{entry(other, 'Eva').pk}"
    acts = ("withdraw", "remove", "readmit", "bye")
    for path in (*(f"{eva}/{act}" for act in acts), f"/results/{game(other, 'Eva', 'Finn').pk}"):
        with subtests.test(path), undone():
            url = f"/events/{event.pk}{path}"
            assert client.get(url).status_code == 404
            assert client.post(url, data).status_code == 404
            assert game(other, "Eva", "Finn").result == "pending" and not entry(other, "Eva").withdrawn


def test_a_pairing_of_another_event_is_not_found_here(
    event: Event, club: Club, organiser: Account, client: Client
) -> None:
    other = running(club, organiser, ("Eva", "Finn"), rounds=1)
    pairing = load(other).rounds[0].pairings[0].id
    client.force_login(organiser)
    answer = client.post(f"/events/{event.pk}/pairings/1/edit", {"over-the-board": str(pairing), "reason": "because"})
    assert answer.status_code == 404
    assert game(other, "Eva", "Finn")


def test_what_is_not_there_is_not_found(db: None) -> None:
    urls = ["/events/999", "/events/99999999999999999999", "/clubs/nowhere", "/people/999"]
    assert statuses(None, urls) == dict.fromkeys(urls, 404)


def test_rounds_that_are_not_there_are_not_found(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    for path in ("/pairings/4", "/pairings/99999", "/pairings/2/edit", "/pairings/2/delete", "/steps/explode"):
        method = client.post if "steps" in path else client.get
        assert method(address(event, path)).status_code == 404, path


def test_what_only_shows_is_not_posted_to(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    pages = [*TABS, "/desk", "/desk/news"]
    assert {path: client.post(address(event, path)).status_code for path in pages} == dict.fromkeys(pages, 405)


def test_what_only_acts_is_not_opened_by_a_link(event: Event, organiser: Account) -> None:
    urls = [address(event, path) for path in ("/rounds/start", "/steps/announce", "/leave")]
    entered = event.entries.count()
    assert statuses(organiser, urls) == dict.fromkeys(urls, 405)
    assert statuses(organiser, [address(event, "/join")]) == {address(event, "/join"): 200}  # with its questions
    assert (Round.objects.count(), event.entries.count()) == (1, entered)


def test_players_enter_and_leave_by_themselves(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, names=(), self_entry=True)
    page = client.get(f"/events/{event.pk}/enter").content.decode()
    assert "Give your name to register, or sign in if you have an account." in page
    assert f'href="/sign-in?next=%2Fevents%2F{event.pk}%2Fenter"' in page and f'href="/events/{event.pk}/ask"' in page
    eve = AccountFactory()
    client.force_login(eve)
    assert "not linked to a player" in client.get(f"/events/{event.pk}/enter").content.decode()
    assert client.post(f"/events/{event.pk}/join").status_code == 409
    client.force_login(player_in(club, name="Ada"))
    assert "Register me" in client.get(f"/events/{event.pk}/enter").content.decode()
    client.post(f"/events/{event.pk}/join")
    assert entry(event, "Ada")
    assert "You are registered" in client.get(f"/events/{event.pk}/enter").content.decode()
    assert client.post(f"/events/{event.pk}/join").status_code == 409
    client.post(f"/events/{event.pk}/leave")
    assert not Entry.objects.exists()
