"""A club that is exported, brought in and exported again has the same digests: every kind of event, list and link."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from common.jobs import services as jobs
from games.models import Game
from games.results.services.results import claim_result
from gipfel.example import FOLDER
from players.clubs.logo import make_logo
from players.clubs.services.club_pages import Look, edit_club_page
from players.clubs.services.open_licences import set_open_licence
from players.models import Account, Club
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for, set_parameters
from ratings.pools.services.side_by_side import add_system
from testing.factories import administrator
from testing.tournaments.circuits import circuit_world
from testing.tournaments.factories import category_with_prizes, entry, fresh, swiss_after_round_1
from testing.tournaments.festivals import festival_world
from testing.tournaments.medleys import medley
from testing.tournaments.round_trips import Held, play_somehow
from testing.tournaments.seasons import league_world
from testing.tournaments.stages import stages_world
from testing.tournaments.teams import line_up_all, running_teams
from testing.tournaments.titles import title_world
from tests.players.clubs.test_club_look import picture
from tests.tournaments.arenas.test_arenas import joined, move_end, open_games, play_and_lose
from tournaments.arenas.services import run_arena
from tournaments.club_files.archive import open_archive
from tournaments.club_files.reading import ClubReading
from tournaments.club_files.services.bringing import bring_club
from tournaments.club_files.writing import write_club
from tournaments.events.services import lifecycle
from tournaments.events.services.templates import save_template
from tournaments.interchange.formats.json_importer import parse
from tournaments.interchange.services.importing import import_event
from tournaments.models import Event
from tournaments.rounds.services.round_changes import lock_round

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.postgresql, pytest.mark.usefixtures("no_pauses")]
MOST = 20 * 2**20


def exported(club: Club) -> bytes:
    jobs.run_due()
    stream = io.BytesIO()
    write_club(Club.objects.get(pk=club.pk), stream)
    return stream.getvalue()


def manifest(data: bytes) -> dict[str, Any]:
    return dict(json.loads(zipfile.ZipFile(io.BytesIO(data)).read("manifest.json")))


def brought(data: bytes, slug: str = "elsewhere", **more: Any) -> Club:
    reading = ClubReading(open_archive(io.BytesIO(data), MOST))
    return bring_club(administrator(), reading, slug=slug, **more)


def differences(one: bytes, other: bytes) -> dict[str, tuple[str, str]]:
    """Parts that differ, with the first lines that do."""
    first, second = (zipfile.ZipFile(io.BytesIO(data)) for data in (one, other))
    names = [part["name"] for part in manifest(one)["parts"]]
    assert names == [part["name"] for part in manifest(other)["parts"]]
    found = {}
    for name in names:
        lines = zip(first.read(name).decode().splitlines(), second.read(name).decode().splitlines(), strict=False)
        if first.read(name) != second.read(name):
            found[name] = next((each for each in lines if each[0] != each[1]), ("", "longer"))
    return found


def _played(held: Held) -> Callable[[Club, Account], object]:
    def make(club: Club, organiser: Account) -> None:
        event = held.started(club, organiser)
        play_somehow(event, organiser, held.rounds)
        lifecycle.close_event(event.pk, organiser, early=True)

    return make


def _teams(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=1)
    line_up_all(event, players, 1)
    for game in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
        claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")


def _prizes(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    category_with_prizes(event, organiser, [entry(event, "Ada").pk])


def _deals(club: Club, organiser: Account) -> None:
    incoming = parse((FOLDER / "duplicate.json").read_bytes())
    event = import_event(club.pk, organiser, incoming, {})
    lifecycle.close_event(event.pk, organiser)


def _arena(club: Club, organiser: Account) -> None:
    event, players = joined(club, organiser)
    run_arena(event.pk)
    (game,) = open_games(event)
    play_and_lose(players, game, game.black.name)
    move_end(event)
    run_arena(event.pk)
    assert fresh(event).state == Event.State.CLOSED


def _settings(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    save_template(event.pk, organiser, name="Evening")
    lock_round(event.pk, organiser, 1)
    pool = pool_for("gipf-tournament", club)
    set_parameters(pool.pk, organiser, {}, publishes="quarter", inactive_after=6)
    add_system(pool.pk, organiser, "glicko2")
    set_open_licence(actor=organiser, club_id=club.pk, licence="CC0-1.0")
    edit_club_page(actor=organiser, club=club, look=Look("sea", "short", make_logo(picture())))


KINDS: Mapping[str, Callable[[Club, Account], object]] = {
    "swiss": _played(Held("swiss-dutch", {"baku": True}, 9, 4, {"rounds_planned": 5})),
    "dubov": _played(Held("dubov", {}, 8, 3, {"rounds_planned": 3})),
    "round robin": _played(Held("round-robin", {}, 5, 5, {})),
    "knock-out": _played(Held("knock-out", {"third_place": True}, 6, 3, {})),
    "league of groups": _played(Held("league", {"groups": 2}, 8, 3, {})),
    "scheveningen": _played(Held("scheveningen", {}, 6, 3, {})),
    "keizer": _played(Held("keizer", {}, 6, 3, {"rounds_planned": 3})),
    "mcmahon": _played(Held("mcmahon", {}, 6, 3, {"rounds_planned": 3})),
    "two games a round": _played(Held("round-robin", {}, 4, 3, {"games_per_round": 2})),
    "deals": _deals,
    "arena": _arena,
    "settings": _settings,
    "teams": _teams,
    "medley": lambda club, organiser: medley(club, organiser, "board"),
    "prizes": _prizes,
    "circuit": circuit_world,
    "league": league_world,
    "stages": stages_world,
    "festival": festival_world,
    "titles": title_world,
}


@pytest.mark.parametrize("kind", KINDS)
def test_digests_are_equal_on_the_other_server(kind: str, club: Club, organiser: Account) -> None:
    KINDS[kind](club, organiser)
    first = exported(club)
    second = exported(brought(first))
    assert differences(first, second) == {}
    assert manifest(first)["digest"] == manifest(second)["digest"]


def test_the_ratings_in_the_file_are_those_of_the_club(club: Club, organiser: Account) -> None:
    KINDS["swiss"](club, organiser)
    ratings = json.loads(zipfile.ZipFile(io.BytesIO(exported(club))).read("ratings.json"))
    (pool,) = Pool.objects.filter(club=club)
    assert [[row["value"], row["games"]] for row in ratings[0]["players"]]
    assert sorted(row["value"] for row in ratings[0]["players"]) == sorted(
        Rating.objects.filter(pool=pool).values_list("value", flat=True)
    )
