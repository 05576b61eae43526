"""Games that are played here, as the site of the tests has them: what addresses name, and where the forms are."""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.rules.puzzles import puzzles_of
from play.chat.services.chat import chat_token
from play.games.services.games import resign
from play.table.services.reminders import make_calendar
from players.models import Account
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import OnlineWorld, begin, play

PUZZLE = puzzles_of("gipf-basic")[0]
_OF_ANALYSIS_BOARD = ("board", "state", "steps", "look", "study", "set-up")
Ids = Mapping[str, Mapping[str, object]]
_SETTINGS = ("play-settings", "play-vacations", "play-vacation-cancel", "play-calendar")


def named_in_addresses(online: OnlineWorld, player: Account) -> dict[str, dict[str, object]]:
    """By endpoint, what its address names."""
    game: dict[str, object] = {"game_id": online.begun}
    boards = ("play-game", "play-state", "play-steps", "play-seen", "play-here", "play-confirm")
    beside = ("play-positions", "play-note", "play-watchers", "play-chat", "play-report")
    watched = ("play-spectators", "play-spectators-seen", "play-spectators-report")
    return {
        **dict.fromkeys((*boards, *beside), game),
        **{name: {"game_id": online.watched} for name in watched},
        "play-conditional": {"game_id": online.waited},
        "play-conditional-delete": {"game_id": online.waited, "line_id": online.stored},
        "play-step": game | {"action": "resign"},
        "play-chat-seen": game | {"token": chat_token(online.begun)},
        "play-link": {"token": online.link.token},
        "play-take": {"challenge_id": online.other.pk},
        "play-close": {"challenge_id": online.own.pk},
        "play-deadlines": {"secret": make_calendar(player)},
        "play-block": {"person_id": online.other.challenger_id},
        "play-vacation-cancel": {"vacation_id": online.vacation},
        "moderation-report": {"report_id": online.report},
        "moderation-lift": {"sanction_id": online.sanction},
        **{key: {"game_id": _given_up(player)} for key in ("game-counting", "game-analysis")},
        "game-counting": {"game_id": _given_up(player)},
        "course": {"game": "gipf"},
        **{name: {"game": "gipf", "key": "push"} for name in ("lesson", "lesson-state", "lesson-steps")},
        **{name: {"puzzle_key": PUZZLE.key} for name in ("puzzle", "puzzle-state", "puzzle-steps")},
        "puzzle-next": {"rules": PUZZLE.rules},
        **{
            f"analysis-{name}": {"rules": PUZZLE.rules}
            for name in ("board", "state", "steps", "look", "study", "set-up")
        },
    }


def _given_up(player: Account) -> int:
    """A rated game that two players arranged, which one gave up after two turns."""
    opponent = AccountFactory(person=PersonFactory(name="Gina Given"))
    game = begin(player, opponent, control="7days+14")
    play(game, (player, "g2"), (opponent, "b3"))
    resign(game, opponent)
    return game


def pages_of_play(
    online: OnlineWorld, special: Ids, visitor: str, player: str, administrator: str
) -> dict[str, list[tuple[str, str]]]:
    """By endpoint, who fills in its forms and on which pages they are.

    The player waits for a game already: quick pairing is offered to others, and bookmarks to none of these.
    """
    boards = [(player, f"/play/{game}") for game in (online.begun, online.new, online.drawn)]
    report = [(administrator, f"/moderation/reports/{online.report}")]
    return {
        "play-new": [(player, "/play/new"), (player, f"/play/new?opponent={online.other.challenger_id}")],
        **{key: [(player, "/play/settings")] for key in _SETTINGS},
        **{key: [(visitor, "/play")] for key in ("play-quick", "play-computer")},
        "play-take": [(player, "/play")],
        "play-close": [(player, "/play")],
        "lesson": [(player, "/learn/gipf/push")],
        "puzzle": [(player, f"/puzzles/{PUZZLE.key}")],
        "rules-board": [(player, "/rules/gipf-standard/boards/push")],
        **{f"analysis-{name}": [(player, f"/analysis/{PUZZLE.rules}")] for name in ("board", "look", "study")},
        "play-link": [(player, f"/play/links/{online.link.token}")],
        **dict.fromkeys(("play-game", "play-confirm", "play-note", "play-chat", "play-block"), boards[:1]),
        **{key: [(player, f"/play/{online.waited}")] for key in ("play-conditional", "play-conditional-delete")},
        "play-step": boards,
        "play-report": [(player, f"/play/{online.begun}/report")],
        "play-spectators": [(player, f"/play/{online.watched}/spectators")],
        "play-spectators-report": [(player, f"/play/{online.watched}/spectators/report?message={online.line}")],
        "moderation-report": report,
        "moderation-lift": report,
        "game-analysis": [(player, f"/games/{special['game-analysis']['game_id']}/analysis/1/0")],
        "game-counting": [(administrator, f"/games/{special['game-counting']['game_id']}/counting")],
    }
