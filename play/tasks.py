"""Work that workers do for play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

from django.conf import settings
from django.utils import timezone
from django.utils.translation import ngettext, override

from common.jobs.descriptions import Description
from common.jobs.queues import Queue
from common.jobs.services import before_queue, handler, request
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from play.challenges.services.next_games import begin_next
from play.clocks.services.flags import FLAG, fall_flag
from play.core.services.acting import PLAY
from play.core.services.conditional_lines import ANSWER
from play.core.services.series import NEXT
from play.games.services.departures import GIVE_UP, give_up_games
from play.games.services.event_games import FOLLOW, follow_decision
from play.partner.services import play_for_program, rules_of_programs
from play.solitaires.services.days import CLOSE, DRAW, close_day, draw_day
from play.solitaires.services.hints import FIND, find_hint
from play.solitaires.services.practice import SOLVE, STOCK, fill_stock, solve_deal
from play.table.services.conditional_turns import make_stored_answer
from play.table.services.reminders import REMIND, REMINDERS, boards_to_tell, last_reminded, note_reminder
from players.accounts.mailing import send_subscribed_mail, subscriber


def _stock_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    known = all_rules()
    return {
        key: Description(Message(_("Deals to practise with, %(rules)s"), {"rules": Message(known[key].name)}))
        for key in subjects
        if key in known
    }


@handler(SOLVE, label=_("The solver's par of a deal"), queue=Queue.ANALYSIS)
def solve(subject: str) -> None:
    """Let the solver look at a deal for practice. `subject` is "deal:" and its id."""
    solve_deal(int(subject.partition(":")[2]))


@handler(STOCK, label=_stock_labels, queue=Queue.ANALYSIS)
def stock(subject: str) -> None:
    """Find some deals to practise with, and ask for more where there are too few. `subject` is the key of the rules."""
    if fill_stock(subject):
        request(STOCK, subject)


@handler(FIND, label=_("A hint in practice"), queue=Queue.ANALYSIS)
def hint(subject: str) -> None:
    """Let the solver look at a position. `subject` is "hint:" and its id."""
    find_hint(int(subject.partition(":")[2]))


@handler(DRAW, label=_("The deal of a day, drawn and solved"), queue=Queue.HEAVY)
def draw(subject: str) -> None:
    """Draw the deal of a day. `subject` is "day:" and the day, "day:2026-11-22"."""
    draw_day(date.fromisoformat(subject.partition(":")[2]))


@handler(CLOSE, label=_("A deal of the day, to be closed at midnight"))
def close(subject: str) -> None:
    """Close the deal of a day that is over. `subject` is its scope, "day:" and its id."""
    close_day(int(subject.partition(":")[2]))


@handler(FOLLOW, label=_("The board of a game that an arbiter decided"))
def follow(subject: str) -> None:
    """Let a board follow what was decided of its game. `subject` is its scope, "game:12"."""
    follow_decision(int(subject.partition(":")[2]))


@handler(PLAY, label=_("The turn of a program"), queue=Queue.TURNS)
def make_turn_of_program(subject: str) -> None:
    """Make the turn of a program that is to move. `subject` is the scope of the game, "game:12"."""
    play_for_program(int(subject.partition(":")[2]))


@handler(ANSWER, label=_("A conditional turn"))
def answer_by_line(subject: str) -> None:
    """Make the turn that the player to move has stored. `subject` is the scope of the game, "game:12"."""
    make_stored_answer(int(subject.partition(":")[2]))


@before_queue(Queue.TURNS)
def load_programs() -> None:
    """Compile or load what programs play by, before anyone waits for a turn."""
    from gipf_engine.analysis.search import load  # loads the compiler, in this worker alone

    for key in rules_of_programs():
        load(rules_for(key))


@handler(NEXT, label=_("The next game of a series"))
def next_game(subject: str) -> None:
    """Begin the next game of a series. `subject` is the scope of the last one, "game:12"."""
    begin_next(int(subject.partition(":")[2]))


@handler(GIVE_UP, label=_("Games of an erased person"))
def give_up(subject: str) -> None:
    """End the running games of a person who was erased. `subject` is "person:" and the id."""
    give_up_games(int(subject.partition(":")[2]))


@handler(REMIND, label=_("Mail about a player’s turn"), queue=Queue.MAIL)
def remind(subject: str) -> None:
    """Mail whose turn it is. `subject` is "account:" and the id. What is no news any more is not mailed."""
    account = subscriber(int(subject.partition(":")[2]), REMINDERS)
    if account is None:
        return
    now = timezone.now()
    boards = boards_to_tell(account, last_reminded(account), now)
    if not boards:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        count = len(boards)
        title = ngettext("It is your turn in %(count)d game", "It is your turn in %(count)d games", count)
        context = {"boards": boards}
        send_subscribed_mail(account, REMINDERS, title % {"count": count}, "play/mail/reminder.txt", context)
    note_reminder(account, now)


@handler(FLAG, label=_("End of the time of a player"))
def flag(subject: str) -> None:
    """End a game whose deadline has passed. `subject` is its scope, "game:12"."""
    fall_flag(int(subject.partition(":")[2]))
