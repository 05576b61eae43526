"""Files that bring an event in, and what checks one that went out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from common.journal.models import JournalEntry
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.system.html_forms import html_forms
from testing.tournaments.confirming import confirm_by_api, confirmed
from testing.tournaments.factories import game, running, swiss_after_round_1
from testing.tournaments.round_trips import NINE, WISHES, exported, play_somehow, taken_in
from tests.engine.commands.conftest import Runner, folder, run
from tests.tournaments.checklist.test_hand_pairing import confirm_page
from tests.tournaments.checklist.ways import REFUSED
from tournaments.core.errors import ConfirmationNeeded
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.services import importing
from tournaments.models import Event
from tournaments.rounds.services import hand_pairing, round_drafts
from tournaments.rounds.services.hand_pairing import HandStep, StepKind
from tournaments.rounds.services.rounds import RoundOptions

__all__ = ["folder", "run"]
pytestmark = pytest.mark.django_db


def _stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Event, Person, JournalEntry))


def test_a58_defects_are_refused_by_line_or_listed_before_anything_is_stored(club: Club, organiser: Account) -> None:
    file = exported(swiss_after_round_1(club, organiser), "trf26")
    client, caller, address = signed_in(organiser), Caller(organiser), f"/clubs/{club.slug}/events/import"
    before = _stored()
    wrong = file.replace(b" w 1", b" q 1")
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", wrong)})
    assert page.status_code in REFUSED and "line" in page.content.decode()
    answer = caller.post("/events/import", {"club": club.slug, "file": wrong.decode()})
    assert answer.status_code in REFUSED and "line" in answer.content.decode()
    repaired = file.replace(b"062 4", b"062 5")
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", repaired)})
    assert page.status_code == 200 and "the number was replaced" in page.content.decode()
    checked = caller.done("/events/import", {"club": club.slug, "file": repaired.decode(), "check": True})
    assert checked["event"] is None and "the number was replaced" in checked["repairs"][0]
    assert _stored() == before


def test_a60_a_command_replays_an_exported_event_and_names_what_is_wrong(
    club: Club, organiser: Account, run: Runner, folder: Path
) -> None:
    event = running(club, organiser, NINE, format="swiss-dutch", rounds_planned=5, tie_breaks=("BH", "TPN"))
    play_somehow(event, organiser, 5)
    file = exported(event, "trf26")
    (folder / "right.trf").write_bytes(file)
    assert run("checkpairings", "right.trf").code == 0
    assert run("generatetournament", "--seed", 7, "--count", 3, "--out", "made").code == 0
    made = sorted((folder / "made").iterdir())
    assert run("checkpairings", *made).code == 0
    assert run("generatetournament").out != run("generatetournament").out
    assert run("generatetournament", "--seed", 7).out == run("generatetournament", "--seed", 7).out


def test_a60_a_wrong_board_and_a_wrong_place_are_named(
    club: Club, organiser: Account, run: Runner, folder: Path
) -> None:
    event = running(club, organiser, NINE[:4], format="swiss-dutch", rounds_planned=2, tie_breaks=("TPN",))
    play_somehow(event, organiser, 1)
    text = exported(event, "trf26").decode()
    (folder / "seats.trf").write_text(text.replace("3 w", "3 b").replace("1 b", "1 w"))
    answer = run("checkpairings", "seats.trf")
    assert answer.code == 1 and "round 1, board 1" in answer.out


# --- A55, A59: what is imported is checked --------------------------------------------------------------


def _round_robin(rounds: Sequence[str]) -> bytes:
    """A TRF of four who met as `rounds` say, as in "1-2 3-4"; White always won."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, 5)}
    for boards in rounds:
        for board in boards.split():
            white, black = map(int, board.split("-"))
            cells[white].append(f"{black:6d} w 1")
            cells[black].append(f"{white:6d} b 0")
    lines = ["012 By hand", "192 CUSTOM_ROUNDROBIN", f"XXR {len(rounds)}"]
    for number, own in cells.items():
        points = sum(cell.endswith("1") for cell in own)
        name = f"Player {'ABCD'[number - 1]}"
        lines.append(
            f"001 {number:4d}      {name:33s}{points:>37.1f} {number:4d}" + "".join(f"{cell:>10s}" for cell in own)
        )
    return ("\r\n".join(lines) + "\r\n").encode()


def _said(data: bytes) -> list[str]:
    return [str(caution.message) for caution in check_rounds(importers.parse(data, WISHES)).cautions]


def test_a55_a_round_robin_made_by_hand_counts_when_all_meet_once_in_any_order() -> None:
    """The tables of FIDE give 1-4 2-3 first; here other boards come first, with other colours."""
    assert _said(_round_robin(["2-1 4-3", "1-4 3-2", "3-1 2-4"])) == []


def test_a55_pairs_that_meet_twice_or_never_are_listed() -> None:
    assert _said(_round_robin(["1-2 3-4", "1-4 2-3", "2-1 4-3"])) == [
        "Player A and Player B would meet 2 times in the event instead of 1",
        "Player A and Player C would meet 0 times in the event instead of 1",
        "Player B and Player D would meet 0 times in the event instead of 1",
        "Player C and Player D would meet 2 times in the event instead of 1",
    ]


def test_a55_at_the_desk_a_change_by_hand_lists_the_pairs(club: Club, organiser: Account) -> None:
    """Four: round 1 is 1-4 2-3. With 4 and 3 exchanged, 1-3 and 2-4 would come again in a later round."""
    event = running(club, organiser, NINE[:4], format="round-robin")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    confirmed(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind.EXCHANGE, one=4, other=3))
    with pytest.raises(ConfirmationNeeded) as needed:
        hand_pairing.end_hand_pairing(event.pk, organiser, reason="Dan comes late.")
    told = [str(each.message) for each in needed.value.cautions if each.key == "meetings"]
    assert "Ada and Cleo would meet 2 times in the event instead of 1" in told
    assert "Ada and Dan would meet 0 times in the event instead of 1" in told


def _with_rematch(club: Club, organiser: Account) -> bytes:
    """A Swiss of four whose second round repeats the first, with the colours swapped."""
    event = swiss_after_round_1(club, organiser)
    lines = exported(event, "trf26").split(b"\r\n")
    again = {b" w 1": b" b 0", b" b 0": b" w 1", b" b 1": b" w 0", b" w 0": b" b 1"}
    for at, line in enumerate(lines):
        if line.startswith(b"001"):
            cell = line[91:99]
            lines[at] = line[:80] + b" 1.0" + line[84:89] + b"  " + cell + b"  " + cell[:4] + again[cell[4:]]
    return b"\r\n".join(line for line in lines if not line.startswith((b"### Not final", b"132")))


def test_a59_a_rematch_is_listed_asked_logged_and_kept_as_a_comment(club: Club, organiser: Account) -> None:
    file = _with_rematch(club, organiser)
    client, caller, address = signed_in(organiser), Caller(organiser), f"/clubs/{club.slug}/events/import"
    told = "round 2: Cleo and Ada have met before"
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", file)})
    assert page.status_code == 200 and "have met before" in page.content.decode()
    before = _stored()
    body = {"club": club.slug, "file": file.decode()}
    checked = caller.done("/events/import", body | {"check": True})
    assert told in checked["breaches"] and any("the rules give" in each for each in checked["breaches"])
    answer = caller.post("/events/import", body)
    assert answer.status_code == 409 and "rematch" in {each["key"] for each in error(answer)["cautions"]}
    incoming = importers.parse(file, WISHES)
    with pytest.raises(ConfirmationNeeded):
        importing.import_event(club.pk, organiser, incoming, {})
    assert _stored() == before
    other = importers.parse(file.replace(b"012 Spring", b"012 Other"), WISHES)
    copy = confirmed(importing.import_event, club.pk, organiser, other, {})
    line = JournalEntry.objects.filter(scope__key=copy.scope, action="import-event").get()
    assert "Import @ Round 2: 3 and 1 have met before" in line.data["breaches"]
    assert "Ada" not in str(line.data)
    again = exported(copy, "trf26")
    assert b"### Import @ Round 2: 3 and 1 have met before\r\n" in again
    twice = confirmed(importing.import_event, club.pk, organiser, importers.parse(again, WISHES), {})
    assert exported(twice, "trf26") == again
    made = confirm_by_api(caller, "/events/import", body)
    assert made["event"]["rounds"] == 2


def test_a59_of_a_board_whose_game_is_void_nobody_can_say_who_began(club: Club, organiser: Account) -> None:
    """Dan began against Ben as the rules have it; the lower number is Ben's."""
    event = swiss_after_round_1(club, organiser)
    assert check_rounds(importers.parse(exported(event, "json"), WISHES)).lines == []
    claim_result(game(event, "Dan", "Ben").pk, organiser, "void", source="desk", reason="wrong board", role="arbiter")
    first = exported(event, "json")
    assert check_rounds(importers.parse(first, WISHES)).lines == []
    assert exported(taken_in(first, club, organiser), "json") == first


def test_a59_of_a_match_whose_first_game_is_void_nobody_can_say_who_began_it(club: Club, organiser: Account) -> None:
    """Dan began the first of two games against Ben; the second, which Ben began, is all that counts."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=2, games_per_round=2, rounds=1)
    claim_result(game(event, "Dan", "Ben").pk, organiser, "void", source="desk", reason="wrong board", role="arbiter")
    first = exported(event, "json")
    assert check_rounds(importers.parse(first, WISHES)).lines == []
    assert exported(taken_in(first, club, organiser), "json") == first


def test_a59_on_the_page_it_is_asked_once_more(club: Club, organiser: Account) -> None:
    file = _with_rematch(club, organiser)
    client, address = signed_in(organiser), f"/clubs/{club.slug}/events/import"
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", file)})
    form = next(each for each in html_forms(address, page.content.decode()) if "sent" in each.fields)
    count = Event.objects.count()
    asked = client.post(address, form.untouched())
    assert asked.status_code == 409 and "have met before" in asked.content.decode() and Event.objects.count() == count
    assert confirm_page(client, asked).status_code == 302 and Event.objects.count() == count + 1
