"""Good requests to the endpoints of what is done in the hall: check-in, slips, byes, withdrawals, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.models import Account, Club
from testing.api.requests_of_play import Request
from testing.tournaments.factories import call_by_slip, entry, running, unverified, with_players
from tournaments.announcements.services import publish_announcement
from tournaments.core.queries.events import waiting_list
from tournaments.core.verification import provisional_results
from tournaments.entries.services import byes, entries
from tournaments.entries.services.questions import add_question
from tournaments.events.services import lifecycle
from tournaments.models import ArbiterCall, Event
from tournaments.rounds.services import round_clocks
from tournaments.rounds.services.rounds import start_round

if TYPE_CHECKING:
    from testing.api.api_fixture import World

SWISS = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}


def requests_on_site(world: World, game: int) -> dict[tuple[str, str], Request]:
    """Links on result slips, an event of which the check-in is open, with the player in it, and one that is full."""
    arriving = with_players(world.club, world.organiser, ("Zoe", "Zed"), self_entry=True, **SWISS)
    entries.enter_myself(arriving.pk, world.player)
    lifecycle.start_event(arriving.pk, world.organiser)
    byes.open_check_in(arriving.pk, world.organiser)
    byes.check_in(arriving.pk, world.organiser, entry(arriving, "Zed").pk)
    event, here = "events/<int:event_id>", f"/events/{arriving.pk}/check-in"
    zoe, zed = (f"/events/{arriving.pk}/entries/{entry(arriving, name).pk}/check-in" for name in ("Zoe", "Zed"))
    slip = {"game": game, "seat": "white"}
    full, one = f"/events/{world.crowded.pk}", f"{event}/waiting/<int:waiting_id>"
    first, second = (f"{full}/waiting/{row.id}" for row in waiting_list(world.crowded))
    return {
        ("POST", f"{event}/seat-links"): Request(f"/events/{world.running.pk}/seat-links", slip, code=201),
        ("PUT", f"{event}/broadcast"): Request(f"/events/{world.running.pk}/broadcast", {"delay": 15}),
        ("PUT", f"{event}/entry-limit"): Request(f"{full}/entry-limit", {"most": 1, "moves_up": False}),
        ("DELETE", f"{event}/waiting/me"): Request(f"{full}/waiting/me", by="player", code=204, refused=409),
        ("DELETE", one): Request(second, code=204),
        ("POST", f"{one}/move-up"): Request(f"{first}/move-up", {}, code=201),
        ("POST", f"{event}/check-in"): Request(here),
        ("DELETE", f"{event}/check-in"): Request(here, code=204),
        ("POST", f"{event}/check-in/me"): Request(f"{here}/me", by="player", code=204, refused=409),
        ("POST", f"{event}/check-in/byes"): Request(f"{here}/byes", {"kind": "zero"}),
        ("PUT", f"{event}/entries/<int:entry_id>/check-in"): Request(zoe, code=204),
        ("DELETE", f"{event}/entries/<int:entry_id>/check-in"): Request(zed, code=204),
    }


def requests_of_calls(club: Club, organiser: Account, player: Account) -> dict[tuple[str, str], Request]:
    """The player calls the arbiter to a board; the opponent has called, too."""
    event = with_players(club, organiser, ("Ola",), **SWISS)
    entries.enter_person(event.pk, organiser, person_id=player.person_id)
    lifecycle.start_event(event.pk, organiser)
    start_round(event.pk, organiser)
    called, here = call_by_slip(event, "Ola"), f"/events/{event.pk}"
    game = ArbiterCall.objects.get(pk=called).place.game_id
    route = "events/<int:event_id>"
    return {
        ("POST", f"{route}/games/<int:game_id>/call"): Request(f"{here}/games/{game}/call", by="player", code=201),
        ("POST", f"{route}/calls/<int:call_id>/answer"): Request(f"{here}/calls/{called}/answer", code=204),
    }


def requests_of_announcements(world: World) -> dict[tuple[str, str], Request]:
    """An announcement more, and the end of the one that is there."""
    event, organiser = world.swiss.pk, world.organiser
    words = {"to": "entrants", "subject": "Soup", "text": "In the kitchen."}
    made = publish_announcement(event, organiser, topic="other", round=None, **words)
    route, here = "events/<int:event_id>/announcements", f"/events/{event}/announcements"
    return {
        ("POST", route): Request(here, words, code=201),
        ("POST", f"{route}/<int:announcement_id>/withdraw"): Request(f"{here}/{made.pk}/withdraw", {"note": "Cold"}),
    }


def requests_of_questions(world: World) -> dict[tuple[str, str], Request]:
    """A question more at registration, and one less; standings are hidden."""
    event = world.swiss.pk
    made = add_question(event, world.organiser, text="Any allergies?", kind="text")
    route, here = "events/<int:event_id>/questions", f"/events/{event}/questions"
    return {
        ("POST", route): Request(here, {"text": "Which meal?"}, code=201),
        ("PUT", "events/<int:event_id>/hidden-standings"): Request(
            f"/events/{event}/hidden-standings", {"hides": True}
        ),
        ("DELETE", f"{route}/<int:question_id>"): Request(f"{here}/{made.pk}", code=204),
    }


def requests_of_verification(club: Club, organiser: Account) -> dict[tuple[str, str], Request]:
    """A result that another arbiter entered is verified; then one person is enough."""
    event = unverified(club, organiser)
    (found,) = provisional_results(event)
    route, here = "events/<int:event_id>", f"/events/{event.pk}"
    verify = f"{here}/games/{found.game}/verify"
    return {
        ("POST", f"{route}/games/<int:game_id>/verify"): Request(verify, {"claim": found.claim}, code=204),
        ("PUT", f"{route}/two-persons"): Request(f"{here}/two-persons", {"needed": False}),
    }


def requests_in_arena(world: World) -> dict[tuple[str, str], Request]:
    """What the player, who has joined it, does in an arena, and the end before its time."""
    event, here = "events/<int:event_id>/arena", f"/events/{world.arena.pk}/arena"
    return {
        ("POST", f"{event}/join"): Request(f"{here}/join", by="player", code=204, refused=409),
        ("POST", f"{event}/pause"): Request(f"{here}/pause", by="player", code=204, refused=409),
        ("POST", f"{event}/leave"): Request(f"{here}/leave", by="player", code=204, refused=409),
        ("POST", f"{event}/stop"): Request(f"{here}/stop", code=204),
    }


def timed_events(club: Club, organiser: Account) -> tuple[Event, Event, Event]:
    """Events whose round 1 has no clock, one that runs, and one that is paused."""
    pairs = (("Tic", "Toc"), ("Tim", "Tom"), ("Ted", "Tod"))
    bare, ticking, paused = (running(club, organiser, names, rounds=1) for names in pairs)
    for event in (ticking, paused):
        round_clocks.start_clock(event.pk, organiser, 1, minutes=60)
    round_clocks.pause_clock(paused.pk, organiser, 1)
    return bare, ticking, paused


def requests_at_desk(club: Club, organiser: Account) -> dict[tuple[str, str], Request]:
    """The clock of a round, and several players at once."""
    bare, ticking, paused = (f"/events/{event.pk}/rounds/1/clock" for event in timed_events(club, organiser))
    hall = running(club, organiser, ("Hal", "Hob", "Hew", "Hod"), **SWISS)
    byes.open_check_in(hall.pk, organiser)
    two, here = [entry(hall, name).pk for name in ("Hal", "Hob")], f"/events/{hall.pk}"
    event, clock = "events/<int:event_id>", "events/<int:event_id>/rounds/<int:number>/clock"
    return {
        ("POST", clock): Request(bare, {"minutes": 60}),
        ("DELETE", clock): Request(ticking, code=204),
        ("POST", f"{clock}/pause"): Request(f"{ticking}/pause"),
        ("POST", f"{clock}/resume"): Request(f"{paused}/resume"),
        ("POST", f"{clock}/time"): Request(f"{ticking}/time", {"minutes": 5}),
        ("POST", f"{event}/check-in/all"): Request(f"{here}/check-in/all"),
        ("POST", f"{event}/byes"): Request(f"{here}/byes", {"entries": two, "round": 1, "kind": "zero"}, code=204),
        ("POST", f"{event}/withdrawals"): Request(f"{here}/withdrawals", {"entries": two}, code=204),
    }
