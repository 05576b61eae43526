"""Files as anybody may have written them: what is put in or left out is told, what is wrong is refused by its place."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from pytest import Subtests

from games.models import Game
from players.models import Account, Club, Person
from testing.tournaments.factories import running, swiss_after_round_1
from testing.tournaments.round_trips import WISHES, exported
from tests.engine.trf.trf_lines import file, player
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.services import importing
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

pytestmark = pytest.mark.django_db


def _trf(event: Event) -> str:
    return exported(event, "trf26").decode()


@pytest.fixture
def swiss(club: Club, organiser: Account) -> Event:
    return swiss_after_round_1(club, organiser)


def _repairs(text: str) -> list[str]:
    return [str(repair) for repair in importers.parse(text.encode(), WISHES).repairs]


def _without(text: str, *codes: str) -> str:
    """The file without the records of these codes."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(codes))


@pytest.mark.parametrize(
    ("codes", "repair"),
    [
        (("### gipfel",), "The file names no game: GIPF, standard game was assumed."),
        (("042", "132"), "The file has no first day: 2026-03-07 was assumed."),
        (("052",), "The file has no last day: 2026-11-20 was assumed."),
        (("142",), "The file gives no number of rounds: 1 was assumed."),
        (("012",), "The file has no usable name: “Tournament” was used."),
    ],
)
def test_what_a_file_does_not_say_is_put_in_and_told(swiss: Event, codes: tuple[str, ...], repair: str) -> None:
    Game.objects.filter(parent_scope__key=swiss.scope).update(played_on=datetime.date(2026, 11, 20))
    assert _repairs(_without(_trf(swiss), *codes)) == [repair]


def test_where_a_file_knows_no_day_it_is_today(swiss: Event) -> None:
    assert _repairs(_without(_trf(swiss), "042", "052", "132")) == [
        "The file has no first day: 2026-03-01 was assumed.",
        "The file has no last day: 2026-03-01 was assumed.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "repair"),
    [
        ("012 Spring Open", "012 <b>", "The file has no usable name: “Tournament” was used."),
        ("022 Rotterdam", "022 =1+1", "The city is not valid here: it was left out."),
        ("### gipfel ", "### gipfel {", "The comment “gipfel …” cannot be read: it was left out."),
        ("062 4", "062 5", "line 5: the number was replaced: there are 4: 062 5"),
    ],
)
def test_every_repair_is_told(swiss: Event, old: str, new: str, repair: str) -> None:
    assert repair in _repairs(_trf(swiss).replace(old, new))


def test_points_that_do_not_follow_and_tie_breaks_that_are_not_known_are_told(swiss: Event) -> None:
    text = _trf(swiss)
    told = _repairs(text.replace("  1.0    1  ", "  3.0    1  ", 1))
    assert len(told) == 1 and told[0].startswith("line ") and "the results were used" in told[0]
    foreign = _without(text, "### gipfel").replace("202 BH/C1", "202 XYZ,BH/C1")
    assert "The tie-break XYZ is not possible here: it was left out." in _repairs(foreign)


def test_what_cannot_be_taken_is_refused_by_line(swiss: Event) -> None:
    text = _trf(swiss)
    at = next(number for number, line in enumerate(text.splitlines(), 1) if " Ada " in line)
    with pytest.raises(FileRefused) as refusal:
        importers.parse(text.replace(" Ada ", " <b> ").encode(), WISHES)
    (problem,) = map(str, refusal.value.blockers)
    assert problem.startswith(f"line {at}: The name contains characters not allowed in names")
    with pytest.raises(FileRefused) as refusal:
        importers.parse(text.replace(" Ada ", ' =HYPERLINK("x") ').encode(), WISHES)
    assert f"line {at}: " in str(refusal.value.blockers[0])
    with pytest.raises(FileRefused, match="there is no entrant"):
        importers.parse(b"012 Nobody\n", WISHES)


def _json(event: Event) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(exported(event, "json"))
    return document


def _changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The document with another value at a path such as rounds.0.pairings.0.white."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = document
    for part in way:
        place = place[part]
    if value is None and isinstance(place, dict):
        del place[last]
    else:
        place[last] = value
    return document


WRONG: list[tuple[str, Any, str]] = [
    ("format", "chess", "format: this is not an event file of Gipfel"),
    ("version", 2, "version: this server reads only version 1"),
    ("entries", None, "entries: this is missing"),
    ("entries", {}, "entries: this is not a list"),
    ("entries.0.name", "<script>", "entries[0].name: The name contains characters"),
    ("entries.0.name", '=HYPERLINK("x")', "entries[0].name: A name must start with a letter or a digit."),
    ("entries.0.name", 7, "entries[0].name: this is not text"),
    ("entries.0.number", 3, "entries: the pairing numbers must increase"),
    ("entries.0.number", -1, "entries[0].number: this number is not between"),
    ("entries.0.number", 10**30, "entries[0].number: this number is not between"),
    ("entries.0.rating", 1500.5, "entries[0].rating: this is not a whole number"),
    ("entries.0.country", "nl", "entries[0].country: a country is two letters"),
    ("entries.0.annulled", True, "entries[0].annulled: only results of players who withdrew"),
    ("entries.0.details", {"diary": "x"}, "entries[0].details: this is unknown here"),
    ("event.rules", "chess", "event.rules: "),
    ("event.starts_on", "tomorrow", "event.starts_on: this is not a date such as 2026-03-07"),
    ("event.tie_breaks", ["KO"], "event.tie_breaks: KO is part of the format"),
    ("event.scoring", {"win": 10**9}, "event.scoring: "),
    ("event.secret", 1, "event: secret is unknown here"),
    ("header", {"kept": "x"}, "header.kept: this is not a list"),
    ("first_colour", "red", "first_colour: this value is unknown"),
    ("lots", {"seed": "mine", "keys": [1, 2, 3, 4]}, "lots: lots need a seed"),
    ("lots.keys", [1, 2, 3, 3], "lots: lots need a seed"),
    ("lots.keys", [1, 2, 3], "lots: lots need a seed"),
    ("lots.keys.3", True, "lots: lots need a seed"),
    ("byes", [{"entry": 9, "round": 2, "kind": "half"}], "byes[0].entry: there is no player 9"),
    ("byes", [{"entry": 1, "round": 1, "kind": "half"}], "byes[0].round: this number is not between 2 and 99"),
    (
        "kept_apart",
        [{"entries": [1, 99], "first_round": 1, "last_round": None}],
        "kept_apart[0].entries[1]: there is no",
    ),
    ("rounds.0.pairings", [], "rounds[0].pairings: a round has at least one pairing"),
    ("rounds.0.pairings.0.white", 9, "rounds[0].pairings[0].white: there is no player 9"),
    ("rounds.0.pairings.1.white", 1, "rounds[0].pairings[1].white: this player is already in the round"),
    ("rounds.0.pairings.0.kind", "friendly", "rounds[0].pairings[0].kind: this value is unknown"),
    ("rounds.0.pairings.0.games", [], "rounds[0].pairings[0].games: a pairing of this event has 1 games"),
    ("rounds.0.pairings.0.games.0.result", "2-0", "rounds[0].pairings[0].games[0].result: this value is unknown"),
    (
        "rounds.0.pairings.0.games.0.rated",
        "yes",
        "rounds[0].pairings[0].games[0].rated: this must be true or false",
    ),
    ("rounds.0.known", {"results": "1"}, "rounds[0].known.results: this does not match the earlier rounds"),
    ("rounds.0.deadline", "31 March", "rounds[0].deadline: this is not a date"),
]


def test_what_was_known_of_a_round_has_to_fit_who_sat_in_rounds_before(swiss: Event, organiser: Account) -> None:
    rounds_services.start_round(swiss.pk, organiser, despite_open=True)
    data = json.dumps(_changed(_json(swiss), "rounds.1.known.last_number", 3)).encode()
    with pytest.raises(FileRefused) as refusal:
        importers.parse(data, WISHES)
    assert str(refusal.value.blockers[0]).startswith("rounds[1].known.last_number: this number is not between 4")


def test_an_event_file_names_the_place_that_is_wrong(swiss: Event, subtests: Subtests) -> None:
    right = json.dumps(_json(swiss))
    for path, value, message in WRONG:
        with subtests.test(path, value=value):
            data = json.dumps(_changed(json.loads(right), path, value)).encode()
            with pytest.raises(FileRefused) as refusal:
                importers.parse(data, WISHES)
            assert str(refusal.value.blockers[0]).startswith(message)


@pytest.mark.parametrize(
    "data",
    [b"{", b'{"format": NaN}', b"{" * 5000, b"\xff\xfe{", b'{"format": "gipfel-event", "version": 1}', b"{}", b""],
)
def test_what_is_no_file_of_any_kind_is_refused(data: bytes) -> None:
    with pytest.raises(FileRefused):
        importers.parse(data, WISHES)


def test_a_record_that_is_not_of_its_game_refuses_the_whole_file(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic", rounds=1)
    document = _changed(_json(event), "rounds.0.pairings.0.games.0.records", ["nonsense"])
    incoming = importers.parse(json.dumps(document).encode(), WISHES)
    events = Event.objects.count()
    with pytest.raises(FileRefused, match="the record of Ada – Ben: "):
        importing.import_event(club.pk, organiser, incoming, {})
    assert Event.objects.count() == events and Person.objects.filter(name="Ada").count() == 1


def test_boards_of_a_file_stand_in_the_order_of_publication() -> None:
    """A file lists players, not boards. FIDE publishes by a pair's higher score, the sum of both, the better number.

    In round 1 all have nothing, so the better number orders: 1, 2, 3. After it 3, 4 and 5 have a point, 7 half a point:
    3-4 (1 and 1) comes before 1-5 (0 and 1), and 2-6 (0 and 0) after both; whoever has no opponent comes last.
    """
    text = file(
        "012 Elsewhere",
        player(1, "   4 w 0,   5 b 0", points="0.0", name="Ada", rank=6),
        player(2, "   5 w 0,   6 b 1", points="1.0", name="Ben", rank=4),
        player(3, "   6 w 1,   4 b 1", points="2.0", name="Cleo", rank=1),
        player(4, "   1 b 1,   3 w 0", points="1.0", name="Dan", rank=3),
        player(5, "   2 b 1,   1 w 1", points="2.0", name="Eve", rank=2),
        player(6, "   3 b 0,   2 w 0", points="0.0", name="Fay", rank=7),
        player(7, "0000 - H,0000 - H", points="1.0", name="Gus", rank=5),
    )
    rounds = importers.parse(text.encode(), WISHES).rounds
    met = [[{pairing.white, pairing.black} for pairing in round_.pairings] for round_ in rounds]
    assert met == [[{1, 4}, {2, 5}, {3, 6}, {7, None}], [{3, 4}, {1, 5}, {2, 6}, {7, None}]]


def test_the_higher_score_of_a_pair_comes_before_the_sum_of_both() -> None:
    """After round 1 Ada and Ben have half a point, Cleo and Eve one: 1-0 comes before ½-½, with the same sum."""
    text = file(
        "012 Elsewhere",
        player(1, "0000 - H,   2 w 1", points="1.5", name="Ada", rank=3),
        player(2, "0000 - H,   1 b 0", points="0.5", name="Ben", rank=4),
        player(3, "   4 w 1,   6 b 1", points="2.0", name="Cleo", rank=1),
        player(4, "   3 b 0,   5 w 0", points="0.0", name="Dan", rank=5),
        player(5, "   6 w 1,   4 b 1", points="2.0", name="Eve", rank=2),
        player(6, "   5 b 0,   3 w 0", points="0.0", name="Fay", rank=6),
    )
    second = importers.parse(text.encode(), WISHES).rounds[1]
    assert [{pairing.white, pairing.black} for pairing in second.pairings] == [{3, 6}, {4, 5}, {1, 2}]
