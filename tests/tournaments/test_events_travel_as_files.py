"""A whole event leaves as a file and comes back: the same bytes, whatever was played and however people are called."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest

from games.models import Claim, Game, Record
from games.services import claim_result, hand_in_record
from players.models import Account, Club, Membership, Person
from players.permissions import NotAllowed
from players.services import erase_person
from tests.factories import ClubFactory, PersonFactory, organiser_of
from tests.games.told import WON_BY_BLACK
from tests.tournaments.making import decide, entry, fresh, play, running, table, with_players
from tournaments import services
from tournaments.interchange import reading
from tournaments.interchange.incoming import FileRefused, Incoming
from tournaments.interchange.people import known_people, matches
from tournaments.interchange.reading import Wishes
from tournaments.interchange.writing import FILES
from tournaments.models import Event, Member, Round
from tournaments.plans import plan_of
from tournaments.refusals import EventRefused
from tournaments.rows import load
from tournaments.trf import read

pytestmark = pytest.mark.django_db

NINE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy")
CODES = ("1-0", "0-1", "+-", "1/2-1/2", "--", "1/2-0", "0-0")
WISHES = Wishes(time_zone="Europe/Amsterdam", today=datetime.date(2026, 3, 1))


def exported(event: Event, kind: str) -> bytes:
    return FILES[kind](load(fresh(event)))


def taken_in(data: bytes, club: Club, account: Account) -> Event:
    """The event in a file, whoever is called as a member being that member."""
    incoming = reading.taken(data, WISHES)
    assert [str(repair) for repair in incoming.repairs] == []
    return services.import_event(club.pk, account, incoming, known_people(matches(incoming, club)))


def play_somehow(event: Event, arbiter: Account, rounds: int) -> None:
    for number in range(rounds):
        services.start_round(event.pk, arbiter, despite_open=True, played_on=datetime.date(2026, 3, 7 + number))
        codes = CODES[:3] if event.format == "knock-out" else CODES
        for game in Game.objects.filter(occasion__key=event.scope, result="pending"):
            claim_result(game.pk, arbiter, codes[(game.pk + number) % len(codes)], source="desk")


HELD: list[tuple[str, dict[str, int], int, int, dict[str, Any]]] = [
    ("swiss-dutch", {}, 9, 3, {"rounds_planned": 5}),
    ("swiss-dutch", {}, 4, 0, {"rounds_planned": 3}),
    ("swiss-dutch", {"baku": True}, 9, 2, {"rounds_planned": 5}),
    ("swiss-dutch", {"baku": True}, 8, 0, {"rounds_planned": 5}),
    ("swiss-dutch", {"colour_free": True}, 8, 2, {"rounds_planned": 5, "rated": False}),
    ("swiss-dutch", {"colour_free": True}, 8, 0, {"rounds_planned": 5}),
    ("swiss-dutch", {}, 8, 2, {"rounds_planned": 5, "scoring": {"win": 30, "draw": 10, "pairing_bye": 20}}),
    ("round-robin", {}, 5, 3, {}),
    ("double-round-robin", {"swapped": False}, 4, 2, {}),
    ("knock-out", {"third_place": True}, 6, 2, {}),
    ("league", {"groups": 2, "up": 2}, 9, 2, {}),
    ("scheveningen", {}, 7, 2, {}),
]


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize(("key", "options", "players", "rounds", "more"), HELD)
def test_out_in_and_out_again_gives_the_same_bytes(
    club: Club,
    organiser: Account,
    kind: str,
    key: str,
    options: dict[str, int],
    players: int,
    rounds: int,
    more: dict[str, Any],
) -> None:
    event = running(club, organiser, NINE[:players], format=key, format_options=options, **more)
    play_somehow(event, organiser, rounds)
    if key == "swiss-dutch":
        _wish(event, organiser, rounds, in_some_rounds=kind != "trf16")
    first = exported(event, kind)
    again = taken_in(first, club, organiser)
    assert exported(again, kind) == first
    assert {each.person_id for each in Member.objects.filter(event=again)} == {
        each.person_id for each in Member.objects.filter(event=event)
    }
    assert table(again) == table(event)


def _wish(event: Event, arbiter: Account, paired: int, *, in_some_rounds: bool) -> None:
    """Byes for the next round and a later one, two kept apart, and somebody who left."""
    services.request_bye(event.pk, arbiter, entry(event, "Ben").pk, paired + 1, "half")
    services.request_bye(event.pk, arbiter, entry(event, "Cleo").pk, paired + 2, "zero")
    rounds = {"first_round": 2, "last_round": 3} if in_some_rounds else {}
    services.forbid(event.pk, arbiter, [entry(event, name).pk for name in ("Ada", "Dan")], **rounds)
    services.withdraw(event.pk, arbiter, entry(event, "Dan").pk)


@pytest.mark.parametrize("kind", FILES)
def test_wishes_of_who_left_and_for_rounds_that_fell_away_travel_no_further(
    club: Club, organiser: Account, kind: str
) -> None:
    """Ben asked for half a point in round 1 and left; two were apart until round 4, and there are only two rounds."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=5)
    services.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    services.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    services.forbid(event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Cleo")], last_round=4)
    services.forbid(event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Dan")], first_round=3)
    services.edit_event(event.pk, organiser, plan=replace(plan_of(fresh(event)), rounds_planned=2))
    first = exported(event, kind)
    assert exported(taken_in(first, club, organiser), kind) == first
    if kind != "json":
        assert b" H" not in first and first.count(b"\r\n260" if kind == "trf26" else b"\r\nXXP") == 1


def test_an_imported_event_goes_on_where_it_stood(club: Club, organiser: Account) -> None:
    """Round 2 pairs the winners Ben and Ada, as it would have at home."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    again = taken_in(exported(event, "trf26"), club, organiser)
    assert (again.state, again.rules, again.tie_breaks) == ("running", "gipf-standard", ["BH/C1", "BH", "SB"])
    play(again, organiser, {("Ben", "Ada"): "0-1", ("Cleo", "Dan"): "0-1"})
    assert Claim.objects.filter(game__paired__pairing__round__event=again, source="import").count() == 2


def test_an_event_that_has_not_started_comes_back_as_a_draft(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    ids = [entry(event, name).pk for name in ("Ada", "Cleo")]
    services.forbid(event.pk, organiser, ids)
    services.request_bye(event.pk, organiser, ids[1], 2, "half")
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert again.state == "draft" and exported(again, "json") == first
    with pytest.raises(FileRefused, match="start the event first"):
        exported(event, "trf26")


# --- the event file holds everything --------------------------------------------------------------------


def test_two_games_a_round_travel_in_the_event_file_alone(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=2, games_per_round=2)
    play(
        event,
        organiser,
        {("Ada", "Cleo"): "1-0", ("Cleo", "Ada"): "0-1", ("Ben", "Dan"): "1-0", ("Dan", "Ben"): "1/2-1/2"},
    )
    for kind in ("trf26", "trf16"):
        with pytest.raises(FileRefused) as refusal:
            exported(event, kind)
        assert [str(why) for why in refusal.value.blockers] == [
            "TRF has no place for rounds of two games: export JSON."
        ]
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert table(again) == table(event) == [(1, "Ada", 20), (2, "Ben", 15), (3, "Dan", 5), (4, "Cleo", 0)]


def test_records_annulled_results_and_void_games_travel_in_the_event_file(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rules="gipf-basic", rounds=2)
    made = Game.objects.filter(occasion__key=event.scope).earliest("pk")
    hand_in_record(made.pk, organiser, WON_BY_BLACK, source="desk")
    other = Game.objects.filter(occasion__key=event.scope).exclude(pk=made.pk).earliest("pk")
    decide(event, organiser, {(other.white.name, other.black.name): "0-0"})
    services.withdraw(event.pk, organiser, entry(event, "Dan").pk, annul=True, reason="Ill.")
    with pytest.raises(FileRefused, match="The results of Dan do not count here"):
        exported(event, "trf26")
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    record = Record.objects.get(game__occasion__key=again.scope)
    assert (record.outcome, record.plies) == ("0-1", Record.objects.get(game=made).plies)


def test_what_chance_laid_out_travels_with_the_games(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="lyngk-main", rounds=1)
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    setups = [Game.objects.get(occasion__key=each.scope).setup for each in (event, again)]
    assert setups[0] and setups[0] == setups[1] and exported(again, "json") == first
    with pytest.raises(FileRefused, match="laid out by chance"):
        reading.taken(exported(event, "trf26"), WISHES)


def test_the_reasons_of_a_round_travel_with_it(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    services.start_round(event.pk, organiser)
    again = taken_in(exported(event, "json"), club, organiser)
    assert Round.objects.get(event=again, number=2).known["results"] == "10"


# --- people ---------------------------------------------------------------------------------------------

HOSTILE = (
    "O'Neil, Ann-Marie",
    "سارا نمونه",
    "高橋 花子",
    "Ｆｕｌｌ Ｗｉｄｔｈ",
    "Zoë Ångström",
    "001    1 w 1",
    "192 FIDE_DUTCH_2026",
    "gipfel {}",
    "N. O. T. Anumber 0000 - U",
    '"Quoted" \\ Backslash',
    "Maximiliane Alexandra von und zu Hohenberg-Lützelburg",
    "Maximiliane Alexandra von und zu Hohenberg-Lützelstein",
)


@pytest.mark.parametrize("kind", FILES)
def test_names_of_every_kind_come_back_as_they_were(club: Club, organiser: Account, kind: str) -> None:
    """TRF cuts names at 33 characters: the two long ones are alike there, so that both are taken for somebody new."""
    event = running(club, organiser, HOSTILE, format="swiss-dutch", rounds_planned=5)
    play_somehow(event, organiser, 2)
    first = exported(event, kind)
    again = taken_in(first, club, organiser)
    assert exported(again, kind) == first
    names = {each.name for each in load(again).entries}
    assert names >= set(HOSTILE[:10])
    assert (set(HOSTILE) <= names) == (kind == "json")


def test_whoever_is_called_as_one_member_is_that_member(club: Club, organiser: Account) -> None:
    """One Ada is a member; two Bens are, so that nobody can tell which; Cleo is turned round; Dan is elsewhere."""
    ada = PersonFactory(name="Ada Lovelace", member_of=club)
    bens = [PersonFactory(name="Ben Ten", member_of=club) for _each in range(2)]
    cleo = PersonFactory(name="Cleo de Vries", member_of=club)
    dan = PersonFactory(name="Dan Brown", member_of=ClubFactory())
    home = ClubFactory()
    names = ("Ada Lovelace", "Ben Ten", "de Vries, Cleo", "Dan Brown")
    event = running(home, organiser_of(home), names)
    incoming = reading.taken(exported(event, "trf26"), WISHES)
    found = {match.entry.name: match for match in matches(incoming, club)}
    assert {name: match.chosen for name, match in found.items()} == {
        "Ada Lovelace": ada.pk,
        "Ben Ten": None,
        "de Vries, Cleo": cleo.pk,
        "Dan Brown": None,
    }
    assert {each.id for each in found["Ben Ten"].candidates} >= {each.pk for each in bens}
    assert dan.pk in {each.id for each in found["Dan Brown"].candidates}
    people = known_people(matches(incoming, club)) | {found["Dan Brown"].entry.ref: dan.pk}
    before = Person.objects.count()
    made = services.import_event(club.pk, organiser, incoming, people)
    assert Person.objects.count() == before + 1
    assert {each.person.pk for each in Member.objects.filter(event=made)} >= {ada.pk, cleo.pk, dan.pk}
    assert Membership.objects.filter(club=club, person__name="Ben Ten").count() == 3


def test_two_players_are_never_one_person(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"))
    incoming = reading.taken(exported(event, "json"), WISHES)
    ada = Person.objects.get(name="Ada")
    events = Event.objects.count()
    with pytest.raises(EventRefused, match="These would be one person: Ada, Ben"):
        services.import_event(club.pk, organiser, incoming, {1: ada.pk, 2: ada.pk})
    with pytest.raises(Person.DoesNotExist):
        services.import_event(club.pk, organiser, incoming, {1: 10**9})
    assert Event.objects.count() == events


def test_only_organisers_of_the_club_take_events_in(
    club: Club, organiser: Account, stranger: Account, arbiter_to_be: Account
) -> None:
    incoming = reading.taken(exported(running(club, organiser), "json"), WISHES)
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            services.import_event(club.pk, account, incoming, {})


def test_an_erased_person_is_in_no_file(club: Club, organiser: Account) -> None:
    """Nor is what a file had said of the person and of the event's arbiters and comments."""
    event = running(club, organiser, ("Wilhelmina Quist", "Ben Ten"), rules="gipf-basic")
    data = exported(event, "trf26").decode().replace("062 2", "102 Wilhelmina Quist\r\n112 B. Quist\r\n062 2")
    data = data.replace("001    2     ", "001    2 w   ")
    data = data.replace("### gipfel", "### Thanks to Wilhelmina!\r\n### gipfel")
    incoming = reading.taken(data.encode(), WISHES)
    made = services.import_event(club.pk, organiser, incoming, known_people(matches(incoming, club)))
    assert entry(made, "Wilhelmina Quist").details == {"sex": "w"}
    assert exported(made, "trf26").decode().count("Wilhelmina") == 3
    erase_person(actor=organiser, person_id=Person.objects.get(name="Wilhelmina Quist").pk)
    for kind in FILES:
        text = exported(made, kind).decode()
        assert "Wilhelmina" not in text and "Quist" not in text
    assert fresh(made).file_header["deputies"] != ["B. Quist"]
    assert {tuple(each.details) for each in made.entries.all()} == {()}


# --- what is not taken as it stands ---------------------------------------------------------------------


def _trf(event: Event) -> str:
    return exported(event, "trf26").decode()


@pytest.fixture
def swiss(club: Club, organiser: Account) -> Event:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    return event


def _repairs(text: str) -> list[str]:
    return [str(repair) for repair in reading.taken(text.encode(), WISHES).repairs]


def _without(text: str, *codes: str) -> str:
    """The file without the records of these codes."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(codes))


@pytest.mark.parametrize(
    ("codes", "repair"),
    [
        (("### gipfel",), "The file does not say which game is played: GIPF, standard game was taken."),
        (("042", "132"), "The file says no first day: 2026-03-07 was taken."),
        (("052",), "The file says no last day: 2026-11-20 was taken."),
        (("142",), "The file announces no number of rounds: 1 was taken."),
        (("012",), "The file has no name that can stand here: “Tournament” was put in."),
    ],
)
def test_what_a_file_does_not_say_is_put_in_and_told(swiss: Event, codes: tuple[str, ...], repair: str) -> None:
    Game.objects.filter(occasion__key=swiss.scope).update(played_on=datetime.date(2026, 11, 20))
    assert _repairs(_without(_trf(swiss), *codes)) == [repair]


def test_where_a_file_knows_no_day_it_is_today(swiss: Event) -> None:
    assert _repairs(_without(_trf(swiss), "042", "052", "132")) == [
        "The file says no first day: 2026-03-01 was taken.",
        "The file says no last day: 2026-03-01 was taken.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "repair"),
    [
        ("012 Spring Open", "012 <b>", "The file has no name that can stand here: “Tournament” was put in."),
        ("022 Rotterdam", "022 =1+1", "The city cannot stand here: it was left out."),
        ("### gipfel ", "### gipfel {", "The comment “gipfel …” cannot be read: it was left out."),
        ("062 4", "062 5", "line 5: the number was replaced: there are 4: 062 5"),
    ],
)
def test_every_repair_is_told(swiss: Event, old: str, new: str, repair: str) -> None:
    assert repair in _repairs(_trf(swiss).replace(old, new))


def test_points_that_do_not_follow_and_tie_breaks_that_are_not_known_are_told(swiss: Event) -> None:
    text = _trf(swiss)
    told = _repairs(text.replace("  1.0    1  ", "  3.0    1  ", 1))
    assert len(told) == 1 and told[0].startswith("line ") and "the results were taken" in told[0]
    foreign = _without(text, "### gipfel").replace("202 BH/C1", "202 XYZ,BH/C1")
    assert "The tie-break XYZ cannot stand here: it was left out." in _repairs(foreign)


def test_what_cannot_be_taken_is_refused_by_line(swiss: Event) -> None:
    text = _trf(swiss)
    at = next(number for number, line in enumerate(text.splitlines(), 1) if " Ada " in line)
    with pytest.raises(FileRefused) as refusal:
        reading.taken(text.replace(" Ada ", " <b> ").encode(), WISHES)
    (problem,) = map(str, refusal.value.blockers)
    assert problem.startswith(f"line {at}: The name holds characters that no name has")
    with pytest.raises(FileRefused) as refusal:
        reading.taken(text.replace(" Ada ", ' =HYPERLINK("x") ').encode(), WISHES)
    assert f"line {at}: " in str(refusal.value.blockers[0])
    with pytest.raises(FileRefused, match="there is no entrant"):
        reading.taken(b"012 Nobody\n", WISHES)


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
    ("format", "chess", "format: this is no event file of this house"),
    ("version", 2, "version: this house reads version 1 alone"),
    ("entries", None, "entries: this is missing"),
    ("entries", {}, "entries: this is no list"),
    ("entries.0.name", "<script>", "entries[0].name: The name holds characters"),
    ("entries.0.name", '=HYPERLINK("x")', "entries[0].name: A name begins with a letter or a digit."),
    ("entries.0.name", 7, "entries[0].name: this is no text"),
    ("entries.0.number", 3, "entries: pairing numbers go upwards"),
    ("entries.0.number", -1, "entries[0].number: this number is not between"),
    ("entries.0.number", 10**30, "entries[0].number: this number is not between"),
    ("entries.0.rating", 1500.5, "entries[0].rating: this is no whole number"),
    ("entries.0.country", "nl", "entries[0].country: a country is two letters"),
    ("entries.0.annulled", True, "entries[0].annulled: only the results of somebody who withdrew"),
    ("entries.0.details", {"diary": "x"}, "entries[0].details: this is not known here"),
    ("event.rules", "chess", "event.rules: "),
    ("event.starts_on", "tomorrow", "event.starts_on: this is no day, such as 2026-03-07"),
    ("event.tie_breaks", ["KO"], "event.tie_breaks: KO belongs to its format"),
    ("event.scoring", {"win": 10**9}, "event.scoring: "),
    ("event.secret", 1, "event: secret is not known here"),
    ("header", {"kept": "x"}, "header.kept: this is no list"),
    ("first_colour", "red", "first_colour: this is none of the known values"),
    ("byes", [{"entry": 9, "round": 2, "kind": "half"}], "byes[0].entry: there is no player 9"),
    ("byes", [{"entry": 1, "round": 1, "kind": "half"}], "byes[0].round: this number is not between 2 and 99"),
    (
        "kept_apart",
        [{"entries": [1, 99], "first_round": 1, "last_round": None}],
        "kept_apart[0].entries[1]: there is no",
    ),
    ("rounds.0.pairings", [], "rounds[0].pairings: a round has at least one pairing"),
    ("rounds.0.pairings.0.white", 9, "rounds[0].pairings[0].white: there is no player 9"),
    ("rounds.0.pairings.1.white", 1, "rounds[0].pairings[1].white: this player sits in the round already"),
    ("rounds.0.pairings.0.kind", "friendly", "rounds[0].pairings[0].kind: this is none of the known values"),
    ("rounds.0.pairings.0.games", [], "rounds[0].pairings[0].games: a pairing of this event has 1 games"),
    ("rounds.0.pairings.0.games.0.result", "2-0", "rounds[0].pairings[0].games[0].result: this is none"),
    (
        "rounds.0.pairings.0.games.0.rated",
        "yes",
        "rounds[0].pairings[0].games[0].rated: this is neither true nor false",
    ),
    ("rounds.0.known", {"results": "1"}, "rounds[0].known.results: this does not fit the rounds before"),
    ("rounds.0.deadline", "31 March", "rounds[0].deadline: this is no day"),
]


def test_what_was_known_of_a_round_has_to_fit_who_sat_in_rounds_before(swiss: Event, organiser: Account) -> None:
    services.start_round(swiss.pk, organiser, despite_open=True)
    data = json.dumps(_changed(_json(swiss), "rounds.1.known.last_number", 3)).encode()
    with pytest.raises(FileRefused) as refusal:
        reading.taken(data, WISHES)
    assert str(refusal.value.blockers[0]).startswith("rounds[1].known.last_number: this number is not between 4")


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_an_event_file_names_the_place_that_is_wrong(swiss: Event, path: str, value: Any, message: str) -> None:
    data = json.dumps(_changed(_json(swiss), path, value)).encode()
    with pytest.raises(FileRefused) as refusal:
        reading.taken(data, WISHES)
    assert str(refusal.value.blockers[0]).startswith(message)


@pytest.mark.parametrize(
    "data",
    [b"{", b'{"format": NaN}', b"{" * 5000, b"\xff\xfe{", b'{"format": "gipfel-event", "version": 1}', b"{}", b""],
)
def test_what_is_no_file_of_any_kind_is_refused(data: bytes) -> None:
    with pytest.raises(FileRefused):
        reading.taken(data, WISHES)


def test_a_record_that_is_not_of_its_game_refuses_the_whole_file(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic", rounds=1)
    document = _changed(_json(event), "rounds.0.pairings.0.games.0.records", ["nonsense"])
    incoming: Incoming = reading.taken(json.dumps(document).encode(), WISHES)
    events = Event.objects.count()
    with pytest.raises(FileRefused, match="the record of Ada – Ben: "):
        services.import_event(club.pk, organiser, incoming, {})
    assert Event.objects.count() == events and Person.objects.filter(name="Ada").count() == 1


def test_files_of_other_programs_are_read_as_they_stand(swiss: Event) -> None:
    """The pure reader sees in the house's own file what the house sees."""
    file = read(exported(swiss, "trf26"))
    assert (file.repairs, file.table.rounds_played, file.document.program) == ((), 1, "Gipfel")
    assert [file.table.points(number) for number in (1, 2, 3, 4)] == [10, 10, 0, 0]
