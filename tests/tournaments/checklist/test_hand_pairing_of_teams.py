"""Matches of teams that an arbiter pairs by hand: the code is that of players, so these are the statements alone.

A Swiss of Ants, Bees, Cats and Dogs (1 to 4, two boards each): 1-3 and 4-2 in round 1, by the rules. Emus are 5.
"""

from __future__ import annotations

from typing import Any

import pytest

from common.journal.models import JournalEntry
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.system.html_forms import html_forms
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import fresh, last_point
from testing.tournaments.round_trips import exported, taken_in
from testing.tournaments.teams import FOUR_TEAMS, Players, hand_in, line_up_all, running_teams, team
from tests.tournaments.checklist.ways import form_to
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.events.services import lifecycle, undo
from tournaments.models import Event, LineUp, PairedGame, Round, RoundDraft
from tournaments.rounds.services import hand_pairing, round_drafts, rounds
from tournaments.rounds.services.hand_pairing import HandStep, StepKind
from tournaments.rounds.services.rounds import RoundOptions
from tournaments.teams.services import byes
from tournaments.teams.services.exclusions import keep_teams_apart
from tournaments.teams.services.leaving import withdraw_team

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "team-swiss", "rounds_planned": 5, "tie_breaks": ("MPVGP",)}
FIVE_TEAMS = {**FOUR_TEAMS, "Emus": ("Eve", "Ed")}
WHY = "The hall closes."


def by_hand(club: Club, organiser: Account, teams: Any = FOUR_TEAMS, **changes: Any) -> tuple[Event, Players]:
    """A Swiss whose round 1 is a draft that is being paired by hand."""
    event, players = running_teams(club, organiser, teams, rounds=0, **SWISS | changes)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    return event, players


def step(event: Event, organiser: Account, what: str, one: int, other: int = 0, **more: Any) -> None:
    """A step by hand, confirming whatever it asks."""
    confirmed(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind(what), one=one, other=other, **more))


def cautions(event: Event, organiser: Account, what: str, one: int, other: int = 0, **more: Any) -> list[str]:
    wanted = HandStep(step=StepKind(what), one=one, other=other, **more)
    return asked(hand_pairing.take_step, event.pk, organiser, wanted)


def end(event: Event, organiser: Account, reason: str = WHY) -> None:
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason=reason)


def places(event: Event) -> list[list[int]]:
    """The numbers of teams at each place of the draft, or of the last round where there is no draft."""
    draft = RoundDraft.objects.filter(event=event).first()
    if draft is not None:
        return [pair[:2] for pair in draft.boards["pairs"]] + [[number] for number, _kind in draft.boards["byes"]]
    rows = load(fresh(event))
    return [[rows.team_by_id[each].number or 0 for each in match.teams] for match in rows.rounds[-1].matches]


def play_round(event: Event, organiser: Account, players: Players, teams: Any = FOUR_TEAMS) -> None:
    """Everybody sits down, and White wins on all boards."""
    line_up_all(event, players, len(load(fresh(event)).rounds), teams)
    for game in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
        claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")


def without_pairing(club: Club, organiser: Account) -> tuple[Event, Players]:
    """Four teams that have all met: no round 4 is legal."""
    event, players = running_teams(club, organiser, rounds=0, **SWISS)
    for _round in range(3):
        rounds.start_round(event.pk, organiser)
        play_round(event, organiser, players)
    return fresh(event), players


def test_teams_a12_where_no_pairing_is_legal_the_round_is_finished_by_hand(club: Club, organiser: Account) -> None:
    """By services and by the API; the journal says that the rules had none."""
    event, _players = without_pairing(club, organiser)
    with pytest.raises(EventRefused, match="pair by hand"):
        rounds.start_round(event.pk, organiser)
    caller, here = Caller(organiser), f"/events/{event.pk}/draft"
    made = caller.done(here, {"number": 4})
    assert "cannot be paired" in made["refusal"]
    assert [each["name"] for each in made["idle_teams"]] == ["Ants", "Bees", "Cats", "Dogs"] and made["idle"] == []
    caller.done(f"{here}/begin", {"number": 4})
    assert cautions(event, organiser, "pair", 1, 2) == ["rematch"]
    confirm_by_api(caller, f"{here}/steps", {"step": "pair", "one": 1, "other": 2})
    confirm_by_api(caller, f"{here}/steps", {"step": "pair", "one": 3, "other": 4})
    confirm_by_api(caller, f"{here}/end", {"reason": WHY})
    confirm_by_api(caller, f"{here}/publish", {})
    assert places(event) == [[1, 2], [3, 4]]
    line = JournalEntry.objects.get(scope__key=event.scope, action="end-hand-pairing")
    assert (line.data["engine"], line.data["differs"], line.data["round"]) == (None, True, 4)
    text = signed_in(organiser).get(f"/events/{event.pk}/pairings/4").content.decode()
    assert "The rules have no pairing for this round: it was paired by hand." in text


def test_teams_a13_everything_can_be_done_to_a_draft_and_to_a_round_nobody_has_played(
    club: Club, organiser: Account, subtests: pytest.Subtests
) -> None:
    """Five teams, by the rules 1-3, 4-2 and the bye of 5; by hand 2-1, 5-4 and the bye of 3."""
    for public in (False, True):
        with subtests.test(public=public):
            event, players = running_teams(club, organiser, FIVE_TEAMS, rounds=0, name=f"Public {public}", **SWISS)
            round_drafts.draft_round(event.pk, organiser, RoundOptions())
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
            end(event, organiser)
            if not public:
                round_drafts.publish_round(event.pk, organiser)
            assert places(event) == [[2, 1], [5, 4], [3]]
            line_up_all(event, players, 1, {name: own for name, own in FIVE_TEAMS.items() if name != "Cats"})
            boards = PairedGame.objects.filter(pairing__round__event=event).order_by("pairing__board")
            assert [(each.game.white.name, each.game.black.name) for each in boards] == [
                ("Ben", "Ada"),
                ("Al", "Bo"),
                ("Eve", "Dan"),
                ("Di", "Ed"),
            ]


def test_teams_a13_matches_that_stay_keep_line_ups_and_boards_and_others_hand_in_anew(
    club: Club, organiser: Account
) -> None:
    """Of 1-3, 4-2 and 6-5, only the middle one is open. Others change; it stays and becomes match 1, boards 1 and 2."""
    teams = {**FIVE_TEAMS, "Foxes": ("Fay", "Flo")}
    event, players = running_teams(club, organiser, teams, **SWISS)
    first = places(event)
    assert sorted(map(sorted, first)) == [[1, 4], [2, 5], [3, 6]]
    hand_in(event, players["Ben"], 1, "Bees", "Ben", "Bo")
    hand_in(event, players["Eve"], 1, "Emus", "Eve", "Ed")
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    open_match = next(match for match in load(fresh(event)).rounds[0].matches if match.seated)
    games = {each.pk: each.game_id for each in PairedGame.objects.filter(pairing__round__event=event)}
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    for number in (1, 3):
        step(event, organiser, "unpair", number)
    step(event, organiser, "bye", 6)
    step(event, organiser, "pair", 3, 4)
    step(event, organiser, "bye", 1, kind="zero")
    end(event, organiser)
    matches = load(fresh(event)).rounds[0].matches
    assert [match.table for match in matches] == [1, 2, 3, 4]
    stays = next(match for match in matches if match.id == open_match.id)
    assert stays.seated and stays.boards == open_match.boards
    assert {each.pk: each.game_id for each in PairedGame.objects.filter(pairing__round__event=event)} == games
    boards = {pairing.id: pairing.board for pairing in load(fresh(event)).rounds[0].pairings}
    assert [boards[pairing] for _board, pairing in stays.boards] == [2 * stays.table - 1, 2 * stays.table]
    assert set(LineUp.objects.values_list("team__name", flat=True)) == {"Bees", "Emus"}


def test_teams_a13_open_boards_are_turned_round_with_their_match(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    line_up_all(event, players, 1)
    white, black = places(event)[0]
    before = list(PairedGame.objects.filter(pairing__round__event=event).order_by("pairing__board"))
    seats = [(each.game.white_id, each.game.black_id) for each in before]
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step(event, organiser, "swap", white)
    end(event, organiser)
    assert places(event)[0] == [black, white]
    after = list(PairedGame.objects.filter(pairing__round__event=event).order_by("pairing__board"))
    assert [(each.game.white_id, each.game.black_id) for each in after] == [
        *(seat[::-1] for seat in seats[:2]),
        *seats[2:],
    ]
    assert [each.game_id for each in after] == [each.game_id for each in before]


def test_teams_a13_what_was_played_or_forfeited_stays(club: Club, organiser: Account) -> None:
    """A board with a result keeps its match; so does a match that a team forfeited as a whole."""
    event, players = running_teams(club, organiser, FIVE_TEAMS, **SWISS)
    line_up_all(event, players, 1, {name: FIVE_TEAMS[name] for name in ("Ants", "Cats")})
    (game, _other) = Game.objects.filter(parent_scope__key=event.scope).order_by("pk")
    claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")
    withdraw_team(event.pk, organiser, team(event, "Dogs").pk)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    for number, why in ((1, "board 1 has a result"), (2, "match 2 was forfeited")):
        for what in ("unpair", "swap"):
            with pytest.raises(EventRefused, match=why):
                hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind(what), one=number))
    with pytest.raises(EventRefused, match="Team number 9 does not exist"):
        hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.UNPAIR, one=9))


def test_teams_a14_it_begins_and_ends_and_meanwhile_nothing_is_public(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    seen = RoundDraft.objects.get(event=event).version
    before = Caller().read(f"/events/{event.pk}/rounds/1/matches")
    step(event, organiser, "exchange", 3, 2)
    assert Caller().read(f"/events/{event.pk}/rounds/1/matches") == before
    play_round(event, organiser, players)
    for act in (
        lambda: rounds.start_round(event.pk, organiser),
        lambda: lifecycle.close_event(event.pk, organiser),
        lambda: hand_pairing.begin_hand_pairing(event.pk, organiser, 1),
    ):
        with pytest.raises(EventRefused, match="being paired by hand"):
            act()
    answer = Caller(organiser).post(f"/events/{event.pk}/draft/steps", {"step": "swap", "one": 1, "version": seen})
    assert answer.status_code == 409
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    assert places(event) == [[1, 3], [4, 2]]


def test_teams_a15_what_speaks_against_a_pairing_is_asked(club: Club, organiser: Account) -> None:
    """After rounds 1-3, 4-2 with the bye of 5: a rematch, teams kept apart, a second bye, one left out."""
    event, players = running_teams(club, organiser, FIVE_TEAMS, **SWISS)
    play_round(event, organiser, players, {name: own for name, own in FIVE_TEAMS.items() if name != "Emus"})
    confirmed(keep_teams_apart, event.pk, organiser, [team(event, name).pk for name in ("Ants", "Bees")])
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    for number in range(1, 6):
        if any(number in place for place in places(event)):
            step(event, organiser, "unpair", number)
    assert places(event) == []
    assert cautions(event, organiser, "pair", 3, 1) == ["rematch"]
    assert cautions(event, organiser, "pair", 2, 1) == ["kept-apart"]
    assert cautions(event, organiser, "bye", 5) == ["second-bye"]
    assert asked(hand_pairing.end_hand_pairing, event.pk, organiser, reason=WHY).count("left-out") == 5


def test_teams_a15_a_third_equal_colour_is_asked_and_a16_two_wrong_colours_are_noted(
    club: Club, organiser: Account
) -> None:
    """Ants and Dogs had White on board 1 twice, Bees and Cats Black: by hand, against the rules."""
    event, players = by_hand(club, organiser)
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    play_round(event, organiser, players)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    for number in (1, 2, 3, 4):
        if any(number in place for place in places(event)):
            step(event, organiser, "unpair", number)
    step(event, organiser, "pair", 1, 2)
    notice = "Ants is due to be Black and Bees to be White: both have the other colour"
    assert [(each["level"], each["message"]) for each in Caller(organiser).read(f"/events/{event.pk}/draft")["cautions"]
            if each["key"] == "both-colours"] == [(2, notice)]  # fmt: skip
    step(event, organiser, "pair", 4, 3)
    end(event, organiser)
    confirmed(round_drafts.publish_round, event.pk, organiser)
    play_round(event, organiser, players)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 3)
    for number in (1, 2, 3, 4):
        if any(number in place for place in places(event)):
            step(event, organiser, "unpair", number)
    assert cautions(event, organiser, "pair", 1, 4) == ["third-colour", "colour-difference"]


def test_teams_a17_the_end_shows_match_by_match_what_the_rules_give(club: Club, organiser: Account) -> None:
    event, _players = by_hand(club, organiser)
    step(event, organiser, "exchange", 3, 2)
    with pytest.raises(ConfirmationNeeded) as needed:
        hand_pairing.end_hand_pairing(event.pk, organiser, reason=WHY)
    assert [str(caution.message) for caution in needed.value.cautions] == [
        "match 1: you paired Ants – Bees, the rules give Ants – Cats, Dogs – Bees",
        "match 2: you paired Dogs – Cats, the rules give Ants – Cats, Dogs – Bees",
    ]
    with pytest.raises(EventRefused, match="Give a reason"):
        hand_pairing.end_hand_pairing(event.pk, organiser, confirm=[needed.value.key])
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    assert Caller().read(f"/events/{event.pk}/rounds/1")["engine"] == [[1, 3], [4, 2]]


LINE = "### MPA @ Round 1: by hand 1-2 4-3; the engine pairs 1-3 4-2"


def test_teams_a18_a44_a45_journal_and_files_keep_both_and_restoring_the_round_removes_it(
    club: Club, organiser: Account, subtests: pytest.Subtests
) -> None:
    event, players = by_hand(club, organiser)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    line = JournalEntry.objects.get(scope__key=event.scope, action="end-hand-pairing")
    assert [pair[:2] for pair in line.data["changed"]["matches"][1]["pairs"]] == [[1, 2], [4, 3]]
    assert [pair[:2] for pair in line.data["engine"]["pairs"]] == [[1, 3], [4, 2]]
    assert event.reasons.get(version=line.version).text == WHY
    text = signed_in(organiser).get(f"/events/{event.pk}/pairings/1").content.decode()
    assert "The rules give Ants – Cats." in text and "Match 1 was paired by hand: Ants – Bees." in text
    for kind in ("json", "trf26"):
        with subtests.test(kind):
            if kind == "trf26":
                play_round(event, organiser, players)
            file = exported(event, kind)
            copy = taken_in(file, club, organiser)
            assert exported(copy, kind) == file
            assert places(copy) == [[1, 2], [4, 3]]
    assert exported(event, "trf26").decode().count(LINE) == 1


def test_teams_a18_a_round_that_is_paired_back_is_by_the_rules(club: Club, organiser: Account) -> None:
    """And an undo brings the round by hand back, as it was."""
    event, _players = by_hand(club, organiser)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser)
    round_drafts.publish_round(event.pk, organiser)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step(event, organiser, "exchange", 3, 2)
    end(event, organiser, reason="")
    assert places(event) == [[1, 3], [4, 2]] and Round.objects.get(event=event).by_hand is None
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="It was right.")
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    assert places(event) == [[1, 2], [4, 3]]
    round_drafts.unpublish_round(event.pk, organiser, 1, reason=WHY)
    assert not Round.objects.filter(event=event).exists() and places(event) == [[1, 2], [4, 3]]
    round_drafts.publish_round(event.pk, organiser)
    assert Round.objects.get(event=event).by_hand is not None


def test_teams_a13_a_whole_round_is_laid_out_with_the_price_of_each_match(club: Club, organiser: Account) -> None:
    """By the page's form, and checked before: what the rules say against 2-1 is told by article."""
    event, _players = running_teams(club, organiser, **SWISS)
    caller, here = Caller(organiser), f"/events/{event.pk}"
    version = Round.objects.get(event=event).version
    body = {
        "number": 1,
        "version": version,
        "public": True,
        "boards": [{"white": 2, "black": 1}, {"white": 3, "black": 4}],
    }
    checked = caller.done(f"{here}/draft/check", body)
    assert [(each["white"], each["black"]) for each in checked["prices"]] == [(2, 1), (3, 4)]
    assert checked["needs_reason"] and all(each["message"] for each in checked["prices"])
    client = signed_in(organiser)
    assert "White on board 1" in client.get(f"{here}/pairings/1/edit").content.decode()
    typed = {"number": "1", "version": str(version), "public": "yes", "layout": "2-1 3-4", "reason": WHY}
    answer = client.post(f"{here}/draft/layout", typed)
    for _time in range(2):
        if answer.status_code == 409:
            (again,) = [each for each in html_forms("/", answer.content.decode()) if "confirm" in each.fields]
            answer = client.post(again.path, again.untouched())
    assert answer.status_code == 302 and places(event) == [[2, 1], [3, 4]]


def test_teams_a25_a_team_without_half_byes_gets_none_by_any_route(club: Club, organiser: Account) -> None:
    """Not by its captain, an arbiter, by hand or for rounds missed; a file keeps it, and the journal names it."""
    event, players = running_teams(club, organiser, rounds=0, **SWISS)
    ants, client = team(event, "Ants"), signed_in(organiser)
    page = f"/events/{event.pk}/teams/{ants.pk}/half-byes"
    assert client.post(page, {**form_to(client, page).untouched(), "half_byes": ""}).status_code == 302
    assert team(event, "Ants").no_half_byes
    for account in (organiser, players["Ada"]):
        with pytest.raises(EventRefused, match="Half-point byes are stopped for this team"):
            byes.request_team_bye(event.pk, account, ants.pk, 1, "half")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.UNPAIR, one=1))
    with pytest.raises(EventRefused, match="Half-point byes are stopped for Ants"):
        hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.BYE, one=1, kind="half"))
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    copy = taken_in(exported(event, "json"), club, organiser)
    assert [each.name for each in load(copy).teams if each.no_half_byes] == ["Ants"]
    Caller(organiser).done(f"/events/{event.pk}/teams/{ants.pk}/half-byes", {"half_byes": True})
    byes.request_team_bye(event.pk, players["Ada"], ants.pk, 2, "half")
    with pytest.raises(EventRefused, match="Cancel the half-point bye in round 2 first"):
        byes.set_team_half_byes(event.pk, organiser, ants.pk, allowed=False)
