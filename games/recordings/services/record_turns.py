"""Writing a record turn by turn: each turn is stored as it is made, and the whole is handed in at the end.

Acts stand in a scope of the game's own, so that no one waits for others who act in the event. It is locked before
the event's scope, and the game after both. A turn is judged before the lock; under it nothing but the version has to be
looked at, since a version stands for one line of turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from common.journal.services import ActContext
from games.core.permissions import may_record, refuse_online, refuse_unsettled
from games.core.replay import Reached, movers, reach
from games.core.running import RunningGame, running_game, scope_of, start_of
from games.core.services.broadcasts import plan_release
from games.core.services.consistency import game_tags
from games.core.services.errors import TurnRefused
from games.models import Game, Record, RecordedTurn, Recording, Source
from games.recordings.acts import FinishRecording, RecordTurns, TakeTurnsBack
from games.records.services.submit_record import MOST_TURNS, OTHER_START, fault_message, submit_record
from games.results.services.results import lock_game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import GameRecord, read_variation, write_record
from gipf_engine.rules.verdict import OPEN, Fault
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

LONGEST_TEXT = 20_000
"""Characters that are typed at once."""


@dataclass(frozen=True)
class Recorded:
    """What came of turns that were sent: the game as it is now, and what was refused.

    `turns`: how many were added to those that stood there, 0 where others were taken back. `fault` is the first turn
    that is not legal, None where all are stored; `left` are the tokens from there on.
    """

    running: RunningGame
    turns: int = 0
    fault: Fault | None = None
    left: tuple[str, ...] = ()

    @property
    def refusal(self) -> Message | None:
        """Why the rest is not stored."""
        if self.fault is None:
            return None
        return fault_message(self.running.start, self.running.tokens, self.fault)


def record_turns(game_id: int, account: Account, text: str, *, expect: int, keep: int | None = None) -> Recorded:
    """Add turns in any notation of the game to its recording, which is begun with the first of them.

    `expect` is the version of the game's scope that the sender saw. `keep`: how many of the turns that stand there come
    before the new ones, all without it; the rest is taken back. Legal turns before one that is refused are stored.
    Raises `NotAllowed`, `Stale`, `TurnRefused` where nothing can be stored, and `Game.DoesNotExist`.
    """
    game = _recorded_game(game_id, account)
    now = _seen(game, expect)
    kept = now.after(len(now.tokens) if keep is None else keep)
    tokens = _read_turns(text, game)
    new, fault, used = _judge(kept.reached, tokens, len(kept.tokens))
    if len(kept.tokens) + len(new) > MOST_TURNS:
        raise TurnRefused(Message(_("A record has at most %(most)d turns."), {"most": MOST_TURNS}))
    if fault is not None and not new:
        raise TurnRefused(fault_message(kept.start, kept.tokens, fault), fault=fault, left=tokens)
    rows = [(len(kept.tokens) + number, token) for number, token in enumerate(new, start=1)]
    if len(kept.tokens) < len(now.tokens):
        rows.insert(0, (len(kept.tokens), ""))
    with transaction.atomic():
        journal.open_scope(scope_of(game_id), game.parent_scope.key)
        with journal.commit(scope_of(game_id), account, RecordTurns, expect=expect, game=game_id) as act:
            act.data |= {"ply": rows[-1][0], "turns": len(new)}
            _store_turns(now, act, account, rows)
    running = RunningGame(game, running_game(game).recording, act.version, (*kept.tokens, *new))
    return Recorded(running, len(new) if kept.tokens == now.tokens else 0, fault, tuple(tokens[used:]))


def go_on_from(game_id: int, account: Account, turns: Sequence[str], *, expect: int) -> RunningGame:
    """Let these turns stand in the recording: those that differ from it take the place of what stands there.

    Raises as `record_turns` does, also where one of the turns is not legal; then nothing is stored.
    """
    now = _seen(_recorded_game(game_id, account), expect)
    if not turns:
        raise TurnRefused(Message(_("Choose a turn on the board, or type one.")))
    same = now.common(turns)
    if same == len(turns):
        return now if same == len(now.tokens) else take_back(game_id, account, expect=expect, keep=same)
    return record_turns(game_id, account, " ".join(turns[same:]), expect=expect, keep=same).running


def take_back(game_id: int, account: Account, *, expect: int, keep: int) -> RunningGame:
    """Take back the last turns of a recording, so that `keep` are left. Nothing is rewritten: it is one more row.

    Raises `NotAllowed`, `Stale`, `TurnRefused` where so many do not stand there, and `Game.DoesNotExist`.
    """
    game = _recorded_game(game_id, account)
    now = _seen(game, expect)
    if not 0 <= keep < len(now.tokens):
        raise TurnRefused(Message(_("No turn to undo.")))
    with journal.commit(scope_of(game_id), account, TakeTurnsBack, expect=expect, game=game_id, ply=keep) as act:
        _store_turns(now, act, account, [(keep, "")])
    return RunningGame(game, now.recording, act.version, now.tokens[:keep])


def finish_recording(
    game_id: int, account: Account, *, expect: int, result: str = "", termination: str = "", source: str = Source.PAGE
) -> Record:
    """Hand in what was recorded as the record of the game, as `submit_record` does, and close the recording.

    `result` and `termination` ("resigned", "time", "agreed", "arbiter") are what the moves do not prove; both may be
    empty. Raises `NotAllowed`, `Stale`, `TurnRefused` without a turn, `RecordRefused` and `Game.DoesNotExist`.
    """
    game = _recorded_game(game_id, account)
    now = _seen(game, expect)
    if now.recording is None or not now.tokens:
        raise TurnRefused(Message(_("Nothing is recorded yet.")))
    text = write_recording(now, result, termination)
    with journal.commit(scope_of(game_id), account, FinishRecording, expect=expect, game=game_id) as act:
        record = submit_record(game_id, account, text, source=source)
        act.data |= {"record": record.number}
        Recording.objects.filter(pk=now.recording).update(closed_at=timezone.now(), record=record)
    return record


def _recorded_game(game_id: int, account: Account) -> Game:
    """The game, if `account` may hand in its record."""
    game = Game.objects.select_related("parent_scope", "white", "black").get(pk=game_id, parent_scope__hidden=False)
    if not may_record(game, account):
        raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)
    refuse_online(game, TurnRefused)
    refuse_unsettled(game, TurnRefused)
    return game


def _seen(game: Game, expect: int) -> RunningGame:
    """The recording, which the sender saw at `expect`. Raises `Stale` before any work that would be thrown away."""
    now = running_game(game)
    if now.version != expect:
        raise journal.Stale(scope_of(game.pk), expect, now.version)
    return now


def _read_turns(text: str, game: Game) -> list[str]:
    """The turns of a text, move numbers left out."""
    if len(text) > LONGEST_TEXT:
        raise TurnRefused(Message(_("At most %(most)d characters are read at once."), {"most": LONGEST_TEXT}))
    variation = read_variation(text.replace("\0", ""), game.rules.partition("-")[0])
    if variation.notes or variation.counts:
        raise TurnRefused(Message(_("Only turns are recorded here: leave out comments, variations and brackets.")))
    if variation.fault is not None:
        raise TurnRefused(variation.fault.message)
    if not variation.tokens:
        raise TurnRefused(Message(_("Choose a turn on the board, or type one.")))
    return list(variation.tokens)


def _judge(reached: Reached, tokens: Sequence[str], played: int) -> tuple[list[str], Fault | None, int]:
    """The legal turns at the beginning of `tokens` in official notation, the fault after them, how many were used."""
    new: list[str] = []
    at, position = 0, reached.position
    while at < len(tokens):
        try:
            move, used = position.read_turn(tokens, at)
        except RuleError as error:
            return new, Fault(played + len(new) + 1, tokens[at], error.message, position.text(), error.alternatives), at
        new.append(position.notation(move))
        position = position.play(move)
        at += used
    return new, None, at


def _store_turns(now: RunningGame, act: ActContext, account: Account, rows: Sequence[tuple[int, str]]) -> None:
    """Write the rows of an act, whose version says that `now` is still what stands there."""
    game = lock_game(now.game.pk, TurnRefused)
    if start_of(game) != now.start:
        raise TurnRefused(Message(OTHER_START))
    at = timezone.now()
    recording, _made = Recording.objects.get_or_create(game=game, closed_at=None, defaults={"begun_at": at})
    RecordedTurn.objects.bulk_create(
        RecordedTurn(recording=recording, version=act.version, ply=ply, token=token, account=account.pk, at=at)
        for ply, token in rows
    )
    plan_release([game])


def write_recording(now: RunningGame, result: str, termination: str) -> str:
    """What was recorded as the text of a record. `result` and `termination` count where the moves prove nothing."""
    proven = reach(now.start, now.tokens).position.outcome
    tags = game_tags(now.game)
    if proven is not None:
        tags["Result"] = proven.result
    elif result and result != PENDING:
        tags |= {"Result": result} | ({"Termination": termination} if termination else {})
    else:
        tags["Result"] = OPEN[0]
    return write_record(GameRecord(tags, now.tokens), movers(now.start, now.tokens))
