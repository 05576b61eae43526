"""Pages of large events come in parts of a hundred rows, and ask the database no more often than small ones."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest import Subtests

from players.models import Account, Club, Person
from testing.factories import ClubFactory, organiser_of
from testing.savepoints import made_once, part, undone
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import DAY, fresh, plan, running
from tournaments.core.event_config import validate
from tournaments.core.loader import load, load_many
from tournaments.entries.services import entries
from tournaments.events.queries.people import MOST_EVENTS, player_page
from tournaments.events.services import events as events_services
from tournaments.events.services import lifecycle
from tournaments.interchange.formats.imported_event import (
    ImportedEntry,
    ImportedEvent,
    ImportedGame,
    ImportedPairing,
    ImportedRound,
)
from tournaments.interchange.services import importing
from tournaments.models import Event

PLAYERS = 260


def swiss(club: Club, organiser: Account, players: int, **changes: object) -> Event:
    """Round 1 of a Swiss as its numbers pair it; White, of the upper half, won everywhere but on the last board."""
    half = players // 2
    won, last = ImportedGame("1-0", DAY), ImportedGame("pending", DAY)
    boards = [
        ImportedPairing("game", number, number + half, (won if number < half else last,))
        for number in range(1, half + 1)
    ]
    incoming = ImportedEvent(
        plan=validate(plan(**{"format": "swiss-dutch", "rounds_planned": 5} | changes)),
        entries=tuple(ImportedEntry(number, number, f"Player {number:03}") for number in range(1, players + 1)),
        rounds=(ImportedRound(tuple(boards)),),
    )
    return confirmed(importing.import_event, club.pk, organiser, incoming, {})


class Made(NamedTuple):
    club: Club
    organiser: Account
    large: Event


@made_once
def made() -> Made:
    club = ClubFactory()
    organiser = organiser_of(club)
    return Made(club, organiser, swiss(club, organiser, PLAYERS))


club, organiser, large = map(part, Made._fields)


def names_on(client: Client, event: Event, page: str) -> Iterator[str]:
    """The players that rows of a page of the event name, by number."""
    text = client.get(f"/events/{event.pk}{page}").content.decode().partition("<table")[2]
    return (name for number in range(1, PLAYERS + 1) if f"{(name := f'Player {number:03}')}</bdi>" in text)


def test_standings_show_a_hundred_places_or_all(large: Event, client: Client) -> None:
    """129 winners by number, then those whom they beat (Buchholz 1), then the two who still play (Buchholz 0)."""
    winners = [f"Player {number:03}" for number in range(1, 130)]
    rest = [f"Player {number:03}" for number in (*range(131, 260), 130, 260)]
    second = client.get(f"/events/{large.pk}?page=2").content.decode()
    cards = [part.split("</bdi>")[0].split("<bdi>")[1] for part in second.split('class="player-card"')[1:]]
    assert cards == [*winners[100:], *rest[:71]]
    everybody = client.get(f"/events/{large.pk}?page=all").content.decode()
    assert everybody.count('class="player-card"') == PLAYERS
    assert client.get(f"/events/{large.pk}?page=3").content.decode().count('class="player-card"') == 60


@pytest.mark.parametrize("page", ["/players", "/crosstable"])
def test_other_tables_come_in_parts_too(large: Event, client: Client, page: str) -> None:
    assert len(list(names_on(client, large, page))) == 100
    assert len(list(names_on(client, large, f"{page}?page=3"))) == 60
    assert len(list(names_on(client, large, f"{page}?page=all"))) == PLAYERS


def test_a_round_opens_at_the_board_whose_reasons_were_asked_for(large: Event, client: Client) -> None:
    assert {"Player 100", "Player 230"} <= set(names_on(client, large, "/pairings/1"))
    shown = set(names_on(client, large, "/pairings/1?why=130"))
    assert {"Player 101", "Player 130", "Player 260"} <= shown and "Player 100" not in shown


def test_the_desk_opens_at_the_first_open_board_and_counts_all_of_them(
    large: Event, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    text = client.get(f"/events/{large.pk}/desk").content.decode()
    assert "Board 130: Player 130 – Player 260" in text and "Board 100:" not in text
    assert 'data-elsewhere="0"' in text
    first = client.get(f"/events/{large.pk}/desk?page=1").content.decode()
    assert "Board 100:" in first and 'data-elsewhere="1"' in first


def test_why_not_is_asked_by_number_where_a_list_would_be_too_long(large: Event, client: Client) -> None:
    answer = client.get(f"/events/{large.pk}/pairings/1?one=1&two=131")
    assert "Player 001 and Player 131 do meet in this round." in answer.content.decode()
    for wrong in ("261", "x", ""):
        assert client.get(f"/events/{large.pk}/pairings/1?one=1&two={wrong}").status_code == 400


def test_games_of_a_large_event_are_shown_round_by_round(club: Club, organiser: Account, client: Client) -> None:
    large = swiss(club, organiser, 640)
    text = client.get(f"/events/{large.pk}/games?round=1&page=4").content.decode()
    assert "Player 301" in text and "Player 300<" not in text
    assert client.get(f"/events/{large.pk}/games?round=9").status_code == 200


def test_a_large_field_is_numbered_by_rating_or_by_lot(club: Club, organiser: Account, client: Client) -> None:
    """301 numbers typed by hand are no form."""
    event = swiss(club, organiser, 302)
    Event.objects.filter(pk=event.pk).update(state="open")
    client.force_login(organiser)
    text = client.get(f"/events/{event.pk}/start").content.decode()
    assert 'value="lot"' in text and 'value="hand"' not in text and "number_" not in text


def test_no_page_asks_more_often_for_more_players(
    large: Event, club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    small = swiss(club, organiser, 6)
    client.force_login(organiser)
    for page in ("", "/pairings/1", "/players", "/games", "/crosstable", "/info", "/desk", "/files"):
        with subtests.test(page):
            counts = []
            for event in (small, large):
                with undone(), CaptureQueriesContext(connection) as asked:
                    client.get(f"/events/{event.pk}{page}")
                counts.append(len(asked))
            assert counts[0] == counts[1]


def test_standings_draw_rounds_and_sums_of_the_row_that_was_asked_for(large: Event, client: Client) -> None:
    """Player 250 lost, and stands on the third part of the table. A small event has all of them at once."""
    plain = client.get(f"/events/{large.pk}?page=3").content.decode()
    assert 'class="sum"' not in plain and 'class="plain rounds"' not in plain and "?row=250#entry-" in plain
    opened = client.get(f"/events/{large.pk}?row=250").content.decode()
    assert "Player 250</bdi>" in opened and opened.count('class="player-card" name="card" open') == 1
    assert opened.count('class="plain rounds"') == 1 and opened.count('class="sum"') == len(large.tie_breaks)
    assert "= 0×1 (lost to Player 120)" in opened
    for odd in ("999", "0", "x", "9" * 30):
        assert client.get(f"/events/{large.pk}?row={odd}").status_code == 200


def test_the_desk_asks_twenty_times_at_most(large: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    client.get(f"/events/{large.pk}/desk")
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/events/{large.pk}/desk")
    assert len(asked) <= 20, [each["sql"] for each in asked.captured_queries]


def test_several_events_are_read_as_one_by_one(club: Club, organiser: Account) -> None:
    events = [
        running(club, organiser, rounds=1),
        running(club, organiser, ("Eve", "Fay"), format="knock-out"),
        swiss(club, organiser, 6),
    ]
    with CaptureQueriesContext(connection) as asked:
        together = load_many(events)
    assert len(asked) == 5
    assert together == [load(event) for event in events]


def test_the_page_of_a_regular_asks_as_often_as_that_of_a_newcomer(club: Club, organiser: Account) -> None:
    """A year of evenings: the newest are listed with the place in each."""
    first = running(club, organiser, ("Ada", "Ben"))
    ada = load(fresh(first)).entries[0].person

    def asked() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            player_page(Person.objects.get(pk=ada))
        return len(queries)

    once = asked()
    for number in range(MOST_EVENTS + 2):
        day = datetime.date(2026, 4, 1) + datetime.timedelta(days=number)
        config = plan(name=f"Evening {number}", starts_on=day, ends_on=day)
        event = events_services.create_event(club.pk, organiser, plan=config)
        for person in {row.person for row in load(fresh(first)).entries}:
            entries.enter_person(event.pk, organiser, person_id=person)
        lifecycle.start_event(event.pk, organiser)
    assert asked() == once + 1  # how many events there are in all
    page = player_page(Person.objects.get(pk=ada))
    assert [line.event.name for line in page.events][:2] == ["Evening 13", "Evening 12"]
    assert (len(page.events), page.events_in_all) == (MOST_EVENTS, MOST_EVENTS + 3)
    assert page.events[0].place is not None and page.events[0].field == 2
