"""Files of an event, and importing one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.jobs import queries as jobs
from common.message_json import from_json
from common.web import BAD_INPUT, done_response, file_response, posted_data, try_service
from games.core.labels import rules_name
from gipf_engine.messages import Message, Refused
from gipf_engine.rules.certificate import write_certificate
from players.models import Account, Club, Person, Upload
from players.permissions import require
from players.roles import Permission
from players.uploads.forms import sent_upload
from players.uploads.services import SEND_AGAIN, UploadRefused, read_upload, use_up
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.formats import format_of
from tournaments.core.hidden_standings import hidden_after, need_shown
from tournaments.core.loader import EventData, load
from tournaments.core.pages import (
    as_csv,
    as_file,
    conditional_get,
    earlier_round_in,
    event_context,
    get_visible_event,
    refusals_shown,
    rows_for,
    show_refusal,
)
from tournaments.core.queries.events import event_head
from tournaments.core.standard_rules import SETTINGS
from tournaments.interchange.formats import tables
from tournaments.interchange.formats.exporters import EXPORTERS, Exporter
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent, group_repairs, matches
from tournaments.interchange.formats.importers import ImportOptions, importer_of, parse_sent
from tournaments.interchange.forms import ImportForm, UploadForm, initial_of
from tournaments.interchange.services import import_requests, importing
from tournaments.interchange.services.checked_import import exceeded_limits
from tournaments.interchange.services.import_requests import IMPORT, sign_event, subject_of
from tournaments.models import Event, ImportRequest
from tournaments.rate_limit import table_admission
from tournaments.standings import standings_files
from tournaments.standings.queries.crosstables import cross_grid_of
from tournaments.standings.queries.standings import standings, with_rating_changes

# --- tables and whole events as files ---------------------------------------------------------------------


@require_safe
@conditional_get
def standings_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The standings for a spreadsheet, with `?round=` those after an earlier round."""
    event = get_visible_event(request, event_id)
    head, after = event_head(event, request.user), earlier_round_in(request, event)
    table = standings(event, head.version, table_admission(request, event), after, whole=head.may_run)
    is_now = after is None and (head.may_run or hidden_after(event, head.version) is None)
    table = with_rating_changes(event, table) if is_now else table
    return as_csv(standings_files.standings_csv(event, table), event, f"standings-{after}" if after else "standings")


@require_safe
@conditional_get
@refusals_shown
def cross_table_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The cross table for a spreadsheet."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    grid = cross_grid_of(rows_for(head), head.version, table_admission(request, event), whole=head.may_run)
    return as_csv(standings_files.cross_table_csv(event, grid), event, "crosstable")


@require_safe
@conditional_get
def event_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """The whole event for other programs."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    table_admission(request, event)()  # it is not kept
    text = tables.event_json_text(rows_for(head), standings(event, head.version, whole=head.may_run))
    return as_file(HttpResponse(text, content_type="application/json"), event, "event.json")


@require_safe
@refusals_shown
def signed_results(request: HttpRequest, event_id: int) -> HttpResponse:
    """The final standings of a closed event, in a statement that this server signed now (docs/certificates.md)."""
    event = get_visible_event(request, event_id)
    if event.state != Event.State.CLOSED:
        raise Http404
    head = event_head(event, request.user)
    table_admission(request, event)()
    need_shown(rows_for(head), whole=head.may_run)
    statement = sign_event(event, tables.signed_values(rows_for(head), standings(event, head.version, whole=True)))
    return as_file(HttpResponse(write_certificate(statement), content_type="application/json"), event, "signed.json")


@require_safe
def files(request: HttpRequest, event_id: int) -> HttpResponse:
    """All files of an event, for one who runs it."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    head, rows = event_head(event, request.user), load(event)
    formats = [(exporter, _blockers(rows, exporter)) for exporter in EXPORTERS.values()]
    return render(request, "tournaments/interchange/files.html", event_context(head, "event-desk", formats=formats))


def _blockers(rows: EventData, exporter: Exporter) -> tuple[Message, ...]:
    """Why the event cannot be written so; nothing where it can."""
    try:
        exporter.serialize(rows)
    except FileRefused as error:
        return error.blockers
    return ()


@require_safe
def event_file(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The whole event as a file, with what is not public: for one who runs it."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    exporter = EXPORTERS.get(kind)
    if exporter is None:
        raise Http404
    try:
        data = exporter.serialize(load(event))
    except FileRefused as error:
        return show_refusal(request, event, error)
    return as_file(HttpResponse(data, content_type=exporter.content_type), event, exporter.file_name)


# --- taking a whole event in from a file ------------------------------------------------------------------
# First what would come of it, then, when a person says so, the event.


@require_http_methods(["GET", "HEAD", "POST"])
def event_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring a file; see everything that would be changed in it; take it in."""
    club = get_object_or_404(Club, slug=slug)
    account = require(request.user, Permission.MAKE_EVENT, club.scope)
    if request.method == "POST" and "sent" in request.POST:
        return _second_page(request, account, club)
    form = UploadForm(posted_data(request), request.FILES, account=account)
    kept: list[Upload] = []
    if request.method != "POST" or not try_service(form, lambda: kept.append(form.brought())):
        return _upload(request, club, form)
    try:
        return _preview(request, club, _read_brought(kept[0], club))
    except EventRefused as error:
        return _upload(request, club, form, error.blockers or (error.message,))


@dataclass(frozen=True, slots=True)
class _Brought:
    """A file that was brought, and the event in it."""

    upload: Upload
    data: bytes
    incoming: ImportedEvent


def _read_brought(upload: Upload, club: Club) -> _Brought:
    data = read_upload(upload)
    return _Brought(upload, data, parse_sent(data, _wishes(club)))


def _wishes(club: Club, form: ImportForm | None = None) -> ImportOptions:
    """What the club, and the form where there is one, say beside the file."""
    choices = _choices(form) if form is not None else import_requests.Choices()
    options = {name: value for name, value in asdict(choices).items() if name != "confirm"}
    return ImportOptions(time_zone=club.time_zone, today=timezone.localdate(), **options)


def _choices(form: ImportForm) -> import_requests.Choices:
    """What the form says; a file that says these things itself has no fields for them."""
    known = (each.name for each in fields(import_requests.Choices))
    return import_requests.Choices(**{name: form.cleaned_data[name] for name in known if name in form.cleaned_data})


def _upload(request: HttpRequest, club: Club, form: UploadForm, problems: Sequence[Message] = ()) -> HttpResponse:
    wrong = bool(problems or form.errors)
    context = {"club": club, "form": form, "problems": problems}
    return render(request, "tournaments/interchange/import.html", context, status=BAD_INPUT if wrong else 200)


def _preview(
    request: HttpRequest,
    club: Club,
    brought: _Brought,
    form: ImportForm | None = None,
    problems: Sequence[Message] = (),
) -> HttpResponse:
    """What would come of the file: nothing of it is stored yet."""
    incoming = brought.incoming
    found = matches(incoming, club)
    initial = initial_of(incoming, brought.upload)
    shown = form or ImportForm(initial=initial, importer=importer_of(brought.data), matches=found)
    context = {
        "club": club,
        "form": shown,
        "incoming": incoming,
        "source": Message(incoming.source),
        "game": rules_name(incoming.plan.rules),
        "format": Message(format_of(incoming.plan.format).name),
        "outside_rules": [Message(SETTINGS[each]) for each in incoming.outside_rules],
        "check": check_rounds(incoming),
        "repairs": group_repairs(incoming.repairs),
        "problems": (*problems, *exceeded_limits(incoming)),
        "is_large": import_requests.is_large(incoming),
    }
    wrong = bool(problems or shown.errors)
    return render(request, "tournaments/interchange/import_preview.html", context, status=BAD_INPUT if wrong else 200)


def _second_page(request: HttpRequest, account: Account, club: Club) -> HttpResponse:
    """What is asked of the file that the second page names."""
    try:
        brought = _read_brought(sent_upload(request.POST, account), club)
    except (UploadRefused, EventRefused):
        return _upload(request, club, UploadForm(account=account), (Message(SEND_AGAIN),))
    if "breaches" in request.POST:
        return _all_breaches(brought.incoming)
    return _import_event(request, account, club, brought)


def _import_event(request: HttpRequest, account: Account, club: Club, brought: _Brought) -> HttpResponse:
    """Take the file in as the second page says."""
    data, incoming = brought.data, brought.incoming
    form = ImportForm(
        request.POST,
        initial=initial_of(incoming, brought.upload),
        importer=importer_of(data),
        matches=matches(incoming, club),
    )
    if not form.is_valid():
        return _preview(request, club, brought, form)
    confirm = tuple(request.POST.getlist("confirm"))
    try:
        wanted = parse_sent(data, _wishes(club, form))
        if "compare" in request.POST:
            return _preview(request, club, replace(brought, incoming=wanted), form)
        if import_requests.is_large(wanted):
            importing.confirm_rounds(club, wanted, confirm)  # the worker has no one to ask
            choices = replace(_choices(form), confirm=confirm)
            with transaction.atomic():
                use_up(brought.upload)
                asked = import_requests.ask_for_import(club.pk, account, data, choices, form.people())
            return redirect("event-import-state", club.slug, asked.pk)
        event = importing.import_event(
            club.pk, account, wanted, form.people(), confirm=confirm, complete=lambda _event: use_up(brought.upload)
        )
    except ConfirmationNeeded:
        raise
    except Person.DoesNotExist:
        form.add_error(None, _("This person does not exist."))
    except EventRefused as error:
        return _preview(request, club, brought, form, error.blockers or (error.message,))
    except Refused as error:
        form.add_error(None, error.message.translate(_))
    else:
        return done_response(
            request, _("Event imported. Review it, then close it if it has finished."), "event", event.pk
        )
    return _preview(request, club, brought, form)


def _all_breaches(incoming: ImportedEvent) -> HttpResponse:
    """Everything in the rounds of a file that the rules do not allow, a line each: the page shows the first."""
    lines = [breach.caution.message.translate(_) for breach in check_rounds(incoming).breaches]
    text = "".join(f"{line}\n" for line in lines)
    return file_response(text, "text/plain; charset=utf-8", "rounds-against-the-rules.txt")


@require_safe
def event_import_state(request: HttpRequest, slug: str, request_id: int) -> HttpResponse:
    """How far a large file is; the event once it is there, or why it was not taken."""
    asked = get_object_or_404(ImportRequest.objects.select_related("club", "event"), pk=request_id, club__slug=slug)
    require(request.user, Permission.MAKE_EVENT, asked.club.scope)
    if asked.event is not None:
        return redirect("event", asked.event.pk)
    job = jobs.find(IMPORT, subject_of(asked))
    problems = [message for each in asked.refusal if (message := from_json(each)) is not None]
    context = {"club": asked.club, "job": job, "problems": problems, "is_over": not asked.content}
    return render(request, "tournaments/interchange/import_state.html", context)
