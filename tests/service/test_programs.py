"""Programs over real connections: the one of the manual plays another like it, and streams tell what happens."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from games.models import Game
from play.games.services.games import resign
from play.models import OnlineGame
from players.accounts.services.programs import make_program
from players.accounts.services.tokens import make_token, revoke_token
from players.models import Account
from testing import PROJECT
from testing.endings import ends_with_tests
from testing.patience import LONGEST
from testing.play.online import begin, first_turns, two_accounts
from testing.servers import free_port
from testing.service.processes import Service, eventually

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def program_of_the_manual() -> str:
    (code,) = re.findall(r"^```python\n(.*?)^```$", (PROJECT / "docs" / "programs.md").read_text(), re.S | re.M)
    return str(code)


@pytest.fixture
def port(service: Service, collected_files: None) -> int:
    port = free_port()
    service.web(port)
    return port


def test_the_program_of_the_manual_plays_another_like_it(service: Service, port: int, tmp_path: Path) -> None:
    code = program_of_the_manual()
    assert len([line for line in code.splitlines() if line]) <= 40
    script = tmp_path / "program.py"
    script.write_text(code)
    owner, _other = two_accounts()
    programs = [make_program(owner, name) for name in ("Left", "Right")]
    keys = [make_token(account=program, label="test").key for program in programs]
    assert programs[1].person is not None
    running = []
    for key, opponents in ((keys[1], []), (keys[0], [str(programs[1].person.pk)])):
        command = [sys.executable, str(script), f"http://127.0.0.1:{port}", key, *opponents]
        running.append(subprocess.Popen(command, stderr=subprocess.PIPE))
        ends_with_tests(running[-1].pid)
    try:
        eventually(lambda: OnlineGame.objects.filter(ending="rules").exists(), LONGEST, "a whole game")
    finally:
        for process in running:
            process.kill()
    game = Game.objects.get()
    assert {game.white, game.black} == {program.person for program in programs} and game.rated
    assert game.result in ("1-0", "0-1") and game.records.get().plies > 10
    assert [process.communicate()[1] for process in running] == [b"", b""]


@contextmanager
def listening(
    port: int, path: str, account: Account | None = None, key: str = ""
) -> Iterator[Iterator[dict[str, Any]]]:
    """The lines of a stream as they come; a blank line is {}."""
    key = key or (make_token(account=account, label="stream").key if account is not None else "")
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST)) as connection:
        connection.request("GET", f"/api/v1{path}", headers={"Authorization": f"Bearer {key}"} if key else {})
        answer = connection.getresponse()
        with closing(answer):
            assert answer.status == 200, answer.read()
            assert answer.headers["Content-Type"] == "application/x-ndjson"
            yield (json.loads(line) if line.strip() else {} for line in answer)


def next_of(lines: Iterator[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line)


def test_a_turn_is_on_every_stream_of_its_game_at_once(port: int) -> None:
    white, black = two_accounts()
    game = begin(white, black)
    first_turns(game, white, black)
    with (
        listening(port, f"/play/games/{game}/stream", black) as own,
        listening(port, f"/play/games/{game}/stream") as all_,
    ):
        assert [len(next_of(lines)["game"]["turns"]) for lines in (own, all_)] == [2, 2]
        began = monotonic()
        first_turns(game, white)
        assert [len(next_of(lines)["game"]["turns"]) for lines in (own, all_)] == [3, 3]
        assert monotonic() - began < 5
        resign(game, white)
        assert [next_of(lines)["game"]["ending"] for lines in (own, all_)] == ["resigned", "resigned"]
        assert [next((line for line in lines if line), None) for lines in (own, all_)] == [None, None]


def test_own_events_come_while_nothing_is_asked(port: int) -> None:
    white, black = two_accounts()
    with listening(port, "/play/stream", black) as lines:
        assert next_of(lines)["type"] == "ready"
        began = monotonic()
        game = begin(white, black)
        assert (line := next_of(lines))["type"] == "game-start" and line["game"] == game
        assert monotonic() - began < 5
        first_turns(game, white, black)
        resign(game, black)
        assert next_of(lines)["type"] == "game-end"


def test_nothing_new_is_a_blank_line(port: int) -> None:
    with listening(port, "/play/stream", two_accounts()[0]) as lines:
        assert next_of(lines)["type"] == "ready"
        assert next(lines) == {}


def test_a_key_has_so_many_streams_and_no_more(port: int) -> None:
    account, opponent = two_accounts()
    game = begin(account, opponent)
    key = make_token(account=account, label="many").key
    path, open_ones = f"/play/games/{game}/stream", []
    for _number in range(20):
        one = listening(port, path, key=key)
        next_of(one.__enter__())
        open_ones.append(one)
    with pytest.raises(AssertionError, match="Too many streams are open"), listening(port, path, key=key):
        pass
    with listening(port, path) as lines:
        assert next_of(lines)["type"] == "game"
    open_ones.pop().__exit__(None, None, None)
    eventually(lambda: opens(port, path, key), LONGEST, "room for another stream")
    for one in open_ones:
        one.__exit__(None, None, None)


def opens(port: int, path: str, key: str) -> bool:
    try:
        with listening(port, path, key=key) as lines:
            return bool(next_of(lines))
    except AssertionError:
        return False


def test_a_stream_ends_with_its_key(port: int) -> None:
    account, _other = two_accounts()
    made = make_token(account=account, label="short")
    with listening(port, "/play/stream", key=made.key) as lines:
        assert next_of(lines)["type"] == "ready"
        revoke_token(account=account, token_id=made.token.pk)
        assert list(filter(None, lines)) == []


def test_streams_do_not_keep_a_server_from_ending(service: Service, port: int) -> None:
    account, _other = two_accounts()
    with listening(port, "/play/stream", account) as lines:
        assert next_of(lines)["type"] == "ready"
        began = monotonic()
        (web,) = service.started
        web.end(20)
        assert list(filter(None, lines)) == []
        assert monotonic() - began < 10
