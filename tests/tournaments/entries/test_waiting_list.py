"""An event that takes so many players: who comes later waits in order, and moves up where a place becomes free."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from players.core.errors import MergeRefused
from players.erasure.services import erase_person
from players.joining.services import ask_to_join
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of, player_in
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import entry, fresh, last_point, plan, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.queries.events import own_place, places_of, waiting_list
from tournaments.entries.services import entries, leaving, moving_up
from tournaments.entries.services.entries import enter_in_turn
from tournaments.entries.services.joining import approve_request
from tournaments.events.services import events, lifecycle, undo
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Entry, Event, Member, WaitingPlayer
from tournaments.notices import services

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def full(club: Club, organiser: Account, *, most: int = 2, moves_up: bool = True) -> Event:
    """An open event of two players with room for two."""
    event = with_players(club, organiser, ("Ada", "Ben"), self_entry=True)
    moving_up.set_entry_limit(event.pk, organiser, most, moves_up=moves_up)
    return event


def waiter(club: Club, event: Event, name: str) -> Account:
    """A member of that name, who registered and has to wait."""
    account = player_in(club, name=name)
    assert isinstance(entries.enter_myself(event.pk, account), WaitingPlayer)
    return account


def queue(event: Event) -> list[str]:
    return [row.name for row in waiting_list(event)]


def entered(event: Event) -> set[str]:
    return set(Member.objects.filter(event=event).values_list("person__name", flat=True))


def last_line(event: Event) -> str:
    return str(journal_entries(load(event))[0].text)


# --- waiting and moving up ------------------------------------------------------------------------------


def test_who_comes_when_all_places_are_taken_waits_in_order(club: Club, organiser: Account) -> None:
    event = full(club, organiser, most=3)
    assert isinstance(entries.enter_myself(event.pk, player_in(club, name="Cleo")), Entry)
    dan, eva = waiter(club, event, "Dan"), waiter(club, event, "Eva")
    assert queue(event) == ["Dan", "Eva"] and (own_place(event, dan), own_place(event, eva)) == (1, 2)
    assert entered(event) == {"Ada", "Ben", "Cleo"}
    assert last_line(event) == "Eva joined the waiting list"
    with pytest.raises(EventRefused, match="Dan is on the waiting list already"):
        entries.enter_myself(event.pk, dan)
    moving_up.leave_waiting_list(event.pk, dan)
    assert queue(event) == ["Eva"] and own_place(event, eva) == 1
    with pytest.raises(EventRefused, match="You are not on the waiting list"):
        moving_up.leave_waiting_list(event.pk, dan)


def test_the_first_moves_up_when_a_player_leaves_or_is_removed(club: Club, organiser: Account) -> None:
    event = full(club, organiser, most=3)
    cleo = player_in(club, name="Cleo")
    entries.enter_myself(event.pk, cleo)
    for name in ("Dan", "Eva", "Fay"):
        waiter(club, event, name)
    leaving.leave_event(event.pk, cleo)
    assert entered(event) == {"Ada", "Ben", "Dan"} and queue(event) == ["Eva", "Fay"]
    assert last_line(event) == "Cleo was removed from the list. Moved up from the waiting list: Dan"
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    assert entered(event) == {"Ben", "Dan", "Eva"} and queue(event) == ["Fay"]


def test_a_higher_limit_moves_up_and_a_lower_one_sends_nobody_away(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    for name in ("Cleo", "Dan", "Eva"):
        waiter(club, event, name)
    moving_up.set_entry_limit(event.pk, organiser, 4)
    assert entered(event) == {"Ada", "Ben", "Cleo", "Dan"} and queue(event) == ["Eva"]
    moving_up.set_entry_limit(event.pk, organiser, 1)
    assert places_of(event).entered == 4 and places_of(event).is_full and queue(event) == ["Eva"]
    moving_up.set_entry_limit(event.pk, organiser, None)
    assert queue(event) == [] and places_of(event).entered == 5
    changed = JournalEntry.objects.filter(scope__key=event.scope, action="set-entry-limit").order_by("version")
    assert [line.data["changed"]["most"] for line in changed] == [[None, 2], [2, 4], [4, 1], [1, None]]


@pytest.mark.parametrize("most", [0, -1, 10_000])
def test_a_limit_that_cannot_be_is_refused(club: Club, organiser: Account, most: int) -> None:
    event = full(club, organiser)
    with pytest.raises(EventRefused, match="between 1 and 9999"):
        moving_up.set_entry_limit(event.pk, organiser, most)
    assert places_of(event).most == 2


def test_where_the_organiser_decides_nobody_moves_up_and_newcomers_wait_behind(club: Club, organiser: Account) -> None:
    event = full(club, organiser, moves_up=False)
    waiter(club, event, "Cleo"), waiter(club, event, "Dan")
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    assert entered(event) == {"Ben"}
    waiter(club, event, "Eva")
    dan = waiting_list(event)[1]
    moving_up.move_up(event.pk, organiser, dan.id)
    assert entered(event) == {"Ben", "Dan"} and queue(event) == ["Cleo", "Eva"]
    assert last_line(event) == "Dan moved up from the waiting list"
    moving_up.remove_waiting(event.pk, organiser, waiting_list(event)[0].id)
    assert queue(event) == ["Eva"] and last_line(event) == "Cleo was removed from the waiting list"


def test_once_registration_is_closed_the_list_stays_and_nobody_moves_up(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    waiter(club, event, "Cleo"), waiter(club, event, "Dan")
    events.edit_event(event.pk, organiser, plan=plan(self_entry=False))
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    assert entered(event) == {"Ben"} and queue(event) == ["Cleo", "Dan"]
    events.edit_event(event.pk, organiser, plan=plan(self_entry=True))
    assert entered(event) == {"Ben", "Cleo"} and queue(event) == ["Dan"]
    lifecycle.start_event(event.pk, organiser)
    moving_up.set_entry_limit(event.pk, organiser, 5)
    assert entered(event) == {"Ben", "Cleo"} and queue(event) == ["Dan"]
    moving_up.move_up(event.pk, organiser, waiting_list(event)[0].id)
    assert entry(event, "Dan").number == 3, "by hand, as any late entry"


def test_organisers_register_beyond_the_limit_and_who_waited_is_off_the_list(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    cleo = waiter(club, event, "Cleo")
    entries.enter_person(event.pk, organiser, name="Zoe")
    entries.enter_person(event.pk, organiser, person_id=cleo.person_id)
    assert entered(event) == {"Ada", "Ben", "Cleo", "Zoe"} and queue(event) == []


def test_a_request_that_is_approved_waits_where_the_event_is_full(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    asked = ask_to_join(club=club, name="Maria Ek", scope=event.scope).request
    approve_request(organiser, asked.pk)
    assert queue(event) == ["Maria Ek"] and entered(event) == {"Ada", "Ben"}


def test_other_organisers_and_players_move_nobody(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    cleo = waiter(club, event, "Cleo")
    first = waiting_list(event)[0].id
    for account in (cleo, organiser_of(ClubFactory())):
        for act in (
            lambda who=account: moving_up.move_up(event.pk, who, first),
            lambda who=account: moving_up.remove_waiting(event.pk, who, first),
            lambda who=account: moving_up.set_entry_limit(event.pk, who, 9),
        ):
            with pytest.raises(NotAllowed):
                act()
    other = full(club, organiser)
    with pytest.raises(WaitingPlayer.DoesNotExist):
        moving_up.move_up(other.pk, organiser, first)
    assert queue(event) == ["Cleo"]


# --- mail, webhooks, persons ----------------------------------------------------------------------------


def test_who_moves_up_is_told_by_mail_in_their_language(club: Club, organiser: Account, settings: LazySettings) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    event = full(club, organiser)
    cleo = waiter(club, event, "Cleo")
    Account.objects.filter(pk=cleo.pk).update(email="cleo@club.example", language="fa")
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    run_due()
    (sent,) = mail.outbox
    assert sent.to == ["cleo@club.example"] and event.name in sent.subject
    assert sent.subject == f"جای شما در {event.name} قطعی شد" and f"/events/{event.pk}/enter" in sent.body


def test_who_left_meanwhile_gets_no_mail(club: Club, organiser: Account, settings: LazySettings) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    event = full(club, organiser)
    cleo = waiter(club, event, "Cleo")
    Account.objects.filter(pk=cleo.pk).update(email="cleo@club.example")
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    leaving.leave_event(event.pk, cleo)
    run_due()
    assert mail.outbox == []


def test_webhooks_are_told_who_moved_up_and_not_who_waits(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    webhook = services.add_webhook(event.pk, organiser, "https://a.example/x", ["entry.added", "entry.removed"])[0]
    waiter(club, event, "Cleo")
    assert webhook.messages.count() == 0
    leaving.remove_entry(event.pk, organiser, entry(event, "Ada").pk)
    kinds = list(webhook.messages.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["entry.removed", "entry.added"]
    assert f'"entries":[{entry(event, "Cleo").pk}]' in webhook.messages.get(kind="entry.added").body


def test_an_erased_person_waits_no_more_and_two_who_are_there_are_not_merged(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    cleo, dan = waiter(club, event, "Cleo"), waiter(club, event, "Dan")
    ada = entry(event, "Ada").members.get().person
    assert cleo.person is not None and dan.person is not None
    eva = PersonFactory(name="Eva", member_of=club)
    enter_in_turn(event.pk, organiser, eva.pk)
    for kept, gone in ((ada, dan.person), (dan.person, ada), (dan.person, eva)):
        with pytest.raises(MergeRefused, match="registered or waiting"):
            merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    twin = PersonFactory(name="Dan's twin", member_of=club)
    merge_persons(actor=organiser, kept_id=twin.pk, gone_id=dan.person.pk)
    dan.refresh_from_db()
    assert queue(event) == ["Cleo", "Dan's twin", "Eva"] and own_place(event, dan) == 2
    erase_person(actor=organiser, person_id=cleo.person.pk)
    assert queue(event) == ["Dan's twin", "Eva"]
    leaving.remove_entry(event.pk, organiser, entry(event, "Ben").pk)
    assert queue(event) == ["Eva"] and own_place(event, dan) is None


def test_an_undo_takes_off_the_list_who_is_entered_again(club: Club, organiser: Account) -> None:
    event = full(club, organiser, most=3)
    zoe = player_in(club, name="Zoe")
    entries.enter_myself(event.pk, zoe)
    waiter(club, event, "Cleo")
    lifecycle.start_event(event.pk, organiser)
    lifecycle.unstart_event(event.pk, organiser)
    leaving.leave_event(event.pk, zoe)
    assert isinstance(entries.enter_myself(event.pk, zoe), WaitingPlayer) and queue(event) == ["Zoe"]
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="The wrong button.")
    assert entered(event) == {"Ada", "Ben", "Zoe"} and queue(event) == []


# --- pages and API --------------------------------------------------------------------------------------


def test_a_player_joins_the_list_sees_the_place_and_leaves(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    waiter(club, event, "Cleo")
    dan, page = Client(), f"/events/{event.pk}"
    dan.force_login(player_in(club, name="Dan"))
    assert "1 player is waiting" in dan.get(f"{page}/enter").content.decode()
    assert "place 2" in dan.post(f"{page}/join", follow=True).content.decode()
    for address in (page, f"{page}/players", f"{page}/enter"):
        assert "You are on the waiting list, place 2." in dan.get(address).content.decode()
    assert dan.post(f"{page}/waiting/leave").status_code == 302
    assert queue(event) == ["Cleo"] and "place 2" not in dan.get(page).content.decode()
    assert dan.get(f"{page}/waiting").status_code == 403
    seen = Client().get(page).content.decode()
    assert "1 on the waiting list" in seen and "Cleo" not in seen


def test_an_organiser_sets_the_limit_and_moves_players_on_the_page(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, ("Ada", "Ben"), self_entry=True)
    desk, page = Client(), f"/events/{event.pk}/waiting"
    desk.force_login(organiser)
    assert desk.post(f"{page}/limit", {"most": "2"}).status_code == 302
    waiter(club, event, "Cleo"), waiter(club, event, "Dan")
    assert not places_of(event).moves_up
    listed = desk.get(page).content.decode()
    assert "Places taken: 2 of 2" in listed and "exceed the limit" in listed
    first, second = re.findall(r"waiting/(\d+)/move-up", listed)
    assert desk.post(f"{page}/{second}/move-up").status_code == 302
    assert desk.post(f"{page}/{first}/remove").status_code == 302
    assert desk.post(f"{page}/{first}/move-up").status_code == 404
    assert entered(event) == {"Ada", "Ben", "Dan"} and queue(event) == []
    refused = desk.post(f"{page}/limit", {"most": "0"})
    assert refused.status_code == 400 and 'value="0"' in refused.content.decode()
    stale = fresh_version(event) - 20 if fresh_version(event) > 20 else 1
    assert desk.post(f"{page}/limit", {"most": "8", "version": str(stale)}).status_code == 409
    assert places_of(event).most == 2
    assert "exceed the limit" in desk.get(f"/events/{event.pk}/enter").content.decode()


def test_registration_is_called_open_only_where_a_place_is_to_be_had(club: Club, organiser: Account) -> None:
    closed = with_players(club, organiser, ("Ada", "Ben"), name="By Hand", self_entry=False)
    event = full(club, organiser, most=3)

    def badge(shown: Event) -> str:
        page = Client().get(f"/events/{shown.pk}").content.decode()
        found = re.search(r'<span class="badge [a-z]*">(?:<svg.*?</svg>)?([^<]*)</span>', page)
        return found[1] if found else ""

    def card() -> str:
        return Client().get(f"/clubs/{club.slug}").content.decode()

    assert badge(closed) == "Announced" and badge(event) == "Open for registration"
    assert ">Register</a>" in card() and "Join the waiting list" not in card()
    entries.enter_myself(event.pk, player_in(club, name="Cleo"))
    assert badge(event) == "Full, with a waiting list"
    assert ">Register</a>" not in card() and ">Join the waiting list</a>" in card()
    moving_up.set_entry_limit(event.pk, organiser, 4, moves_up=False)
    assert badge(event) == "Open for registration"
    moving_up.set_entry_limit(event.pk, organiser, 3, moves_up=False)
    waiter(club, event, "Dan")
    moving_up.set_entry_limit(event.pk, organiser, 9, moves_up=False)
    assert badge(event) == "Full, with a waiting list", "who comes now waits behind Dan"


def fresh_version(event: Event) -> int:
    return JournalEntry.objects.filter(scope__key=fresh(event).scope).count()


def test_the_api_says_the_same(club: Club, organiser: Account) -> None:
    event = full(club, organiser)
    path, desk, player = f"/events/{event.pk}", Caller(organiser), Caller(player_in(club, name="Cleo"))
    answer = player.ask("POST", f"{path}/entries/me")
    assert (answer.status_code, answer.json()) == (202, {"place": 1})
    assert player.ask("GET", f"{path}/waiting/me").json() == {"place": 1}
    (row,) = desk.ask("GET", f"{path}/waiting").json()["results"]
    assert (row["place"], row["player"]["name"]) == (1, "Cleo")
    limit = {"most": 2, "moves_up": True, "entered": 2, "waiting": 1}
    assert Caller(AccountFactory()).ask("GET", f"{path}/entry-limit").json() == limit
    moved = desk.ask("POST", f"{path}/waiting/{row['id']}/move-up", {})
    assert moved.status_code == 201 and moved.json()["player"]["name"] == "Cleo"
    assert desk.ask("PUT", f"{path}/entry-limit", {"most": 3}).json() == limit | {"most": 3, "entered": 3, "waiting": 0}
    dan = Caller(player_in(club, name="Dan"))
    dan.ask("POST", f"{path}/entries/me")
    assert dan.ask("DELETE", f"{path}/waiting/me").status_code == 204 and queue(event) == []
