"""A row in each of the tables that the site of the tests leaves empty."""

from __future__ import annotations

from datetime import time, timedelta

from django.utils import timezone

from common.idempotency import StoredAnswer
from common.jobs.services import probe_write
from common.journal.models import Scope
from games.models import AskedPosition, Broadcast, Game, PositionAnalysis, Record, RecordAnalysis
from games.results.services.results import claim_result
from games.results.services.submit_score import submit_score
from games.results.services.undo_decision import undo_decision
from games.studies.services.studies import create_study
from games.studies.services.turns import play_turns
from games.studies.sources import new_chapter
from gipf_engine.rules.puzzles import puzzles_of
from play.challenges.services.quick import QuickGame, seek_game
from play.core.services.blocks import block_person
from play.models import ConditionalLine, DoneLesson, GameNote, Guest, Hint, PracticeDeal, Presence
from play.puzzles.services import keep_attempt
from players.accounts.services.sessions import note_sign_in
from players.accounts.services.subscriptions import choose_mail, offered_mail
from players.following.services import choose_followers, follow_person
from players.guest_names import name_program
from players.models import Account, Club, GuardianAnswer, GuardianConsent, Person
from players.notifications.services import devices
from players.uploads.forms import keep_text
from players.uploads.services import begin_upload
from ratings.arranged.services import set_counting
from testing.engine.rules.lyngk_data import reference_games
from testing.factories import AccountFactory, PersonFactory, administrator, organiser_of, player_in, seated
from testing.play.house_players import house_player
from testing.tournaments.circuits import circuit_world
from testing.tournaments.factories import WELCOME
from testing.tournaments.here import running_here
from testing.tournaments.medleys import medley_world
from testing.tournaments.seasons import league_world
from testing.tournaments.stages import stages_world
from testing.tournaments.teams import hand_in, running_teams
from testing.tournaments.titles import title_world
from tests.games.results.test_adjudication import lyngk_game
from tournaments.announcements.services import publish_announcement
from tournaments.arenas.services import join_arena
from tournaments.club_files.services.making import ask_for_club_file, make_club_file
from tournaments.entries.services.questions import add_question
from tournaments.festivals.services.player_links import revoke_player_link
from tournaments.models import Answer, Event, FestivalSection, Member, VerifiedResult
from tournaments.notices.services import send_news
from tournaments.results.services.calls import call_arbiter
from tournaments.results.services.seat_links import revoke_link
from tournaments.rounds.services.deferred_pairing import ask_for_explanation
from tournaments.stages.services.advancing import start_stage
from tournaments.teams.services.byes import request_team_bye
from tournaments.teams.services.exclusions import keep_teams_apart
from tournaments.teams.services.line_ups import set_line_up_deadline
from tournaments.titles.services import withdraw_title


def make_rare_rows(event: Event, organiser: Account, game: Game) -> None:
    """`game` is one of `event`, of which no result is known yet."""
    _make_rows_of_games(event, organiser, game)
    _make_rows_of_accounts(event, organiser)
    make_club_file(ask_for_club_file(event.club_id, organiser).pk)
    _make_rows_of_play()
    _make_rows_of_arena(event, organiser)
    _make_rows_of_teams(event, organiser)
    _make_rows_of_medleys(event, organiser)
    _make_rows_of_stages(event, organiser)
    _make_rows_of_seasons(event, organiser)
    _make_rows_of_analysis()
    probe_write()
    StoredAnswer.objects.create(key="a" * 40, request="b" * 20, account=organiser.pk, begun_at=timezone.now())


def make_answer(event: Event) -> None:
    """What the first player of an event answered to its question."""
    question, member = event.questions.get(), event.members.earliest("pk")
    Answer.objects.create(question=question, person=member.person, text="Vegetarisch – گیاهی")


def _make_rows_of_games(event: Event, organiser: Account, game: Game) -> None:
    """A decision that is taken back, a score sheet, a question about a round, a seat link that works no more."""
    call_arbiter(game.pk, seated(game, "white"))
    claim_result(game.pk, organiser, "0-1", source="desk", role="arbiter", reason="A slip")
    undo_decision(game.pk, organiser, 1)
    scored, _moves = lyngk_game(event.club, reference_games()[0])
    submit_score(scored.pk, seated(scored, "white"), counts=[[2, 0, 0, 1, 0], [2, 1, 0, 0, 0]])
    ask_for_explanation(event.pk, organiser, 1)
    publish_announcement(event.pk, organiser, **WELCOME | {"text": "Viel Glück – موفق باشید"})
    VerifiedResult.objects.create(claim=game.claims.latest("number"), verified_by=organiser.pk, at=timezone.now())
    add_question(event.pk, organiser, text="Essen – ناهار", kind="text")
    make_answer(event)
    revoke_link(event.pk, organiser, game.pk, "white")
    section = FestivalSection.objects.earliest("pk")
    member = Member.objects.filter(event=section.event).earliest("pk")
    revoke_player_link(section.festival_id, organiser_of(section.festival.club), member.person_id)


def _make_rows_of_stages(event: Event, organiser: Account) -> None:
    """Groups that are played, in which one player does not go on, and their finals."""
    made = stages_world(event.club, organiser)
    start_stage(made.ready.pk, organiser, 2)


def _make_rows_of_arena(event: Event, organiser: Account) -> None:
    """An arena that has started, which one player has joined."""
    arena, players = running_here(
        event.club, organiser, ("Zelda",), rounds=0, format="arena", time_control="180+2", no_show_minutes=None
    )
    join_arena(arena.pk, players["Zelda"])


def _make_rows_of_teams(event: Event, organiser: Account) -> None:
    """A match that is seated, one that waits for a line-up, and until when; a bye on request, teams kept apart."""
    teams, players = running_teams(event.club, organiser)
    hand_in(teams, players["Ada"], 1, "Ants", "Ada", "Al")
    hand_in(teams, players["Dan"], 1, "Dogs", "Dan", "Di")
    hand_in(teams, players["Ben"], 1, "Bees", "Ben", "Bo")
    set_line_up_deadline(teams.pk, organiser, 1, timezone.now() + timedelta(days=1))
    swiss = {"format": "team-swiss", "rounds_planned": 3}
    freely, _players = running_teams(event.club, organiser, known=players, rounds=0, **swiss)
    two = list(freely.teams.order_by("number").values_list("pk", flat=True)[:2])
    request_team_bye(freely.pk, organiser, two[0], 1, "zero")
    keep_teams_apart(freely.pk, organiser, two)


def _make_rows_of_medleys(event: Event, organiser: Account) -> None:
    """A game that is to be chosen."""
    medley_world(event.club, organiser, player_in(event.club))


def _make_rows_of_seasons(event: Event, organiser: Account) -> None:
    """A circuit, a league with a move by hand, and a title that is withdrawn."""
    circuit_world(event.club, organiser)
    league_world(event.club, organiser)
    titles = title_world(event.club, organiser)
    withdraw_title(titles.title.pk, organiser, titles.award.pk, reason="Falsch gewertet – «نتیجه»")


def _make_rows_of_accounts(event: Event, organiser: Account) -> None:
    """A browser that is known, mail that is chosen and mail that was sent, somebody who is blocked."""
    note_sign_in(organiser, device_id="a browser", address="198.51.100.7", browser="Firefox")
    player, pest = player_in(event.club), player_in(event.club)
    assert player.person is not None and pest.person is not None
    block_person(player, pest.person.pk)
    asked = GuardianConsent.objects.create(
        club=event.club, person=player.person, birth_year=2015, email="eltern@example.org", asked_at=timezone.now()
    )
    GuardianAnswer.objects.create(consent=asked, answer="given", at=timezone.now())
    devices.choose(player, ["turn"], (time(22), time(7)), "Asia/Tehran")
    choose_mail(player, {offered_mail(player)[0].key: True})
    begin_upload(organiser, size=7, sha256="a" * 64, name="alte Partien – قدیمی.csv")
    keep_text(organiser, b"date,event,round,first,second,result\n")
    send_news(player, event.pk, "round", ["1"], lambda: None)
    Broadcast.objects.create(parent_scope=Scope.objects.get(key=event.scope), delay=15)


def _make_rows_of_play() -> None:
    """A guest, a hint, a sign of the server, a game that counts no more, who seeks, a note, a line, a study."""
    now = timezone.now()
    person = Person.guests.create(name="Gast – مهمان – 客", is_guest=True)
    Guest.objects.create(person=person, digest="c" * 64, address="d" * 64, seen_at=now)
    deal = PracticeDeal.objects.earliest("pk")
    Hint.objects.create(deal=deal, position="as it was", asked_at=now, found_at=now, can_be_won=False)
    Presence.objects.update_or_create(pk=Presence.ONLY, defaults={"at": now})
    arranged = Game.objects.filter(club=None, rated=True).earliest("pk")
    account = AccountFactory(person=PersonFactory(name="Selma Suche"))
    seek_game(account, QuickGame(rules="gipf-basic", control="300+3"))
    follow_person(account, arranged.white.canonical_id)
    choose_followers(account, account.person_id, allowed=False)
    GameNote.objects.create(game=arranged, person=arranged.white, text="Weiß will den Rand: «حاشیه»")
    ConditionalLine.objects.create(game=arranged, person=arranged.white, ply=3, turns="b3 f2")
    study = create_study(account, "Ränder – لبه‌ها", [new_chapter("gipf-basic")])
    play_turns(study.slug, account, 1, 0, "g2", expect=None)
    DoneLesson.objects.create(account=account, game="gipf", lesson="push", done_at=now)
    keep_attempt(account, puzzles_of("gipf-basic")[0], solved=True)
    set_counting(administrator(), [arranged.pk], counts=False, reason="Agreed beforehand: «از پیش»")


def _make_rows_of_analysis() -> None:
    """A program at its seats, a house player, a record that is to be analysed, a position that was."""
    Person.guests.create(name=name_program(3), is_guest=True, program_level=3)
    club = Club.objects.earliest("pk")
    house_player(club, organiser_of(club), level=2)
    record, today = Record.objects.earliest("pk"), timezone.localdate()
    AskedPosition.objects.create(rules="gipf-basic", position="as it was", asked_on=today)
    RecordAnalysis.objects.create(record=record, version="f" * 16, done=1, asked_on=today)
    PositionAnalysis.objects.create(
        rules="gipf-basic", position="as it was", version="f" * 16, nodes=40_000, depth=4, lines=[[120, ["g2", "b3"]]],
        asked_on=today,
    )  # fmt: skip
