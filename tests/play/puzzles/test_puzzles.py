"""Puzzles as guests and members solve them: turns, answers, ratings once each, the day and the streak."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from gipf_engine.rules.puzzles import Puzzle, puzzles_of
from play.exports import _puzzles
from play.models import PuzzleAttempt, PuzzleRating
from play.puzzles.queries import next_puzzle, puzzle_of_day, solver_of, streak, today
from play.puzzles.services import delete_puzzle_attempts, keep_attempt
from players.core.events import PersonErasing
from players.models import Account
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SCRIPT = {"x-board": "2"}


@pytest.fixture
def puzzle() -> Puzzle:
    """One that is won in two own turns."""
    return next(each for each in puzzles_of("gipf-basic") if each.own_turns == 2)


def member() -> tuple[Client, Account]:
    account, client = AccountFactory(person=PersonFactory()), Client()
    client.force_login(account)
    return client, account


def play(client: Client, puzzle: Puzzle, ply: int, token: str) -> dict[str, object]:
    answer = client.post(f"/puzzles/{puzzle.key}", {"turns": token, "version": ply}, headers=SCRIPT)
    found: dict[str, object] = answer.json()
    return found


def solve(client: Client, puzzle: Puzzle) -> dict[str, object]:
    for ply in range(0, len(puzzle.line), 2):
        answer = play(client, puzzle, ply, puzzle.line[ply])
    return answer


def test_a_right_turn_is_answered_and_the_last_one_solves_it(client: Client, puzzle: Puzzle) -> None:
    first = play(client, puzzle, 0, puzzle.line[0])
    assert (first["version"], first["over"]) == (2, False)
    last = play(client, puzzle, 2, puzzle.line[2])
    assert (last["version"], last["over"]) == (3, True)
    assert "Solved at the first try." in str(last["parts"])
    assert not PuzzleAttempt.objects.exists()  # a guest is not rated
    page = client.get(f"/puzzles/{puzzle.key}").content.decode()
    assert "Solved!" in page
    assert "data-next" in page


def test_a_wrong_turn_is_told_what_answers_it(client: Client, puzzle: Puzzle) -> None:
    wrong, answer = next(iter(puzzle.refutations.items()))
    told = play(client, puzzle, 0, wrong)
    assert told["refused"] == f"That does not win: the answer is \u2066{answer}\u2069."
    assert told["version"] == 0
    assert "Solved, though not at the first try." in str(solve(client, puzzle)["parts"])


def test_the_rules_refuse_without_counting_it_as_a_try(puzzle: Puzzle) -> None:
    client, _account = member()
    assert play(client, puzzle, 0, "e5")["refused"]
    assert not PuzzleAttempt.objects.exists()


def test_no_turn_of_the_line_can_be_left_out(puzzle: Puzzle) -> None:
    client, _account = member()
    told = play(client, puzzle, 2, puzzle.line[2])
    assert told["refused"] == "The position has changed. Check the board."
    assert told["version"] == 0
    assert not PuzzleAttempt.objects.exists()


def test_without_a_script_the_same_address_shows_how_far_one_is(client: Client, puzzle: Puzzle) -> None:
    address = f"/puzzles/{puzzle.key}"
    assert "in 2 turns" in client.get(address).content.decode()
    assert client.post(address, {"turns": puzzle.line[0], "version": "0"}).url == f"{address}#board"
    assert 'name="version" value="2"' in client.get(address).content.decode()
    assert client.post(address, {"again": "1"}).url == address
    assert 'name="version" value="0"' in client.get(address).content.decode()


def test_solver_and_puzzle_are_rated_once_by_glicko_2(puzzle: Puzzle) -> None:
    client, account = member()
    solve(client, puzzle)
    attempt = PuzzleAttempt.objects.get()
    # Two newcomers at 1500 ± 350: the winner comes to 1662, the loser to 1338, both to ± 290.
    assert (attempt.solved, attempt.before, attempt.after) == (True, 150_000, 166_221)
    ratings = {row.puzzle: (row.rating, row.deviation, row.attempts) for row in PuzzleRating.objects.all()}
    assert ratings == {None: (166_221, 29_023, 1), puzzle.key: (133_779, 29_023, 1)}
    client.post(f"/puzzles/{puzzle.key}", {"again": "1"})
    play(client, puzzle, 0, next(iter(puzzle.refutations)))
    assert keep_attempt(account, puzzle, solved=False) is None
    assert PuzzleAttempt.objects.count() == 1
    assert "1662" in client.get("/puzzles").content.decode()


def test_who_fails_loses_and_solving_it_afterwards_wins_nothing(puzzle: Puzzle) -> None:
    client, account = member()
    told = play(client, puzzle, 0, next(iter(puzzle.refutations)))
    assert "162" in str(told["parts"])
    solve(client, puzzle)
    attempt = PuzzleAttempt.objects.get()
    assert (attempt.solved, attempt.after) == (False, 133_779)
    assert solver_of(account).rating == 1338


@pytest.mark.postgresql
def test_the_tables_refuse_what_cannot_be(puzzle: Puzzle) -> None:
    _client, account = member()
    keep_attempt(account, puzzle, solved=True)
    row = {"account": account, "made_at": timezone.now(), "before": 150_000}
    for wrong in (
        {"puzzle": puzzle.key, "solved": True, "after": 160_000},
        {"puzzle": 1, "solved": False, "after": 160_000},
        {"puzzle": 1, "solved": True, "after": 140_000},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            PuzzleAttempt.objects.create(**row, **wrong)
    for nobody in ({}, {"account": AccountFactory(), "puzzle": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PuzzleRating.objects.create(**nobody)


def test_the_puzzle_of_a_day_is_the_same_for_all_and_counts_for_the_streak() -> None:
    client, account = member()
    puzzle = puzzle_of_day(today())
    assert puzzle is not None
    assert client.get("/puzzles/day").url == f"/puzzles/{puzzle.key}" == Client().get("/puzzles/day").url
    solve(client, puzzle)
    assert PuzzleAttempt.objects.get().day == today()
    assert solver_of(account).streak == 1
    week = {puzzle_of_day(date(2026, 11, day)) for day in range(1, 30)}
    assert len(week) > 20


def test_a_streak_lasts_until_a_day_is_over() -> None:
    now = date(2026, 11, 26)
    days = {now - timedelta(days=back) for back in (1, 2, 3, 5)}
    assert streak(days, now) == 3
    assert streak(days | {now}, now) == 4
    assert streak(days, now + timedelta(days=1)) == 0


def test_the_next_one_was_not_tried(puzzle: Puzzle) -> None:
    client, account = member()
    for each in puzzles_of("gipf-basic"):
        if each.key != puzzle.key:
            PuzzleAttempt.objects.create(
                account=account, puzzle=each.key, solved=True, before=0, after=0, made_at=timezone.now()
            )
    assert next_puzzle("gipf-basic", account) == puzzle
    assert client.get("/puzzles/gipf-basic/next").url == f"/puzzles/{puzzle.key}"
    assert client.get("/puzzles/guowuguan-gwg/next").status_code == 404
    assert client.get("/puzzles/1").status_code == 404


def test_the_next_one_is_about_as_hard_as_its_solver_is_strong() -> None:
    _client, account = member()
    PuzzleRating.objects.create(account=account, rating=210_000)
    hard = puzzles_of("gipf-basic")[-8:]
    for each in hard:
        PuzzleRating.objects.create(puzzle=each.key, rating=205_000)
    assert next_puzzle("gipf-basic", account) in hard


def test_attempts_are_in_the_export_of_the_owner_and_go_with_the_person(puzzle: Puzzle) -> None:
    _client, account = member()
    other = AccountFactory(person=PersonFactory())
    keep_attempt(account, puzzle, solved=True)
    keep_attempt(other, puzzle, solved=False)
    rows = _puzzles(account, [])
    assert [(row["puzzle"], row["rating_after"]) for row in rows] == [(puzzle.key, 1662)]  # type: ignore[attr-defined]  # a list
    delete_puzzle_attempts(PersonErasing(account.person))
    assert [row.account for row in PuzzleAttempt.objects.all()] == [other]
    assert set(PuzzleRating.objects.values_list("account", flat=True)) == {None, other.pk}


def test_the_list_tells_how_many_there_are(client: Client) -> None:
    page = client.get("/puzzles").content.decode()
    assert f"{len(puzzles_of('gipf-basic'))} puzzles" in page
    assert "Sign in to get a puzzle rating." in page


def test_puzzles_are_filtered_by_theme_and_the_next_one_has_it_too(client: Client) -> None:
    page = client.get("/puzzles", {"theme": "exchange"}).content.decode()
    assert "GIPF, tournament game" in page and "LYNGK" in page
    assert "GIPF, basic game" not in page, "none of its puzzles is an exchange"
    (only,) = [each for each in puzzles_of("gipf-tournament") if "exchange" in each.themes]
    first = client.get("/puzzles/gipf-tournament/next", {"theme": "exchange"})
    assert first["Location"] == f"/puzzles/{only.key}"
    long = {f"/puzzles/{each.key}" for each in puzzles_of("gipf-basic") if each.own_turns == 3}
    client.get("/puzzles/gipf-basic/next", {"theme": "long"})
    assert {client.get("/puzzles/gipf-basic/next")["Location"] for _time in range(12)} <= long, "it is kept"
    client.get("/puzzles/gipf-basic/next", {"theme": ""})
    assert not {client.get("/puzzles/gipf-basic/next")["Location"] for _time in range(40)} <= long


def test_a_solved_puzzle_shows_its_themes_and_one_that_is_not_gives_nothing_away(client: Client) -> None:
    puzzle = next(each for each in puzzles_of("gipf-basic") if each.themes == ("quiet",))
    assert "theme=quiet" not in client.get(f"/puzzles/{puzzle.key}").content.decode()
    assert "theme=quiet" in str(solve(client, puzzle)["parts"])
