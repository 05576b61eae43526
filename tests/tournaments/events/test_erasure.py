"""Erasing a person changes texts of their own events alone: whole names, what is ticked, and each journal tells."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.models import Job
from common.journal.models import JournalEntry
from games.models import ClaimReason, Game
from games.results.services.results import claim_result
from gipf_engine.messages import Refused
from players.accounts.services.accounts import create_account
from players.erasure.services import erase_person
from players.erasure.texts import MOST_SHOWN, Hits, preview
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from players.people.services.people import create_person, rename_person
from testing.api.caller import Caller
from testing.factories import ClubFactory, MembershipFactory, PersonFactory, administrator, organiser_of, player_in
from testing.tables import changed, rows_of_all_tables
from testing.tournaments.factories import decide, draft, entry, fresh, running, with_players
from tests.database_text import every_word
from tournaments.core.loader import load
from tournaments.entries.services import entries
from tournaments.events.services import lifecycle
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Entry, Event, Reason
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]
NAME = "Anna Winter"
ABOUT = "Founded by Winter, Anna; played in winter. Ask Anna."


@pytest.fixture
def anna(club: Club) -> Person:
    return PersonFactory(name=NAME, member_of=club)


@pytest.fixture
def elsewhere(organiser: Account) -> tuple[Club, Account]:
    """Another club and its organiser, who do not know who organises the first."""
    other = ClubFactory(name="Winter Club", slug="winter")
    return other, organiser_of(other)


def entered(club: Club, organiser: Account, person: Person, **words: str) -> Event:
    """An event of the club in which the person plays the first round."""
    event = with_players(club, organiser, ("Ben", "Cleo", "Dan"), **words)
    entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser)
    rounds.start_round(event.pk, organiser)
    return fresh(event)


def found(hits: Hits) -> list[tuple[str, str]]:
    return [(hit.before, hit.after) for hit in hits.shown]


def test_other_clubs_keep_every_text(club: Club, organiser: Account, elsewhere: tuple[Club, Account]) -> None:
    """Common words for a name, and the person has nothing to do with the club."""
    other, stranger = elsewhere
    for words in ({"name": "Anna Winter League"}, {"name": "Winter", "about": ABOUT, "place": "Anna"}):
        event = running(other, stranger, rounds=1, **words)
        decide(event, stranger, {(event_game(event).white.name, event_game(event).black.name): "1-0"})
    ClaimReason.objects.create(claim=event_game(event).claims.get(), text=ABOUT)
    Reason.objects.create(event=event, version=1, text=NAME)
    Job.objects.create(kind="pair", subject=f"{event.scope}:2", asked_at="2026-03-07T20:00Z",
                       due_at="2030-01-01T00:00Z", error=NAME)  # fmt: skip
    before = rows_of_all_tables()
    for name in (NAME, "Winter", "Anna", "Founded by Winter"):
        person = create_person(actor=organiser, club=club, name=name)
        assert found(preview(organiser, person).wholes) == found(preview(organiser, person).words) == []
        erase_person(actor=organiser, person_id=person.pk)
    assert set(changed(before, rows_of_all_tables())) == {
        "players.Person", "players.Membership", "journal.Scope", "journal.JournalEntry"
    }  # fmt: skip
    assert not JournalEntry.objects.filter(scope__key__in=[other.scope, event.scope], action="scrub-texts").exists()


def event_game(event: Event) -> Game:
    return Game.objects.filter(parent_scope__key=event.scope).earliest("pk")


def test_the_whole_name_goes_and_single_words_where_they_are_ticked(
    club: Club, organiser: Account, anna: Person
) -> None:
    event = entered(club, organiser, anna, name="Winter Cup", about=ABOUT)
    texts = preview(organiser, anna)
    assert found(texts.wholes) == [(ABOUT, "Founded by Player …; played in winter. Ask Anna.")]
    assert [(hit.excerpt.found, hit.what.template) for hit in texts.words.shown] == [
        ("Winter", "Name of the event"), ("winter", "Event information"), ("Anna", "Event information")
    ]  # fmt: skip
    assert texts.stays.shown == ()
    erased = erase_person(actor=organiser, person_id=anna.pk, words=[texts.words.shown[2].key])
    event = fresh(event)
    assert event.name == "Winter Cup"
    assert event.about == f"Founded by {erased.name}; played in winter. Ask {erased.name}."


def test_a_text_that_was_changed_since_is_looked_at_again(club: Club, organiser: Account, anna: Person) -> None:
    event = entered(club, organiser, anna, about="Ask Anna.")
    words = every_word(organiser, anna)
    Event.objects.filter(pk=event.pk).update(about="Ask Anna of the bar.")
    with pytest.raises(Refused, match="changed since it was shown"):
        erase_person(actor=organiser, person_id=anna.pk, words=words)
    assert Person.objects.get(pk=anna.pk).name == NAME


def test_the_journal_of_each_event_lists_what_changed_by_ids(club: Club, organiser: Account, anna: Person) -> None:
    events = [entered(club, organiser, anna, about=about) for about in (NAME, NAME, "Nobody")]
    game = Game.objects.filter(parent_scope__key=events[1].scope, white=anna).first() or Game.objects.get(
        parent_scope__key=events[1].scope, black=anna
    )
    claim_result(game.pk, organiser, "1-0", source="desk", reason=f"{NAME} agreed")
    Entry.objects.filter(event=events[1], members__person=anna).update(details={"title": "FM"})
    erased = erase_person(actor=organiser, person_id=anna.pk)
    lines = JournalEntry.objects.filter(action="scrub-texts").order_by("pk")
    assert [line.scope.key for line in lines] == [event.scope for event in events[:2]]
    assert all(line.actor == organiser.pk and line.data["person"] == anna.pk for line in lines)
    assert lines[0].data["texts"] == [{"model": "event", "id": events[0].pk, "field": "about"}]
    assert lines[1].data["texts"] == [
        {"model": "claimreason", "id": ClaimReason.objects.get().pk, "field": "text"},
        {"model": "event", "id": events[1].pk, "field": "about"},
        {"model": "entry", "id": entry(events[1], erased.name).pk, "field": "details"},
    ]
    says = str(journal_entries(load(fresh(events[1])))[0].text)
    kinds = "reasons of results, information, player's data in the file"
    assert says == f"{erased.name} was erased; the name was removed from: {kinds}"
    assert NAME not in str(list(JournalEntry.objects.values_list("data", flat=True)))


# --- events that others run -----------------------------------------------------------------------------


def test_where_others_run_the_event_the_name_that_they_know_goes(
    club: Club, organiser: Account, anna: Person, elsewhere: tuple[Club, Account]
) -> None:
    event = entered(*elsewhere, anna, name="Winter Cup", about=ABOUT)
    texts = preview(organiser, anna)
    assert found(texts.wholes) == [("Winter, Anna", "Player …")]  # what is around it is not theirs to read
    assert texts.words.shown == texts.stays.shown == ()
    erased = erase_person(actor=organiser, person_id=anna.pk)
    event = fresh(event)
    assert (event.name, event.about) == ("Winter Cup", f"Founded by {erased.name}; played in winter. Ask Anna.")
    assert JournalEntry.objects.get(action="scrub-texts").scope.key == event.scope


def test_a_name_chosen_since_rewrites_nothing_where_others_run_the_event(
    club: Club, organiser: Account, elsewhere: tuple[Club, Account]
) -> None:
    """By renaming, by merging in a record of that name, or by an account of that name."""
    words = {"name": "Winter League", "about": "Time control: 15 minutes"}
    renamed, merged, called = (PersonFactory(name=f"Person {each}", member_of=club) for each in "ABC")
    events = [entered(*elsewhere, person, **words) for person in (renamed, merged, called)]
    rename_person(actor=organiser, person_id=renamed.pk, name="Winter League", country="")
    record = create_person(actor=organiser, club=club, name="Winter League")
    merge_persons(actor=organiser, kept_id=merged.pk, gone_id=record.pk)
    create_account(actor=organiser, club=club, username="minutes", person=called)
    stays = [preview(organiser, person).stays for person in (renamed, merged, called)]
    assert [found(each)[0][0] for each in stays] == ["Winter League", "Winter League", "minutes"]
    for person in (renamed, merged, called):
        erase_person(actor=organiser, person_id=person.pk)
    for event in map(fresh, events):
        assert (event.name, event.about) == (words["name"], words["about"])
    assert not JournalEntry.objects.filter(
        action="scrub-texts", scope__key__in=[event.scope for event in events]
    ).exists()


def test_entering_oneself_gives_no_power_over_an_event_that_has_not_started(
    club: Club, elsewhere: tuple[Club, Account]
) -> None:
    player = player_in(club, name="Winter League")
    assert player.person is not None
    event = with_players(*elsewhere, ("Ben",), name="Winter League", self_entry=True)
    entries.enter_myself(event.pk, player)
    erase_person(actor=player, person_id=player.person.pk)
    assert fresh(event).name == "Winter League"


def test_people_who_erase_themselves_take_the_name_and_what_they_wrote(club: Club, organiser: Account) -> None:
    player = player_in(club, name=NAME)
    assert player.person is not None
    event = entered(club, organiser, player.person, name="Winter Cup", about=ABOUT)
    secret = draft(club, organiser, name=f"Surprise for {NAME}")
    game = Game.objects.filter(parent_scope__key=event.scope).get(**seat_of(event, player.person))
    claim_result(game.pk, player, "1-0", source="page", reason="Anna resigned")
    texts = preview(player, player.person)
    assert found(texts.wholes) == [("Winter, Anna", "Player …")]
    assert found(texts.words) == [("Anna resigned", "Player … resigned")]
    erase_person(actor=player, person_id=player.person.pk, words=[texts.words.shown[0].key])
    name = Person.objects.get(pk=player.person.pk).name
    assert ClaimReason.objects.get().text == f"{name} resigned"
    assert (fresh(event).name, fresh(event).about) == (
        "Winter Cup", f"Founded by {name}; played in winter. Ask Anna."
    )  # fmt: skip
    assert fresh(secret).name == f"Surprise for {NAME}"


def seat_of(event: Event, person: Person) -> dict[str, Person]:
    white = Game.objects.filter(parent_scope__key=event.scope, white=person).exists()
    return {"white" if white else "black": person}


def test_the_servers_administrator_reaches_every_event_of_the_person_and_no_other(
    club: Club, anna: Person, elsewhere: tuple[Club, Account]
) -> None:
    event = entered(*elsewhere, anna, about=ABOUT)
    other = draft(*elsewhere, about=ABOUT)
    actor = administrator()
    erased = erase_person(actor=actor, person_id=anna.pk, words=every_word(actor, anna))
    assert fresh(event).about == f"Founded by {erased.name}; played in {erased.name}. Ask {erased.name}."
    assert fresh(other).about == ABOUT


def test_a_membership_elsewhere_ends_and_that_clubs_journal_says_so(
    club: Club, organiser: Account, anna: Person, elsewhere: tuple[Club, Account]
) -> None:
    other, _stranger = elsewhere
    membership = MembershipFactory(person=anna, club=other)
    erase_person(actor=organiser, person_id=anna.pk)
    line = JournalEntry.objects.get(scope__key=other.scope)
    assert line.data == {
        "person": anna.pk, "texts": [{"model": "membership", "id": membership.pk, "field": "until"}]
    }  # fmt: skip


# --- pages and the API ----------------------------------------------------------------------------------


def test_the_page_shows_what_goes_and_takes_ticks(club: Club, organiser: Account, anna: Person, client: Client) -> None:
    event = entered(club, organiser, anna, name="Winter Cup", about=ABOUT)
    client.force_login(organiser)
    address = f"/clubs/{club.slug}/people/{anna.pk}/erase"
    page = client.get(address).content.decode()
    assert "Founded by <del>Winter, Anna</del> <ins>Player …</ins>; played in winter. Ask Anna." in page
    assert page.count('name="words"') == 3
    key = every_word(organiser, anna)[0]
    refused = client.post(address, {"typed": NAME, "words": ["event.1.about-00000000-0"]})
    assert refused.status_code == 400 and "Look at the words again." in refused.content.decode()
    refused = client.post(address, {"typed": "Anna", "words": [key]})
    assert refused.status_code == 400 and f'value="{key}" id="id_words_0" checked' in refused.content.decode()
    assert client.post(address, {"typed": NAME, "words": [key]}).status_code == 302
    assert fresh(event).name == f"{Person.objects.get(pk=anna.pk).name} Cup"


def test_the_api_shows_the_same_and_erases(club: Club, organiser: Account, anna: Person) -> None:
    event = entered(club, organiser, anna, name="Winter Cup", about=ABOUT)
    caller, path = Caller(organiser), f"/players/{anna.pk}/erasure"
    told = caller.read(path)
    assert told["wholes"] == {
        "shown": [
            {
                "key": told["wholes"]["shown"][0]["key"],
                "scope": event.scope,
                "where": "Winter Cup",
                "what": "Event information",
                "before": ABOUT,
                "after": "Founded by Player …; played in winter. Ask Anna.",
            }
        ],
        "more": 0,
    }
    assert told["words"]["shown"][0]["before"] == "Winter Cup"
    words = [hit["key"] for hit in told["words"]["shown"]]
    assert caller.post(path, {"name": "Ben", "words": words}).status_code == 400
    assert caller.post(path, {"name": NAME, "words": ["event.1.about-00000000-0"]}).status_code == 409
    erased = caller.done(path, {"name": NAME.lower(), "words": words[:1]})
    assert erased == {"id": anna.pk, "name": Person.objects.get(pk=anna.pk).name}
    assert (fresh(event).name, caller.read(path)["words"]["shown"]) == (f"{erased['name']} Cup", [])


def test_long_lists_are_cut_and_say_how_much_is_left(club: Club, organiser: Account, anna: Person) -> None:
    entered(club, organiser, anna, about="Anna " * (MOST_SHOWN + 7))
    words = preview(organiser, anna).words
    assert (len(words.shown), words.more) == (MOST_SHOWN, 7)
