"""What spectators see over the stream of a web process: what they write, and boards as old as their organiser wants."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db.models import F
from playwright.sync_api import Browser, expect

from common.jobs.models import Job
from common.jobs.services import run_due
from games.core.running import running_game
from games.core.services.broadcasts import RELEASE
from games.models import Game, RecordedTurn, Recording
from games.recordings.services.record_turns import record_turns
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of
from testing.play.online import begin, two_accounts
from testing.servers import free_port
from testing.service.processes import Service
from testing.tournaments.factories import running
from tests.service.test_attempt_clock import signed_in
from tournaments.rounds.services.broadcasts import set_broadcast_delay

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000


@pytest.mark.slow
def test_what_one_spectator_writes_another_reads_and_a_player_does_not(
    service: Service, collected_files: None, chromium: Browser, settings: LazySettings
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    players = two_accounts()
    game = begin(*players, control="1800+20")
    spectators = [AccountFactory(person=PersonFactory(name=name)) for name in ("Sven", "Sara")]
    port = free_port()
    service.web(port)
    site = f"http://127.0.0.1:{port}"
    contexts = [signed_in(chromium, account, site) for account in (*spectators, players[0])]
    writer, reader, player = (context.new_page() for context in contexts)
    for page in (writer, reader, player):
        page.goto(f"{site}/games/{game}", timeout=PATIENCE)
        expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    expect(player.locator("[data-chat]")).to_contain_text("when the game is over", timeout=PATIENCE)
    writer.get_by_label("Message", exact=True).fill("She has a row")
    writer.get_by_role("button", name="Send").click()
    expect(reader.locator("[data-chat-lines] li")).to_contain_text("She has a row", timeout=PATIENCE)
    expect(writer.locator("[data-chat-lines] li")).to_contain_text("She has a row")
    assert "She has a row" not in player.content()
    for context in contexts:
        context.close()


def test_a_board_that_is_shown_late_moves_when_its_turn_is_old_enough(
    service: Service, collected_files: None, chromium: Browser, settings: LazySettings
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]
    club = ClubFactory()
    organiser = organiser_of(club)
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, rules="gipf-basic")
    set_broadcast_delay(event.pk, organiser, delay=5)
    game = Game.objects.select_related("parent_scope", "white", "black").get()
    record_turns(game.pk, organiser, "g2", expect=running_game(game).version)
    Recording.objects.update(begun_at=F("begun_at") - timedelta(minutes=6))
    port = free_port()
    service.web(port)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/games/{game.pk}", timeout=PATIENCE)
    expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#running-turns")).to_contain_text("No record of this game", timeout=PATIENCE)
    Job.objects.filter(kind=RELEASE).update(due_at=F("due_at") - timedelta(minutes=6))
    _age_turns(minutes=6)
    run_due()
    expect(page.locator("#running-turns")).to_contain_text("g2", timeout=PATIENCE)
    context.close()


def _age_turns(minutes: int) -> None:
    """Let so many minutes pass for what is recorded: its rows are only ever added, so it is recorded anew, long ago."""
    rows = list(RecordedTurn.objects.order_by("pk").values("version", "ply", "token", "account", "at"))
    begun = Recording.objects.get()
    again = {"game_id": begun.game_id, "begun_at": begun.begun_at}
    begun.delete()
    made = Recording.objects.create(**again)
    for row in rows:
        RecordedTurn.objects.create(recording=made, **row | {"at": row["at"] - timedelta(minutes=minutes)})
