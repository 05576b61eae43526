"""Every way to have a position judged, walked by a player whose running game went through it: refused, with the rule.

The ways are those of the URL table: an address of games or play is a way here, or `judging_nothing.toml` has the reason
why it judges nothing. Hints and solvers of solitaires have their tests in test_fair_play.py.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from pytest import MonkeyPatch, Subtests

from common.journal import queries as journal_queries
from common.journal import services as journal
from games.core.running import scope_of
from games.models import Game, StudyTurn
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from games.studies.services.studies import create_study
from games.studies.sources import new_chapter, read_text
from gipf_engine.rules import puzzles, rules_for
from play.core.player import program_at
from play.core.playing import load_game
from play.games.services.games import play_turn, resign
from play.partner.services import ProgramGame, begin_program_game
from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import AccountFactory, ClubFactory, GameFactory, PersonFactory, seated
from testing.games.game_records import played, tokens_of
from testing.play.online import begin, play, reference_turns
from testing.system.urls import all_patterns
from testing.tournaments.factories import running

pytestmark = pytest.mark.django_db

RULES = "gipf-basic"
CLOSED = "fair play policy"
PLIES = 8
"""Turns of the running game; the position after the sixth is the first that is closed."""
PUZZLE = 77
JUDGING_NOTHING = Path(__file__).with_name("judging_nothing.toml")
API = "/api/v1"


def tokens() -> list[str]:
    return tokens_of(played())[: PLIES + 2]


def position_text(plies: int) -> str:
    position = rules_for(RULES).start()
    for token in tokens()[:plies]:
        position = position.play(position.parse(token))
    return position.text()


@dataclass(frozen=True)
class World:
    """A game of the same turns that is over and was analysed (`old`), a study of them that all may read, one that the
    player wrote before (`written`), and a study of the start (`own`).
    """

    player: Account
    other: Account
    old: int
    study: str
    written: str
    own: str

    def page(self, who: Account | None, path: str, sent: dict[str, Any] | None = None) -> Answer:
        """A page read, or sent something, as a person does who is signed in."""
        client = Client()
        if who is not None:
            client.force_login(who)
        answer = client.get(path) if sent is None else client.post(path, sent)
        return Answer.of(answer)

    def key(self, who: Account | None, path: str, sent: dict[str, Any] | None = None) -> Answer:
        """An endpoint of the API, as a program asks with the key of an account."""
        head = {"Authorization": f"Token {Caller(who).key}"} if who is not None else {}
        client = Client(headers=head)
        answer = client.get(path) if sent is None else client.post(path, json.dumps(sent), "application/json")
        return Answer.of(answer)

    def version(self, scope: str) -> int:
        return journal_queries.version(scope)


@dataclass(frozen=True)
class Answer:
    status: int
    text: str

    @classmethod
    def of(cls, answer: Any) -> Answer:
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        return cls(answer.status_code, body.decode("utf-8", "replace"))

    @property
    def is_closed(self) -> bool:
        """Refused, and the rule is named."""
        return self.status >= 400 and CLOSED in self.text


Way = Callable[[World, "Account | None"], Answer]
ASKED = f"rules={RULES}&position="
STUDY, TURN = "studies/<slug:study_slug>", "studies/<slug:study_slug>/chapters/<int:chapter>/turns/<int:turn>"
BOARD = "analysis/<slug:rules>"
ANALYSIS = "games/<int:game_id>/analysis/<int:number>/<int:ply>"

COLLECTION: dict[str, Way] = {
    "games": lambda world, who: world.page(who, f"/games?{ASKED}{position_text(7)}"),
    "games/records.txt": lambda world, who: world.page(who, f"/games/records.txt?{ASKED}{position_text(7)}"),
    "api/v1/collection": lambda world, who: world.key(who, f"{API}/collection?{ASKED}{position_text(7)}"),
    "api/v1/collection/turns": lambda world, who: world.key(who, f"{API}/collection/turns?{ASKED}{position_text(7)}"),
}
"""Searching the collection for a position: closed in real time and over the board, open by correspondence."""


def _on_board(name: str = "", sent: dict[str, Any] | None = None) -> Way:
    """The analysis board at the position after turn 7."""
    return lambda world, who: world.page(who, f"/analysis/{RULES}{name}?position={position_text(7)}", sent)


def fewer_in_reserve(text: str) -> str:
    """The position with a piece of White captured that was in reserve: set up by hand, and judged almost alike."""
    board, turn, reserves, captured, phases = text.split()
    (white, black), (of_white, of_black) = (map(int, pair.split("-")) for pair in (reserves, captured))
    return f"{board} {turn} {white - 1}-{black} {of_white}-{of_black + 1} {phases}"


def _picture(name: str) -> Way:
    return lambda world, who: world.page(who, f"/studies/{world.study}/chapters/1/turns/7/{name}")


READING: dict[str, Way] = {
    ANALYSIS: lambda world, who: world.page(who, f"/games/{world.old}/analysis/1/7"),
    f"{ANALYSIS} (asking)": lambda world, who: world.page(who, f"/games/{world.old}/analysis/1/7", {}),
    BOARD: _on_board(),
    f"{BOARD} (by its turns)": lambda world, who: world.page(
        who, f"/analysis/{RULES}?turns={'+'.join(tokens()[:PLIES])}&ply=0"
    ),
    f"{BOARD} (what stands beside the board is another)": lambda world, who: world.page(
        who, f"/analysis/{RULES}?position={fewer_in_reserve(position_text(7))}"
    ),
    f"{BOARD} (the other to move)": lambda world, who: world.page(
        who, f"/analysis/{RULES}?position={position_text(7).replace(' b ', ' w ')}"
    ),
    f"{BOARD} (turn)": lambda world, who: world.page(
        who, f"/analysis/{RULES}?turns={'+'.join(tokens()[:6])}", {"turns": tokens()[6], "version": 6}
    ),
    f"{BOARD}/look": _on_board("/look"),
    f"{BOARD}/look (asking)": _on_board("/look", {}),
    f"{BOARD}/look (deeper)": _on_board("/look", {"deeper": "1"}),
    f"{BOARD}/state": _on_board("/state"),
    f"{BOARD}/steps": _on_board("/steps"),
    f"{BOARD}/set-up": _on_board("/set-up"),
    "api/v1/analysis": lambda world, who: world.key(who, f"{API}/analysis?{ASKED}{position_text(7)}"),
    "api/v1/analysis (what stands beside the board is another)": lambda world, who: world.key(
        who, f"{API}/analysis?{ASKED}{fewer_in_reserve(position_text(7))}"
    ),
    f"{STUDY}/analysis": lambda world, who: world.page(who, f"/studies/{world.study}/analysis"),
    STUDY: lambda world, who: world.page(who, f"/studies/{world.study}"),
    f"{STUDY}/study.txt": lambda world, who: world.page(who, f"/studies/{world.study}/study.txt"),
    f"{STUDY}/study.json": lambda world, who: world.page(who, f"/studies/{world.study}/study.json"),
    f"{STUDY}/chapters/<int:chapter>/line": lambda world, who: world.page(
        who, f"/studies/{world.study}/chapters/1/line"
    ),
    **{f"{TURN}/{name}": _picture(name) for name in ("board.svg", "board.png", "code.svg")},
    f"api/v1/{STUDY}": lambda world, who: world.key(who, f"{API}/studies/{world.study}"),
    f"api/v1/{STUDY} (as text)": lambda world, who: world.key(who, f"{API}/studies/{world.study}?format=txt"),
    "puzzles/<int:puzzle_key>": lambda world, who: world.page(who, f"/puzzles/{PUZZLE}"),
    "puzzles/<int:puzzle_key> (turn)": lambda world, who: world.page(
        who, f"/puzzles/{PUZZLE}", {"turns": tokens()[7], "version": 0}
    ),
    "puzzles/<int:puzzle_key>/state": lambda world, who: world.page(who, f"/puzzles/{PUZZLE}/state"),
    "puzzles/<int:puzzle_key>/steps": lambda world, who: world.page(who, f"/puzzles/{PUZZLE}/steps"),
}
"""What everybody else is shown, members and visitors."""

OWN: dict[str, Way] = {
    f"{BOARD}/study": _on_board("/study", {}),
    "play/computer": lambda world, who: world.page(
        who, "/play/computer", {"rules": RULES, "position": position_text(7), "level": "1"}
    ),
    "api/v1/play/computer": lambda world, who: world.key(
        who, f"{API}/play/computer", {"rules": RULES, "position": position_text(7), "level": 1}
    ),
    "api/v1/analysis (asking)": lambda world, who: world.key(
        who, f"{API}/analysis", {"rules": RULES, "position": position_text(7)}
    ),
    "api/v1/analysis (deeper)": lambda world, who: world.key(
        who, f"{API}/analysis", {"rules": RULES, "position": position_text(7), "deeper": True}
    ),
    f"{STUDY}/copy": lambda world, who: world.page(who, f"/studies/{world.study}/copy", {}),
    f"api/v1/{STUDY}/copy": lambda world, who: world.key(who, f"{API}/studies/{world.study}/copy", {}),
    "studies/new": lambda world, who: world.page(
        who, "/studies/new", {"title": "Mine", "rules": RULES, "position": position_text(7), "text": ""}
    ),
    "studies/new (from a record)": lambda world, who: world.page(
        who, f"/studies/new?game={world.old}&record=1", {"title": "Mine"}
    ),
    "api/v1/studies": lambda world, who: world.key(
        who, f"{API}/studies", {"title": "Mine", "rules": RULES, "position": position_text(7)}
    ),
}
"""What every member may do."""

BY_PLAYER: dict[str, Way] = {
    f"{STUDY}/chapters/new": lambda world, who: world.page(
        who,
        f"/studies/{world.own}/chapters/new",
        {"rules": RULES, "position": position_text(7), "text": "", "name": ""},
    ),
    f"api/v1/{STUDY}/chapters": lambda world, who: world.key(
        who, f"{API}/studies/{world.own}/chapters", {"rules": RULES, "position": position_text(7)}
    ),
    f"{TURN}/play": lambda world, who: world.page(
        who,
        f"/studies/{world.own}/chapters/1/turns/0/play",
        {"turns": " ".join(tokens()[:7]), "version": world.version(f"study:{world.own}")},
    ),
    f"api/v1/{STUDY}/chapters/<int:chapter>/turns": lambda world, who: world.key(
        who, f"{API}/studies/{world.own}/chapters/1/turns", {"after": 0, "turns": " ".join(tokens()[:7])}
    ),
    f"{TURN}/state": lambda world, who: world.page(who, f"/studies/{world.written}/chapters/1/turns/7/state"),
    f"{TURN}/steps": lambda world, who: world.page(who, f"/studies/{world.written}/chapters/1/turns/7/steps"),
}
"""What the player alone could do: in studies of their own."""

AGAINST_THE_COMPUTER: dict[str, Callable[[World, int], Answer]] = {
    "play/<int:game_id>": lambda world, game: world.page(
        world.player, f"/play/{game}", {"turns": tokens()[6], "version": world.version(scope_of(game))}
    ),
    "api/v1/play/games/<int:game_id>/turns": lambda world, game: world.key(
        world.player,
        f"{API}/play/games/{game}/turns",
        {"turn": tokens()[6], "version": world.version(scope_of(game))},
    ),
}
"""In another game, of six of the turns: the next one leads to a closed position, which the computer would judge."""

OF_SOLITAIRES = {"practice/<int:attempt_id>/<slug:action>", "api/v1/practice/<int:attempt_id>/hint"}
"""Hints: test_fair_play.py."""
KNOWN_TO_OTHERS = {"gipfel": {"warm_up.py", "urls.py", "game_cards.py"}}
"""Modules that load the search for those who need it, and ask it nothing; the addresses of the API; and what counts the
puzzles of a game, and shows none."""


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def puzzle_of_the_game(tmp_path: Path, monkeypatch: MonkeyPatch) -> Iterator[None]:
    """A folder of puzzles with one whose position is that of the game after turn 7."""
    position = rules_for(RULES).position(position_text(7))
    line = {
        "key": PUZZLE,
        "rules": RULES,
        "position": position.text(),
        "line": [position.notation(position.parse(tokens()[7]))],
        "depth": 1,
        "refutations": {},
        "themes": [],
    }
    (tmp_path / f"{RULES}.jsonl").write_text(json.dumps(line) + "\n")
    monkeypatch.setattr(puzzles, "FOLDER", str(tmp_path))
    _forget_puzzles()
    yield
    monkeypatch.undo()
    _forget_puzzles()


def _forget_puzzles() -> None:
    for cached in (puzzles.puzzles_of, puzzles.themes_in, puzzles.all_puzzles, puzzles.rules_with_puzzles):
        cached.cache_clear()


def _in_real_time(world: World) -> int:
    return _online(world, "300+3")


def _by_correspondence(world: World) -> int:
    return _online(world, "7days+14")


def _online(world: World, control: str) -> int:
    game = begin(world.player, world.other, control=control)
    play(game, *reference_turns(world.player, world.other)[:PLIES])
    return game


def _over_the_board(world: World) -> int:
    """A game of a round that goes on, recorded turn by turn."""
    game: Game = GameFactory(club=ClubFactory(), rules=RULES, white=world.player.person, black=world.other.person)
    expect = journal_queries.version(scope_of(game.pk))
    record_turns(game.pk, world.player, " ".join(tokens()[:PLIES]), expect=expect)
    return game.pk


GAMES = {"in real time": _in_real_time, "by correspondence": _by_correspondence, "over the board": _over_the_board}


@pytest.fixture
def world(puzzle_of_the_game: None) -> World:
    """Everything that is there before the player's game begins."""
    journal.open_scope(journal.SERVER)
    player, other, author = (AccountFactory(person=PersonFactory(name=name)) for name in ("Wanda", "Bela", "Stu"))
    old = begin(player, author)
    play(old, *reference_turns(player, author)[:PLIES])
    resign(old, player)
    Client().post(f"/games/{old}/analysis/1/7")
    call_command("work", "--once", "--queues", "turns,analysis")
    text = f'[Game "gipf"]\n[Rules "basic"]\n\n{" ".join(tokens()[:PLIES])} *\n'
    study = create_study(author, "Of all", read_text(text).chapters, visibility="public")
    written = create_study(player, "Before the game", read_text(text).chapters)
    own = create_study(player, "The start", [new_chapter(RULES)])
    return World(player, other, old, study.slug, written.slug, own.slug)


@pytest.mark.parametrize("kind", GAMES)
def test_each_way_is_closed_to_the_player_and_says_why(world: World, kind: str, subtests: Subtests) -> None:
    GAMES[kind](world)
    for name, way in {**READING, **OWN, **BY_PLAYER}.items():
        with subtests.test(name):
            answer = way(world, world.player)
            assert answer.is_closed, (answer.status, answer.text[:300])
    for name, way in COLLECTION.items():
        with subtests.test(name):
            assert way(world, world.player).is_closed == (kind != "by correspondence")
    assert StudyTurn.objects.filter(chapter__study__slug=world.own).count() == 1, "nothing was written"


def _against_the_computer(player: Account) -> int:
    begun = begin_program_game(player, ProgramGame(rules=RULES, level=1, colour="white")).game
    program = program_at(begun, 1)
    assert program is not None
    for ply, token in enumerate(tokens()[:6]):
        play_turn(begun.pk, (player, program)[ply % 2], token, expect=load_game(begun.pk).version)
    return begun.pk


@pytest.mark.parametrize("kind", GAMES)
def test_the_computer_judges_nothing_for_the_player(world: World, kind: str, subtests: Subtests) -> None:
    GAMES[kind](world)
    game = _against_the_computer(world.player)
    for name, way in AGAINST_THE_COMPUTER.items():
        with subtests.test(name):
            assert way(world, game).is_closed
    assert load_game(game).plies == 6


def test_the_computer_plays_on_where_no_other_game_is_concerned(world: World) -> None:
    game = _against_the_computer(world.player)
    assert _is_answered(AGAINST_THE_COMPUTER["play/<int:game_id>"](world, game))
    assert load_game(game).plies == 7


@pytest.mark.parametrize("kind", GAMES)
def test_the_opponent_is_told_as_little(world: World, kind: str, subtests: Subtests) -> None:
    GAMES[kind](world)
    for name, way in {**READING, **OWN}.items():
        with subtests.test(name):
            assert way(world, world.other).is_closed


def test_each_way_answers_others_and_when_the_game_is_over(world: World, subtests: Subtests) -> None:
    """Members, and visitors who read: the rule goes by account, which is its limit (docs/analysis.md)."""
    game = _in_real_time(world)
    member = AccountFactory(person=PersonFactory())
    for name, way in {**READING, **OWN, **COLLECTION}.items():
        with subtests.test(f"{name}, a member"):
            answer = way(world, member)
            assert _is_answered(answer), (answer.status, answer.text[:300])
    for name, way in {**READING, **COLLECTION}.items():
        with subtests.test(f"{name}, a visitor"):
            assert _is_answered(way(world, None))
    resign(game, world.player)
    for name, way in {**READING, **OWN, **COLLECTION, **BY_PLAYER}.items():
        with subtests.test(f"{name}, after the game"):
            assert _is_answered(way(world, world.player))


def _is_answered(answer: Answer) -> bool:
    return CLOSED not in answer.text and answer.status in (200, 201, 202, 204, 302)


def test_a_game_of_a_round_that_goes_on_is_analysed_for_nobody(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rules=RULES, rounds=1)
    over, goes_on = Game.objects.filter(paired__pairing__round__event=event).order_by("pk")
    submit_record(over.pk, seated(over, "white"), " ".join(tokens()))
    claim_result(over.pk, organiser, "1-0", source="desk", role="arbiter")
    address = f"/games/{over.pk}/analysis/1/7"
    for answer in (Client().get(address), Client().post(address)):
        assert (answer.status_code, "all games of the round are over" in answer.content.decode()) == (409, True)
    claim_result(goes_on.pk, organiser, "0-1", source="desk", role="arbiter")
    assert "Analyse this game" in Client().get(address).content.decode()


def test_every_address_is_a_way_or_judges_nothing() -> None:
    """A new one of games or play fails here until it has a row."""
    silent = [address for reason in _reasons() for address in reason["addresses"]]
    assert len(silent) == len(set(silent))
    ways = {
        name.partition(" (")[0] for name in {**READING, **OWN, **COLLECTION, **BY_PLAYER, **AGAINST_THE_COMPUTER}
    } | OF_SOLITAIRES
    assert ways.isdisjoint(silent)
    there = {route for route, module in _addresses() if module.partition(".")[0] in ("games", "play")}
    assert there == ways | set(silent)


def _reasons() -> list[dict[str, Any]]:
    reasons: list[dict[str, Any]] = tomllib.loads(JUDGING_NOTHING.read_text(encoding="utf-8"))["reason"]
    return reasons


def _addresses() -> Iterator[tuple[str, str]]:
    """Routes of the server, and the module in which their view is."""
    for route, pattern in all_patterns(get_resolver()):
        view = pattern.callback
        view = getattr(view, "cls", None) or getattr(view, "view_class", None) or inspect.unwrap(view)
        yield route, view.__module__


@pytest.mark.parametrize("app", ["tournaments", "ratings", "players", "common", "gipfel"])
def test_no_other_app_knows_an_analysis(app: str) -> None:
    """So that their addresses need no row. The draws of a round's deals look for their par (test_fair_play)."""
    known = re.compile(r"^\s*(from|import) (games\.analysis|gipf_engine\.analysis|gipf_engine\.rules\.puzzles)", re.M)
    found = {path.name for path in Path(app).rglob("*.py") if known.search(path.read_text(encoding="utf-8"))}
    assert found <= KNOWN_TO_OTHERS.get(app, set())
