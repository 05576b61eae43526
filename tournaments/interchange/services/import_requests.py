"""Files that a worker imports, and the signature of an event's file."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.message_json import to_json
from common.signing.services import sign_statement
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonErasing, Touched
from players.models import Account, Club, Person
from players.permissions import NotAllowed, require
from players.roles import Permission
from players.uploads.limits import LARGEST
from players.uploads.services import refuse_too_large
from tournaments.core.errors import EventRefused
from tournaments.interchange.acts import AskForImport
from tournaments.interchange.formats.imported_event import ImportedEvent
from tournaments.interchange.formats.importers import ImportOptions, parse_sent
from tournaments.interchange.services.importing import import_event
from tournaments.models import Event, ImportRequest

# --- files that are too large for a page to wait for ------------------------------------------------------
# A person asks, a worker takes them in, and the event appears.


IMPORT = "import"
"""The kind of job. Its subject is "import:" and the request's id."""
MOST_GAMES, MOST_RECORDED = 400, 60_000
"""What a page waits for: so many games, and so many letters of records to check."""
KEPT = timedelta(days=1)
"""How long a request that is done is remembered, for one who still looks at its page."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was said beside a file; fields as in `ImportOptions`, and the keys of what was confirmed."""

    name: str = ""
    rules: str = ""
    format: str = ""
    rated: bool | None = None
    tie_breaks: tuple[str, ...] | None = None
    confirm: tuple[str, ...] = ()


def is_large(incoming: ImportedEvent) -> bool:
    """Whether taking this in is a worker's work."""
    games = [game for round_ in incoming.rounds for pairing in round_.pairings for game in pairing.games]
    letters = sum(len(text) for game in games for text in game.records)
    return len(games) > MOST_GAMES or letters > MOST_RECORDED


def ask_for_import(
    club_id: int, actor: Account, data: bytes, choices: Choices, people: Mapping[int, int]
) -> ImportRequest:
    """Note that a file is wanted, and a worker takes it in. Raises NotAllowed, and UploadRefused for one too large."""
    key = f"club:{club_id}"
    require(actor, AskForImport.permission, key)
    refuse_too_large(len(data))
    content, values = zlib.compress(data), {**asdict(choices), "people": list(people.items())}
    with journal.commit(key, actor, AskForImport) as act:
        request = ImportRequest.objects.create(
            club_id=club_id, account=actor.pk, content=content, choices=values, asked_at=timezone.now()
        )
        act.data["request"] = request.pk
        jobs.request(IMPORT, subject_of(request))
    return request


def subject_of(request: ImportRequest) -> str:
    """The subject of the job that takes the file in."""
    return f"import:{request.pk}"


def import_asked_for(request_id: int) -> None:
    """Take in what a person asked for, if it is still to be done: the work of a worker.

    A refusal is kept for the page of the request; it is no failure of the worker. The request is done in the
    transaction that shows the event, so a worker that is killed leaves either nothing or all of it.
    """
    request = ImportRequest.objects.select_related("club").filter(pk=request_id).exclude(content=b"").first()
    if request is None:
        return
    try:
        _import(request)
    except NotAllowed:
        _refuse_import(request, [Message(_("The account that asked for it may no longer create events here."))])
    except Person.DoesNotExist:
        _refuse_import(request, [Message(_("This person does not exist."))])
    except EventRefused as error:
        _refuse_import(request, list(error.blockers or (error.message,)))
    except Refused as error:
        _refuse_import(request, [error.message])


def _import(request: ImportRequest) -> None:
    club: Club = request.club
    account = Account.objects.filter(pk=request.account).first()
    if account is None:
        raise NotAllowed(Permission.MAKE_EVENT, club.scope)
    choices = dict(request.choices)
    people = {int(ref): int(person) for ref, person in choices.pop("people")}
    confirm = choices.pop("confirm", ())
    if choices.get("tie_breaks") is not None:
        choices["tie_breaks"] = tuple(choices["tie_breaks"])
    data = zlib.decompressobj().decompress(bytes(request.content), LARGEST + 1)
    incoming = parse_sent(
        data, ImportOptions(time_zone=club.time_zone, today=timezone.localdate(request.asked_at), **choices)
    )

    def complete(event: Event) -> None:
        ImportRequest.objects.filter(pk=request.pk).update(event=event, content=b"", choices={})

    def tell(done: int, total: int) -> None:
        jobs.progress(IMPORT, subject_of(request), done, total)

    import_event(club.pk, account, incoming, people, confirm=confirm, complete=complete, tell=tell)


def _refuse_import(request: ImportRequest, messages: list[Message]) -> None:
    refusal = [to_json(message) for message in messages]
    ImportRequest.objects.filter(pk=request.pk).update(refusal=refusal, content=b"", choices={})


@jobs.every(3600)
def delete_old_requests() -> None:
    """Delete what became of files some time ago: why one was refused may say names."""
    ImportRequest.objects.filter(content=b"", asked_at__lt=timezone.now() - KEPT).delete()


def delete_refused_requests(erasing: PersonErasing) -> list[Touched]:
    """Why a file was not taken may say a name of the one who is erased."""
    ImportRequest.objects.exclude(refusal=[]).delete()
    return []


# --- the final standings of a closed event in the server's own words, signed ------------------------------


def sign_event(event: Event, values: Mapping[str, Any]) -> dict[str, Any]:
    """The signed statement (docs/certificates.md) with these values. Raises EventRefused before the event is closed."""
    if event.state != Event.State.CLOSED:
        raise EventRefused(Message(_("Results are signed when the event is closed.")))
    return sign_statement("event", values)
