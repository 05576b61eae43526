"""Two organisers who import at the same moment: no player, no event and no game is lost, none is there twice."""

from __future__ import annotations

from datetime import date
from functools import partial

import pytest

from games.models import Game
from players.models import Account, Club, Person, Upload
from players.uploads.forms import keep_text
from players.uploads.services import UploadRefused, use_up
from testing.factories import organiser_of
from testing.tournaments.factories import draft
from tests.engine.trf.trf_lines import file, player
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.entries.services.entries import ListedEntry, enter_listed
from tournaments.interchange.formats.importers import ImportOptions, parse_sent
from tournaments.interchange.services.importing import import_event
from tournaments.models import Entry, Event, Pairing

pytestmark = [
    pytest.mark.usefixtures("no_pauses"),
    pytest.mark.usefixtures("real_database"), pytest.mark.django_db(transaction=True), pytest.mark.postgresql,
]  # fmt: skip
LIST = [ListedEntry(f"Player Number{number:02d}", None, "", None, {}) for number in range(24)]
OPTIONS = ImportOptions(time_zone="UTC", today=date(2026, 11, 1), rules="gipf-standard", format="swiss-dutch")


def event_of(one: str, two: str) -> bytes:
    """An event of two players and one game, which the first has won."""
    lines = player(1, "   2 w 1", points="1.0", name=one), player(2, "   1 b 0", points="0.0", name=two)
    return file("012 Cup", *lines).encode()


def test_one_list_by_two_organisers_is_registered_once(club: Club, organiser: Account) -> None:
    event, other = draft(club, organiser), organiser_of(club)
    done = at_once(*[partial(enter_listed, event.pk, account, LIST) for account in (organiser, other)])
    assert sorted(type(each).__name__ for each in done) == ["EventRefused", "list"], done
    assert any("registered already" in str(each) for each in done if isinstance(each, EventRefused))
    assert (Entry.objects.count(), Person.objects.filter(name__startswith="Player").count()) == (24, 24)


def test_two_lists_by_two_organisers_are_both_registered(club: Club, organiser: Account) -> None:
    event, other = draft(club, organiser), organiser_of(club)
    done = at_once(
        partial(enter_listed, event.pk, organiser, LIST[:12]), partial(enter_listed, event.pk, other, LIST[12:])
    )
    assert [len(each) for each in done if isinstance(each, list)] == [12, 12], done
    assert (Entry.objects.count(), Person.objects.filter(name__startswith="Player").count()) == (24, 24)


def test_two_files_become_two_whole_events(club: Club, organiser: Account) -> None:
    other = organiser_of(club)
    files = [event_of("Ada One", "Ben One"), event_of("Cleo Two", "Dan Two")]
    done = at_once(
        *[
            partial(import_event, club.pk, account, parse_sent(data, OPTIONS), {})
            for account, data in zip((organiser, other), files, strict=True)
        ]
    )
    assert all(isinstance(each, Event) for each in done), done
    assert (Event.objects.count(), Entry.objects.count(), Pairing.objects.count(), Game.objects.count()) == (2, 4, 2, 2)
    assert Person.objects.filter(name__regex=" (One|Two)$").count() == 4


def test_one_file_that_is_confirmed_twice_at_once_becomes_one_event(club: Club, organiser: Account) -> None:
    upload = keep_text(organiser, event_of("Ada One", "Ben One"))

    def confirm() -> Event:
        incoming = parse_sent(event_of("Ada One", "Ben One"), OPTIONS)
        return import_event(club.pk, organiser, incoming, {}, complete=lambda _event: use_up(upload))

    done = at_once(confirm, confirm)
    assert {type(each) for each in done} == {
        Event,
        UploadRefused,
    }
    assert (Event.objects.count(), Entry.objects.count(), Game.objects.count()) == (1, 2, 1)
    assert Person.staged.filter(name__endswith=" One").count() == 2
    assert not Upload.objects.exists()
