"""Rounds that an arbiter pairs by hand, from the beginning to the end of it, by services, pages and the API.

Swiss of four with the lower number winning always: 1-3 and 4-2 | 2-1 and 3-4 | 1-4 and 3-2, by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Claim, Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.factories import PersonFactory
from testing.system.html_forms import html_forms
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import decide, entry, fresh, game, running
from testing.tournaments.round_trips import NINE, exported, taken_in
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import entries, exclusions
from tournaments.events.services import lifecycle
from tournaments.models import Event, Round, RoundDraft
from tournaments.rounds.services import hand_pairing, round_drafts, rounds
from tournaments.rounds.services.hand_pairing import HandStep, StepKind
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5, "tie_breaks": ("BH",)}
WHY = "The hall closes."


def drafted(club: Club, organiser: Account, players: int = 5, **changes: Any) -> Event:
    """A Swiss with round 1 as a draft."""
    event = running(club, organiser, NINE[:players], **SWISS | changes)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    return event


def by_hand(club: Club, organiser: Account, players: int = 5, **changes: Any) -> Event:
    """A Swiss whose round 1 is being paired by hand: 1-3, 4-2 and the bye of 5 (of five)."""
    event = drafted(club, organiser, players, **changes)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    return event


def step(event: Event, organiser: Account, what: str, one: int, other: int = 0, **more: Any) -> None:
    """A step by hand, confirming whatever it asks."""
    confirmed(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind(what), one=one, other=other, **more))


def end(event: Event, organiser: Account, reason: str = WHY) -> None:
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason=reason)


def places(event: Event) -> list[list[int]]:
    """The pairing numbers at each place of the draft, or of the last round where there is no draft."""
    draft = RoundDraft.objects.filter(event=event).first()
    if draft is not None:
        return [pair[:2] for pair in draft.boards["pairs"]] + [[number] for number, _kind in draft.boards["byes"]]
    rows = load(fresh(event))
    return [[rows.by_id[each].number or 0 for each in pairing.entries] for pairing in rows.rounds[-1].pairings]


def play_round(event: Event, organiser: Account) -> None:
    """The lower number wins everything that is open."""
    rows = load(fresh(event))
    numbers = {person: entry.number or 0 for entry in rows.entries for person in entry.people}
    for each in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
        code = "1-0" if numbers[each.white_id] < numbers[each.black_id] else "0-1"
        claim_result(each.pk, organiser, code, source="desk", role="arbiter")


def without_pairing(club: Club, organiser: Account) -> Event:
    """Four players who have all met: no round 4 is legal."""
    event = running(club, organiser, NINE[:4], **SWISS | {"rounds_planned": 4})
    for _round in range(3):
        rounds.start_round(event.pk, organiser)
        play_round(event, organiser)
    return event


# --- A12 ------------------------------------------------------------------------------------------------


def test_a12_where_no_pairing_is_legal_the_round_is_finished_by_hand(club: Club, organiser: Account) -> None:
    event = without_pairing(club, organiser)
    with pytest.raises(EventRefused, match="pair by hand"):
        rounds.start_round(event.pk, organiser)
    draft = round_drafts.draft_round(event.pk, organiser, RoundOptions())
    assert draft is not None and draft.engine is None and draft.boards == {"pairs": [], "byes": []}
    hand_pairing.begin_hand_pairing(event.pk, organiser, 4)
    assert asked(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind.PAIR, one=1, other=2)) == [
        "rematch"
    ]
    step(event, organiser, "pair", 1, 2)
    step(event, organiser, "pair", 3, 4)
    end(event, organiser)
    confirmed(round_drafts.publish_round, event.pk, organiser)
    assert places(event) == [[1, 2], [3, 4]]
    line = JournalEntry.objects.get(scope__key=event.scope, action="end-hand-pairing")
    assert (line.data["engine"], line.data["differs"], line.data["round"]) == (None, True, 4)


def test_a12_on_pages_and_by_the_api(club: Club, organiser: Account) -> None:
    event, caller = without_pairing(club, organiser), Caller(organiser)
    here = f"/events/{event.pk}/draft"
    made = caller.done(here, {"number": 4})
    assert "cannot be paired" in made["refusal"] and len(made["idle"]) == 4
    client = signed_in(organiser)
    press(client, event, "begin")
    page = press(client, event, "step", step="pair", one="1", other="4")
    assert page.status_code == 409 and "have met before" in page.content.decode()
    assert RoundDraft.objects.get(event=event).boards["pairs"] == []
    confirm_page(client, page)
    confirm_by_api(caller, f"{here}/steps", {"step": "pair", "one": 2, "other": 3})
    round_ = confirm_by_api(caller, f"{here}/end", {"reason": WHY})
    assert [place["white"]["entry"]["number"] for place in round_["places"]] == [1, 2]
    published = confirm_by_api(caller, f"{here}/publish", {})
    assert (published["number"], published["engine"]) == (4, [])


def press(client: Client, event: Event, action: str, **typed: str) -> Any:
    """Press the button of the draft's page that goes to `action`."""
    page, address = f"/events/{event.pk}/draft", f"/events/{event.pk}/draft/{action}"
    forms = [form for form in html_forms(page, client.get(page).content.decode()) if form.path == address]
    usable = [form for form in forms if typed.keys() <= form.fields.keys()]
    return client.post(address, usable[0].untouched() | typed)


def confirm_page(client: Client, page: Any) -> Any:
    """Press the button that does it anyway, as often as it is asked."""
    for _time in range(2):
        if page.status_code != 409:
            break
        (form,) = [each for each in html_forms("/", page.content.decode()) if "confirm" in each.fields]
        page = client.post(form.path, form.untouched())
    return page


# --- A13 ------------------------------------------------------------------------------------------------


def test_a13_everything_can_be_done_to_a_draft_and_to_a_round_nobody_has_played(club: Club, organiser: Account) -> None:
    for public in (False, True):
        event = drafted(club, organiser)
        if public:
            round_drafts.publish_round(event.pk, organiser)
        hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
        assert places(event) == [[1, 3], [4, 2], [5]]
        step(event, organiser, "exchange", 3, 2)
        step(event, organiser, "swap", 1)
        assert places(event) == [[2, 1], [4, 3], [5]]
        step(event, organiser, "unpair", 4)
        step(event, organiser, "unpair", 5)
        step(event, organiser, "pair", 5, 4)
        step(event, organiser, "bye", 3)
        assert places(event) == [[2, 1], [5, 4], [3]]
        end(event, organiser)
        if not public:
            round_drafts.publish_round(event.pk, organiser)
        assert places(event) == [[2, 1], [5, 4], [3]]
        assert game(event, NINE[4], NINE[3]).result == "pending"


def test_a13_a_late_entrant_is_paired_while_others_play(club: Club, organiser: Account) -> None:
    """Round 1 of five is public, and board 1 is decided: who comes now meets the one with the bye."""
    event = running(club, organiser, NINE[:5], rounds=1, **SWISS)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    before = game(event, "Ada", "Cleo")
    entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Zoe", member_of=club).pk)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step(event, organiser, "unpair", 5)
    step(event, organiser, "pair", 5, 6)
    end(event, organiser)
    assert places(event) == [[1, 3], [4, 2], [5, 6]]
    after = game(event, "Ada", "Cleo")
    assert (after.pk, after.result, after.version) == (before.pk, "1-0", before.version)
    assert game(event, "Eve", "Zoe").result == "pending"


def test_a13_what_was_played_or_reported_stays(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:5], rounds=1, **SWISS)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    for what in (HandStep(step=StepKind.UNPAIR, one=1), HandStep(step=StepKind.SWAP, one=3)):
        with pytest.raises(EventRefused, match="board 1 has a result"):
            hand_pairing.take_step(event.pk, organiser, what)
    step(event, organiser, "swap", 4)
    decide(event, organiser, {("Dan", "Ben"): "0-1"})
    with pytest.raises(EventRefused, match="board 2 has a result"):
        confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason=WHY)
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    assert places(event) == [[1, 3], [4, 2], [5]] and Claim.objects.filter(game__result="0-1").count() == 1


def test_a13_where_results_alone_say_who_meets_colours_alone_change(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, format="knock-out")
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    with pytest.raises(EventRefused, match="pairings follow from results alone"):
        hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.EXCHANGE, one=1, other=2))
    first = places(event)[0]
    step(event, organiser, "swap", first[0])
    end(event, organiser)
    assert places(event)[0] == first[::-1]


# --- A14 ------------------------------------------------------------------------------------------------


def test_a14_nothing_of_it_is_public_before_the_end_and_no_round_is_paired_meanwhile(
    club: Club, organiser: Account
) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    before = Caller().read(f"/events/{event.pk}/rounds/1")["boards"]
    step(event, organiser, "swap", 1)
    assert Caller().read(f"/events/{event.pk}/rounds/1")["boards"] == before
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    acts: list[Callable[[], object]] = [
        lambda: rounds.start_round(event.pk, organiser),
        lambda: lifecycle.close_event(event.pk, organiser),
        lambda: hand_pairing.begin_hand_pairing(event.pk, organiser, 1),
    ]
    for act in acts:
        with pytest.raises(EventRefused, match="being paired by hand"):
            act()
    assert Caller(organiser).post(f"/events/{event.pk}/rounds", {"number": 2}).status_code == 409


def test_a14_nothing_changes_a_pairing_outside_a_session(club: Club, organiser: Account) -> None:
    """The page of the round and the API change no colours and no places: each begins a session, which is then ended."""
    event, caller, client = (
        running(club, organiser, NINE[:4], rounds=1, **SWISS),
        Caller(organiser),
        signed_in(organiser),
    )
    edit = f"/events/{event.pk}/pairings/1/edit"
    pairing, (one, other) = load(event).rounds[0].pairings[0].id, (entry(event, name).pk for name in ("Ada", "Ben"))
    assert [form.path for form in html_forms(edit, client.get(edit).content.decode()) if "event" in form.path] == [
        f"/events/{event.pk}/draft/begin"
    ]
    for typed in ({"pairing": str(pairing)}, {"first": str(one), "second": str(other)}):
        assert client.post(edit, typed | {"reason": WHY}).status_code == 404
    for path in ("swap-colours", "exchange"):
        body = {"board": 1, "first": one, "second": other, "reason": WHY}
        assert caller.post(f"/events/{event.pk}/rounds/1/{path}", body).status_code == 404
    assert places(event) == [[1, 3], [4, 2]] and not RoundDraft.objects.exists()
    (begin,) = [form for form in html_forms(edit, client.get(edit).content.decode()) if form.path.endswith("begin")]
    assert client.post(begin.path, begin.untouched()).status_code == 302
    press(client, event, "step", step="swap", one="1")
    press(client, event, "step", step="exchange", one="1", other="2")
    assert load(event).rounds[0].pairings[0].entries == (one, entry(event, "Cleo").pk)
    assert places(event) == [[3, 2], [4, 1]]
    confirm_page(client, press(client, event, "end", reason=WHY))
    assert places(event) == [[3, 2], [4, 1]] and not RoundDraft.objects.exists()


def test_a14_of_two_who_work_on_one_draft_the_second_is_told(club: Club, organiser: Account) -> None:
    event = by_hand(club, organiser)
    seen = RoundDraft.objects.get(event=event).version
    hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.SWAP, one=1), expect=seen)
    with pytest.raises(Stale):
        hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.SWAP, one=4), expect=seen)
    assert places(event)[:2] == [[3, 1], [4, 2]]


# --- A15, A16 -------------------------------------------------------------------------------------------


def cautions(event: Event, organiser: Account, what: str, one: int, other: int = 0, **more: Any) -> list[str]:
    return asked(
        hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind(what), one=one, other=other, **more)
    )


def test_a15_a_rematch_and_a_forbidden_pair_are_asked(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:6], **SWISS)
    exclusions.add_exclusion(event.pk, organiser, [entry(event, name).pk for name in ("Ben", "Dan")])
    rounds.start_round(event.pk, organiser)
    play_round(event, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    for number in range(1, 7):
        if any(number in place for place in places(event)):
            step(event, organiser, "unpair", number)
    one, other = load(fresh(event)).rounds[0].pairings[0].entries
    rows = load(fresh(event))
    met = rows.by_id[one].number or 0, rows.by_id[other].number or 0
    assert cautions(event, organiser, "pair", *met) == ["rematch"]
    assert cautions(event, organiser, "pair", 2, 4) == ["kept-apart"]
    assert places(event) == []


def test_a15_a_second_bye_is_asked(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:5], rounds=1, **SWISS)
    play_round(event, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    step(event, organiser, "unpair", 5)
    assert cautions(event, organiser, "bye", 5) == ["second-bye", "two-byes"]


def test_a15_a_third_equal_colour_and_a_difference_above_two_are_asked(club: Club, organiser: Account) -> None:
    """Number 1 is White twice, by hand; a third time it would be both."""
    event = running(club, organiser, NINE[:8], **SWISS)
    for number in (1, 2, 3):
        round_drafts.draft_round(event.pk, organiser, RoundOptions())
        hand_pairing.begin_hand_pairing(event.pk, organiser, number)
        if number == 3:
            break
        if not any(place[0] == 1 for place in places(event)):
            step(event, organiser, "swap", 1)
        end(event, organiser)
        round_drafts.publish_round(event.pk, organiser)
        play_round(event, organiser)
    assert {"third-colour", "colour-difference"} <= set(cautions(event, organiser, "swap", 1))


def test_a15_the_server_takes_no_key_but_the_one_that_it_gave(club: Club, organiser: Account) -> None:
    event, caller = without_pairing(club, organiser), Caller(organiser)
    here = f"/events/{event.pk}/draft"
    caller.done(here, {"number": 4})
    caller.done(f"{here}/begin", {"number": 4})
    body = {"step": "pair", "one": 1, "other": 2}
    first = caller.post(f"{here}/steps", body)
    assert (first.status_code, error(first)["code"]) == (409, "confirm")
    assert [caution["level"] for caution in error(first)["cautions"]] == [3]
    other = error(caller.post(f"{here}/steps", body | {"one": 3, "other": 4}))["confirm"]
    for wrong in (["yes"], [other], ["true"], [""]):
        assert caller.post(f"{here}/steps", body | {"confirm": wrong}).status_code in (400, 409)
    assert places(event) == []
    caller.done(f"{here}/steps", body | {"confirm": [error(first)["confirm"]]})
    assert places(event) == [[1, 2]]


def test_a47_a_confirmation_is_of_one_act_alone(club: Club, organiser: Account) -> None:
    """The keys of one step confirm no other, nor the same in another event; there is no field that confirms all."""
    one, two = (without_pairing(club, organiser) for _each in range(2))
    for event in (one, two):
        round_drafts.draft_round(event.pk, organiser, RoundOptions())
        hand_pairing.begin_hand_pairing(event.pk, organiser, 4)
    rematch = HandStep(step=StepKind.PAIR, one=1, other=2)
    with pytest.raises(ConfirmationNeeded) as needed:
        hand_pairing.take_step(one.pk, organiser, rematch)
    for event, what in ((two, rematch), (one, HandStep(step=StepKind.PAIR, one=3, other=4))):
        with pytest.raises(ConfirmationNeeded):
            hand_pairing.take_step(event.pk, organiser, what, confirm=[needed.value.key])
    fields = ("force", "override", "skip", "ignore", "yes", "level")
    address, step = f"/events/{one.pk}/draft/steps", {"step": "pair", "one": 1, "other": 2}
    for field in fields:
        answer = Caller(organiser).post(address, step | {field: True})
        assert answer.status_code == 400 and list(answer.json()["fields"]) == [field]
    answer = Caller(organiser).post(address, step)
    assert answer.status_code == 409 and places(one) == []


def test_a16_a_board_where_both_have_the_wrong_colour_names_both(club: Club, organiser: Account) -> None:
    """Round 2 of four brings 2-1, both due to have these colours; the other way round both have the wrong one."""
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    play_round(event, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    assert places(event)[0] == [2, 1]
    step(event, organiser, "swap", 1)
    notice = "Ada is due to be Black and Ben to be White: both have the other colour"
    shown = Caller(organiser).read(f"/events/{event.pk}/draft")["cautions"]
    assert [(each["level"], each["message"]) for each in shown] == [(2, notice)]
    assert notice in signed_in(organiser).get(f"/events/{event.pk}/draft").content.decode()


# --- A17, A18, A45 --------------------------------------------------------------------------------------


def test_a17_the_end_shows_board_by_board_what_the_engine_pairs(club: Club, organiser: Account) -> None:
    event = by_hand(club, organiser, 4)
    step(event, organiser, "exchange", 3, 2)
    with pytest.raises(ConfirmationNeeded) as needed:
        hand_pairing.end_hand_pairing(event.pk, organiser, reason=WHY)
    assert [str(caution.message) for caution in needed.value.cautions] == [
        "board 1: you paired Ada – Ben, the rules give Ada – Cleo, Dan – Ben",
        "board 2: you paired Dan – Cleo, the rules give Ada – Cleo, Dan – Ben",
    ]
    with pytest.raises(EventRefused, match="Give a reason"):
        hand_pairing.end_hand_pairing(event.pk, organiser, confirm=[needed.value.key])
    hand_pairing.end_hand_pairing(event.pk, organiser, reason=WHY, confirm=[needed.value.key])
    round_drafts.publish_round(event.pk, organiser)
    assert Caller().read(f"/events/{event.pk}/rounds/1")["engine"] == [[1, 3], [4, 2]]


def test_a17_an_end_without_a_difference_asks_nothing(club: Club, organiser: Account) -> None:
    event = by_hand(club, organiser)
    step(event, organiser, "swap", 1)
    step(event, organiser, "swap", 1)
    assert hand_pairing.end_hand_pairing(event.pk, organiser) is not None
    round_drafts.publish_round(event.pk, organiser)
    assert Round.objects.get(event=event).by_hand is None


LINE = "### MPA @ Round 1: by hand 1-2 4-3; the engine pairs 1-3 4-2"


def test_a18_journal_and_file_keep_both_and_restoring_the_round_removes_it(club: Club, organiser: Account) -> None:
    event = by_hand(club, organiser, 4)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    line = JournalEntry.objects.get(scope__key=event.scope, action="end-hand-pairing")
    assert [pair[:2] for pair in line.data["changed"]["pairings"][1]["pairs"]] == [[1, 2], [4, 3]]
    assert [pair[:2] for pair in line.data["engine"]["pairs"]] == [[1, 3], [4, 2]]
    assert event.reasons.get(version=line.version).text == WHY
    assert LINE in exported(event, "trf26").decode()
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser, reason="")
    assert places(event) == [[1, 3], [4, 2]]
    assert "MPA" not in exported(event, "trf26").decode()
    assert Round.objects.get(event=event).by_hand is None


@pytest.mark.parametrize("kind", ["trf26", "trf16", "json"])
def test_a45_the_line_survives_export_import_export(club: Club, organiser: Account, kind: str) -> None:
    event = by_hand(club, organiser, 4)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    file = exported(event, kind)
    copy = taken_in(file, club, organiser)
    assert exported(copy, kind) == file
    assert exported(copy, "trf26").decode().count(LINE) == 1
