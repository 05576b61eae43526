"""Work that workers do for games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from common.jobs.descriptions import Description
from common.jobs.queues import Queue
from common.jobs.services import handler, progress, regularly, request
from common.stored_files import Withdrawn
from games.analysis.services import (
    ANALYSE,
    DEEPEN,
    DEEPEN_ON_BOARD,
    LOOK,
    LOOK_ON_BOARD,
    analyse_portion,
    look_at,
    look_at_asked,
)
from games.attempts.services.attempts import END, end_overdue
from games.collection.queries.archives import public_records
from games.collection.queries.collection import public_games
from games.collection.services import ARCHIVE, confirm_newest, make_archive
from games.core.services.broadcasts import RELEASE, release_turns
from games.histories.services.checking import CHECK_HISTORY, check_history
from games.histories.services.histories import IMPORT_HISTORY, store_history
from games.models import Attempt, Game, History, RecordFile
from games.records.services.index_positions import INDEX, PORTIONS_A_JOB, index_portion, request_indexing
from games.records.services.record_files import (
    CHECK,
    FORGET,
    SPLIT,
    check_portion,
    forget_old_files,
    split_file,
)
from games.results.notifications import NOTIFY_REPORTED, notify_reported
from games.results.services.adjudicate import ADJUDICATE, adjudicate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _


def _labels(subjects: Collection[str]) -> Mapping[str, Description]:
    ids = [int(subject.partition(":")[2]) for subject in subjects]
    scopes = dict(Game.objects.filter(pk__in=ids).values_list("pk", "parent_scope__key"))
    return {
        f"game:{game}": Description(Message(_("Final score of game %(game)s"), {"game": game}), scope)
        for game, scope in scopes.items()
    }


def _release_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    label = Message(_("Broadcast of a board"))
    return {subject: replace(each, label=label) for subject, each in _labels(subjects).items()}


@handler(RELEASE, label=_release_labels)
def release(subject: str) -> None:
    """Show what was held back of a game that is recorded. `subject` is its scope, "game:12"."""
    release_turns(int(subject.partition(":")[2]))


@handler(ADJUDICATE, label=_labels)
def adjudicate_game(subject: str) -> None:
    """Certify how a game ended. `subject` is "game:" and its id."""
    adjudicate(int(subject.partition(":")[2]))


def _file_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    ids = {subject: int(subject.split(":")[1]) for subject in subjects}
    scopes = dict(RecordFile.objects.filter(pk__in=ids.values()).values_list("pk", "parent_scope__key"))
    label = Message(_("Records of a file, checked and stored"))
    return {subject: Description(label, scopes[file]) for subject, file in ids.items() if file in scopes}


@handler(NOTIFY_REPORTED, label=_("Results to confirm"))
def notify_of_reports(subject: str) -> None:
    """Tell opponents of the reports that wait. `subject` is the scope of their games, "event:12"."""
    notify_reported(subject)


@handler(SPLIT, label=_file_labels)
def split_record_file(subject: str) -> None:
    """Take a file of records apart. `subject` is "record-file:" and its id."""
    split_file(int(subject.split(":")[1]))


@handler(CHECK, label=_file_labels, queue=Queue.HEAVY)
def check_records(subject: str) -> None:
    """Check and store a portion of a file's records: "record-file:", its id, the number of the first record."""
    _kind, file, first = subject.split(":")
    check_portion(int(file), int(first))


@handler(FORGET, label=_("Deletion of old files of records"), queue=Queue.HEAVY)
def forget_record_files(subject: str) -> None:
    """Delete files of records that are kept no longer. `subject` is always the same."""
    forget_old_files()


@regularly
def ask_for_index() -> None:
    """Records of earlier releases are indexed as soon as a worker is there."""
    request_indexing()


@handler(INDEX, label=_("Index of positions"), queue=Queue.HEAVY)
def index_positions(subject: str) -> None:
    """Index records that are not indexed yet, a portion after the other, and ask for what is left then."""
    for _portion in range(PORTIONS_A_JOB):
        if not index_portion():
            return
    request_indexing()


@handler(ARCHIVE, label=_("Archive of all public records"), queue=Queue.HEAVY)
def archive_records(subject: str) -> None:
    """Make the archive, if anything has changed since the last.

    It is made in one go, a second for each thousand records: a ZIP is written from its beginning to its end.
    """
    if confirm_newest():
        return
    total = public_games().count()
    try:
        make_archive(public_records(), lambda done: progress(ARCHIVE, subject, done, total))
    except Withdrawn:
        """Another was asked for by the one who took it away."""


def _attempt_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    ids = [int(subject.partition(":")[2]) for subject in subjects]
    scopes = dict(Attempt.objects.filter(pk__in=ids).values_list("pk", "parent_scope__key"))
    label = Message(_("End of the time for a deal"))
    return {f"attempt:{attempt}": Description(label, scope) for attempt, scope in scopes.items()}


@handler(END, label=_attempt_labels)
def end_attempt(subject: str) -> None:
    """End an attempt whose time ran out, whether anyone looks or not. `subject` is its scope, "attempt:12"."""
    end_overdue(int(subject.partition(":")[2]))


@handler(ANALYSE, label=_("Analysis of a game"), queue=Queue.ANALYSIS)
def analyse_record(subject: str) -> None:
    """Look at some positions of a record, and ask for what is left then. `subject` is the record's id."""
    if analyse_portion(int(subject)):
        request(ANALYSE, subject)


@handler(LOOK, label=_("A first look at a position"), queue=Queue.TURNS)
def look_at_position(subject: str) -> None:
    """Look at a position for a moment, and ask for a deeper look. `subject` is the record's id and the ply, "12:34"."""
    number, ply = map(int, subject.split(":"))
    if look_at(number, ply, 0):
        request(DEEPEN, f"{subject}:1")


@handler(DEEPEN, label=_("A deeper look at a position"), queue=Queue.ANALYSIS)
def look_deeper(subject: str) -> None:
    """Look at a position more deeply, and ask for the next step. `subject` is as before, and the step, "12:34:1"."""
    number, ply, step = map(int, subject.split(":"))
    if look_at(number, ply, step):
        request(DEEPEN, f"{number}:{ply}:{step + 1}")


@handler(LOOK_ON_BOARD, label=_("A first look at a position"), queue=Queue.TURNS)
def look_on_board(subject: str) -> None:
    """Look at a position of the analysis board for a moment, and ask for a deeper look. `subject`: "12:0"."""
    asked, step = map(int, subject.split(":"))
    if look_at_asked(asked, step):
        request(DEEPEN_ON_BOARD, f"{asked}:{step + 1}")


@handler(DEEPEN_ON_BOARD, label=_("A deeper look at a position"), queue=Queue.ANALYSIS)
def look_deeper_on_board(subject: str) -> None:
    """Look at a position of the analysis board more deeply. `subject` is its id and the step, "12:1"."""
    asked, step = map(int, subject.split(":"))
    look_at_asked(asked, step)


def _history_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    ids = [int(subject.partition(":")[2]) for subject in subjects]
    clubs = dict(History.objects.filter(pk__in=ids).values_list("pk", "club"))
    label = Message(_("Import of past games"))
    return {f"history:{history}": Description(label, f"club:{club}") for history, club in clubs.items()}


@handler(CHECK_HISTORY, label=_history_labels)
def check_past_games(subject: str) -> None:
    """Read a file of past games for its importer. `subject` is the history's scope, "history:12"."""
    check_history(int(subject.partition(":")[2]))


@handler(IMPORT_HISTORY, label=_history_labels, queue=Queue.HEAVY)
def import_past_games(subject: str) -> None:
    """Store past games, some seconds of it at a time. `subject` is the history's scope, "history:12"."""
    store_history(int(subject.partition(":")[2]))
