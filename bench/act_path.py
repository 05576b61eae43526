"""The way of one act through the code: files and functions of the project that it enters, and its queries.

    python -m bench.act_path
    python - < bench/act_path.py            in another checkout, with its environment

A report that confirms the other player's, and a turn of a game that is played here: the second of each in a process,
so that nothing is imported or compiled any more; another turn than the first. Files of templates do not count.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path.cwd()
NOT_COUNTED = (".venv", "bench", "testing", "tests", "var")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"GIPFEL_HOME": home, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print(f"{'':<30} files functions  calls queries")
        for name, act in (("a report that confirms", _report), ("a turn", _turn)):
            act(name + " ")
            files, functions, calls, queries = _measured(act(name))
            print(f"{name:<30} {files:>5} {functions:>9} {calls:>6} {queries:>7}", flush=True)


def _measured(ask: Callable[[], object]) -> tuple[int, int, int, int]:
    """What the project's own code does while `ask` runs."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    seen: Counter[tuple[str, str, int]] = Counter()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            code = frame.f_code
            seen[code.co_filename, code.co_name, code.co_firstlineno] += 1

    with CaptureQueriesContext(connection) as asked:
        sys.setprofile(note)
        try:
            ask()
        finally:
            sys.setprofile(None)
    if "--files" in sys.argv:
        print(*sorted({file.removeprefix(f"{ROOT}/") for file, *_where in seen if _is_counted(file)}), sep="\n")
    own = {key: count for key, count in seen.items() if _is_counted(key[0])}
    return len({file for file, *_where in own}), len(own), sum(own.values()), len(asked)


def _is_counted(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] not in NOT_COUNTED


def _client(account: Any) -> Any:
    from django.test import Client

    client = Client()
    client.force_login(account)
    return client


def _report(crew: str) -> Callable[[], object]:
    """The second report of a game, which says what the first said."""
    from games.models import Game
    from testing.factories import AccountFactory, ClubFactory, organiser_of
    from testing.tournaments.factories import running

    club = ClubFactory()
    event = running(club, organiser_of(club), [f"{crew}{letter}" for letter in "ABCD"], rounds=1)
    game = Game.objects.filter(parent_scope__key=event.scope).earliest("pk")
    first, second = (_client(AccountFactory(person=person)) for person in (game.white, game.black))
    address, form = f"/games/{game.pk}/result", {"result": "1-0"}
    assert first.post(address, form | {"as": "white"}).status_code == 302
    second.get(address)

    def confirm() -> None:
        assert second.post(address, form | {"as": "black"}).status_code == 302
        assert Game.objects.get(pk=game.pk).result == "1-0"

    confirm() if crew.endswith(" ") else None
    return confirm


def _turn(crew: str) -> Callable[[], object]:
    """The third turn of a game, so that its clocks run."""
    from bench.drills.play_games import begin_games, turns
    from games.models import Game
    from players.models import Account

    ((pk, _seats),) = begin_games(1, crew.replace(" ", "-"))
    game = Game.objects.get(pk=pk)
    white, black = (_client(Account.objects.get(person=person)) for person in (game.white, game.black))
    line = turns()  # the engine finds them here: that is no part of the way
    first, second, third = *line[:2], line[2 if crew.endswith(" ") else 4]  # another one: what was judged is kept
    for number, (client, token) in enumerate(((white, first), (black, second)), 1):
        client.get(f"/play/{pk}")
        assert client.post(f"/play/{pk}", {"version": number, "turns": token, "step": "play"}).status_code < 400

    def play() -> None:
        form = {"version": 3, "turns": third}
        answer = white.post(f"/play/{pk}", form, headers={"X-Board": "2"})
        assert answer.status_code == 200, answer.content

    play() if crew.endswith(" ") else None
    return play


if __name__ == "__main__":
    main()
