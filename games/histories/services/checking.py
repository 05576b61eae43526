"""Past games on their way in: a file is read by a worker, looked at by its importer, and then imported or forgotten."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from common.jobs import services as jobs
from common.message_json import to_json
from games.histories.acts import ImportHistory
from games.histories.found import describe_file, found_from
from games.histories.history_file import is_for_two, read_file
from games.histories.known_lines import known_lines
from games.histories.services.histories import (
    HistoryRefused,
    People,
    check_people,
    enter_history,
    is_large,
    pack,
    require_checked,
    unpack,
)
from games.models import History
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.queries.records import canonical_ids
from players.models import Account, Club, Person, Upload
from players.people.name_matches import match_names
from players.permissions import require
from players.uploads.services import SEND_AGAIN, UploadRefused, delete_upload, read_upload

CHECK_HISTORY = "check-history"
"""The kind of job that reads a file; its subject is the history's scope, "history:12"."""
READ_AT_ONCE = 64 * 1024
"""Bytes of a file that its sender waits for; a larger one is read by a worker."""
MOST_UNDECIDED = 3
"""Files of an account that wait for its word in a club; of more, the oldest are forgotten."""
KEPT = timedelta(days=1)
"""How long a file waits for that."""
REFUSED_KEPT = timedelta(days=30)
"""How long the reason can be read why a file was refused."""
UNDECIDED = (History.State.CHECKING, History.State.CHECKED)


def begin_history(club_id: int, actor: Account, upload: Upload, *, rules: str, rated: bool = True) -> History:
    """Let a file of games be read; its importer then decides (`confirm_history`). Raises NotAllowed, HistoryRefused."""
    club = Club.objects.get(pk=club_id)
    require(actor, ImportHistory.permission, club.scope)
    if not is_for_two(rules):
        raise HistoryRefused(Message(_("This game is not played by two.")))
    with transaction.atomic():
        history = History.objects.create(
            club=club,
            rules=rules,
            rated=rated,
            account=actor.pk,
            asked_at=timezone.now(),
            state=History.State.CHECKING,
            upload=upload,
            digest=upload.sha256,
            games=0,
        )
        mine = History.objects.filter(club=club, account=actor.pk, state__in=UNDECIDED).order_by("-pk")
        too_many = list(mine.values_list("pk", flat=True)[MOST_UNDECIDED:])
        History.objects.filter(pk__in=too_many, state__in=UNDECIDED).delete()
        jobs.request(CHECK_HISTORY, history.scope)
    if upload.size <= READ_AT_ONCE:
        jobs.run_now(CHECK_HISTORY, [history.scope])
        history.refresh_from_db()
    return history


def check_history(history_id: int) -> None:
    """Read a file and keep what is in it for its importer, if that is still to be done: the work of a worker."""
    rows = History.objects.select_related("club", "upload")
    history = rows.filter(pk=history_id, state=History.State.CHECKING).first()
    if history is None:
        return
    try:
        if history.upload is None:
            raise UploadRefused(SEND_AGAIN)
        data = read_upload(history.upload)
    except Refused as error:
        refused = {"state": History.State.REFUSED, "refusal": to_json(error.message)}
        History.objects.filter(pk=history_id, state=History.State.CHECKING).update(**refused)
        return
    values = _columns_of(history, data)
    with transaction.atomic():
        left = History.objects.filter(pk=history_id, state=History.State.CHECKING)
        if left.update(state=History.State.CHECKED, upload=None, **values):
            delete_upload(history.upload)


def _columns_of(history: History, data: bytes) -> dict[str, object]:
    """What is in a file, as columns of its history. One with mistakes is not kept itself."""
    file = read_file(data, history.rules, timezone.localdate())
    if file.faults:
        return {"found": describe_file(file, [], {}).as_json()}
    matches = match_names(file.names, history.club)
    people = {match.name: match.chosen for match in matches}
    known = known_lines(history.club, history.rules, file, people)
    found = describe_file(file, matches, known)
    return {"found": found.as_json(), "games": found.new, "people": people, "content": pack(data)}


def confirm_history(history_id: int, actor: Account, people: People) -> History:
    """Import a file that was read. `people` say who some of its names are; the others are as they were found.

    A large one is stored by a worker: the history is then `coming`. Raises NotAllowed, Person.DoesNotExist and
    HistoryRefused; nothing is stored then.
    """
    history = History.objects.select_related("club").get(pk=history_id)
    require(actor, ImportHistory.permission, history.club.scope)
    require_checked(history)
    found = found_from(history.found)
    if found.faults:
        raise HistoryRefused(Message(_("The file has mistakes: nothing was imported.")))
    unknown = people.keys() - history.people.keys()
    history.people = {**history.people, **people}
    chosen = {person for person in history.people.values() if person is not None}
    if unknown or not canonical_ids(chosen).keys() >= chosen:
        raise Person.DoesNotExist
    if is_large(found.games):
        return enter_history(history, actor, None)
    file = read_file(unpack(history.content), history.rules, timezone.localdate())
    check_people(file, history.people)
    history.games = len(file.games) - len(known_lines(history.club, history.rules, file, history.people))
    return enter_history(history, actor, file)


@jobs.every(600)
def forget_undecided() -> None:
    """Files that no one has imported for a day go, and after a while why others were refused."""
    now = timezone.now()
    History.objects.filter(state__in=UNDECIDED, asked_at__lt=now - KEPT).delete()
    refused = History.objects.filter(state=History.State.REFUSED, asked_at__lt=now - REFUSED_KEPT)
    refused.exclude(refusal={}).delete()  # without a reason it is one of a club that is being moved here
