"""Which results there are, and what each of them means."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.services.errors import ClaimRefused, GameRefused
from games.models import Claim
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from gipf_engine.results import RESULTS
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.tournaments.factories import decide, entry, fresh, game, running, swiss_after_round_1, table, values
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tournaments.core.loader import load
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings.queries.standings import compute

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH", "WON")}
LETTERS = {
    "1-0": ("1", "0"), "1/2-1/2": ("=", "="), "0-1": ("0", "1"), "1/2-0": ("=", "0"), "0-1/2": ("0", "="),
    "0-0": ("0", "0"), "+-": ("+", "-"), "-+": ("-", "+"), "--": ("-", "-"),
}  # fmt: skip
"""What a TRF has for both sides of a result."""
POINTS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0}


@pytest.fixture
def paired(club: Club, organiser: Account) -> Event:
    """A Swiss of four: Ada begins against Cleo, and Dan against Ben."""
    return running(club, organiser, rounds=1, **SWISS)


def refused_everywhere(event: Event, organiser: Account, codes: tuple[str, ...]) -> None:
    """No arbiter enters one of `codes`: by the service, the page of the result or the API; nothing is kept."""
    made = game(event, "Ada", "Cleo")
    client, caller = signed_in(organiser), Caller(organiser)
    for code in codes:
        with pytest.raises(ClaimRefused, match="This result does not exist"):
            claim_result(made.pk, organiser, code, source="desk", role="arbiter")
        body = {"result": code, "version": made.version}
        assert client.post(f"/events/{event.pk}/results/{made.pk}", body).status_code == 400
        assert caller.post(f"/games/{made.pk}/results", {"result": code, "as": "arbiter"}).status_code == 400
    assert not Claim.objects.filter(game=made).exists()


def with_letters(event: Event, white: str, black: str) -> bytes:
    """The event's TRF with these letters for Ada and Cleo."""
    text = exported(event, "trf26").decode()
    return text.replace("3 w 1", f"3 w {white}").replace("1 b 0", f"1 b {black}").encode()


def refused_from_a_file(event: Event, letters: tuple[tuple[str, str], ...]) -> None:
    """No file brings both letters of a pair for one game; what is wrong is told by line."""
    for white, black in letters:
        with pytest.raises(FileRefused) as refusal:
            importers.parse(with_letters(event, white, black), WISHES)
        assert any("line" in str(reason) for reason in refusal.value.blockers)


def test_a27_odd_results_of_played_games_count_as_played(paired: Event, organiser: Account) -> None:
    """½-0 and 0-0: the games are played, so that nobody has won one and their opponents' points count in Buchholz."""
    decide(paired, organiser, {("Ada", "Cleo"): "1/2-0", ("Dan", "Ben"): "0-0"})
    assert [(name, points) for _rank, name, points in table(paired)] == [
        ("Ada", 5), ("Cleo", 0), ("Ben", 0), ("Dan", 0),
    ]  # fmt: skip
    assert values(paired, "Cleo") == ["0.5", "0"]
    rounds_services.start_round(paired.pk, organiser)
    met = {frozenset(pairing.entries) for pairing in load(fresh(paired)).rounds[1].pairings}
    assert frozenset((entry(paired, "Ada").pk, entry(paired, "Cleo").pk)) not in met


def test_a28_what_no_game_can_end_in_is_refused(paired: Event, organiser: Account) -> None:
    refused_everywhere(paired, organiser, ("1-1", "1-1/2", "1/2-1"))
    decide(paired, organiser, {("Ada", "Cleo"): "1-0"})
    refused_from_a_file(paired, (("1", "1"), ("1", "="), ("=", "1")))


def test_a29_forfeits_are_of_one_side_or_of_both(paired: Event, organiser: Account) -> None:
    assert [code for code, result in RESULTS.items() if result.is_forfeit] == ["+-", "-+", "--"]
    refused_everywhere(paired, organiser, ("+=", "=+", "==", "++"))
    decide(paired, organiser, {("Ada", "Cleo"): "1-0"})
    refused_from_a_file(paired, (("+", "+"), ("+", "=")))


def test_a30_nobody_plays_against_a_forfeit(paired: Event, organiser: Account) -> None:
    refused_everywhere(paired, organiser, ("1-", "-1", "+0", "=-"))
    decide(paired, organiser, {("Ada", "Cleo"): "1-0"})
    refused_from_a_file(paired, (("1", "-"), ("+", "0"), ("=", "-")))


@pytest.mark.parametrize("code", LETTERS)
def test_a31_a_result_means_the_same_everywhere(club: Club, organiser: Account, paired: Event, code: str) -> None:
    """Points by hand; then the file says so, and what comes back has the same table and the same next round."""
    white, black = LETTERS[code]
    decide(paired, organiser, {("Ada", "Cleo"): code, ("Dan", "Ben"): "0-1"})
    points = {row.entry.name: row.points for row in compute(load(fresh(paired))).rows}
    assert (points["Ada"], points["Cleo"]) == (POINTS[white], POINTS[black])
    file = exported(paired, "trf26").decode()
    assert f"3 w {white}" in file and f"1 b {black}" in file
    copies = [taken_in(exported(paired, kind), club, organiser) for kind in ("trf26", "json")]
    for copy in copies:
        assert table(copy) == table(paired)
        assert values(copy, "Cleo") == values(paired, "Cleo")
    rounds = []
    for each in (paired, *copies):
        rounds_services.start_round(each.pk, organiser)
        rows = load(fresh(each))
        rounds.append([[rows.by_id[who].name for who in pairing.entries] for pairing in rows.rounds[1].pairings])
    assert rounds[0] == rounds[1] == rounds[2]


def test_a42_ratings_count_what_the_table_does_not(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    before, made = table(event), game(event, "Ada", "Cleo")
    set_rated_result(made.pk, organiser, "1/2-1/2")
    assert table(event) == before
    shown = Caller(organiser).read(f"/games/{made.pk}")
    assert (shown["result"], shown["rated_result"]) == ("1-0", "1/2-1/2")
    grid = signed_in(organiser).get(f"/events/{event.pk}/crosstable").content.decode()
    assert grid.count(f'<sup title="for ratings: {RESULTS["1/2-1/2"].label}">R</sup>') == 2, "in both players' rows"
    with pytest.raises(GameRefused):
        set_rated_result(made.pk, organiser, "+-")


def test_a37_no_setting_scores_a_pending_game(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    before = fresh(event).scoring
    Caller(organiser).patch(f"/events/{event.pk}", {"scoring": {"pending": 1}})
    assert fresh(event).scoring == before
    assert all(points == 0 for _rank, _name, points in table(event))


def test_a47_what_is_asked_is_asked_by_the_service_itself(paired: Event, organiser: Account) -> None:
    """Overruling what players agreed on needs a reason each time; no field of the API takes its place."""
    decide(paired, organiser, {("Ada", "Cleo"): "1-0"})
    made = game(paired, "Ada", "Cleo")
    void = Caller(organiser).post(f"/games/{made.pk}/results", {"result": "void", "as": "arbiter", "force": True})
    assert void.status_code == 400
