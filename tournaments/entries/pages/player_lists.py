"""Registering players from a spreadsheet or pasted lines: the list, then what it would come to, then the entries."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from common.computed_once import BeingComputedError
from common.web import BAD_INPUT, RefusalsShown, done_response, posted_data
from gipf_engine.messages import Message
from players.core.limits import take_heavy
from players.models import Account, Person, Upload
from players.permissions import require
from players.roles import Permission
from players.uploads.forms import sent_upload
from players.uploads.services import SEND_AGAIN, UploadRefused, delete_upload, read_upload
from tournaments.core.errors import EventRefused
from tournaments.core.pages import event_context, get_visible_event, refusals_shown, rows_for
from tournaments.core.queries.events import EventHead, event_head
from tournaments.entries.forms import ListForm, ListUploadForm, ReadingForm, answers_in
from tournaments.entries.lists.player_lists import FoundList, PlayerMatch, match_players, read_list
from tournaments.entries.lists.tables import READING_OTHERS, ListFile, read_file
from tournaments.entries.queries import entered_in
from tournaments.entries.services import entries as listed_entries

_READ = "read"
"""The button of the second page that reads the columns that were chosen; the other one registers."""


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def enter_list(request: HttpRequest, event_id: int) -> HttpResponse:
    """Bring a list; see who is in it; register them. Nothing is stored before the last step."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    head = event_head(event, request.user)
    if "sent" not in request.POST:
        return _read_upload(request, head, account)
    reading = ReadingForm(request.POST)
    valid = reading.is_valid()
    try:
        upload = sent_upload(request.POST, account)
        encoding = reading.cleaned_data["encoding"] if valid else ""
        file, is_other = _read_again(request, read_upload(upload), encoding)
    except (UploadRefused, EventRefused):
        form = ListUploadForm(request.POST, account=account)
        form.add_error(None, _(SEND_AGAIN))
        return _upload(request, head, form)
    columns, sheet = (reading.columns(), reading.cleaned_data["sheet"]) if valid else (None, None)
    answers = answers_in(request.POST) if valid and reading.is_of_shown() else {}
    found = read_list(file, timezone.localdate(), columns, sheet, answers)
    if _READ in request.POST or not valid or not reading.is_as_shown(found):
        return _preview(request, head, upload, found, is_other_encoding=is_other)
    return _enter_list(request, head, upload, found)


def _read_again(request: HttpRequest, data: bytes, encoding: str) -> tuple[ListFile, bool]:
    """The file of the first page in the encoding that was chosen; True: it is in another one."""
    admit = partial(take_heavy, request)
    try:
        return read_file(data, admit, encoding), False
    except EventRefused:
        if not encoding:
            raise
        return read_file(data, admit), True


def _read_upload(request: HttpRequest, head: EventHead, account: Account) -> HttpResponse:
    form = ListUploadForm(posted_data(request), request.FILES, account=account)
    if form.is_valid():
        with RefusalsShown(form, "names" if "names" in request.POST else "file"):
            upload = form.kept()
            try:
                file = read_file(read_upload(upload), partial(take_heavy, request))
            except BeingComputedError:
                raise EventRefused(Message(READING_OTHERS), field="file") from None
            return _preview(request, head, upload, read_list(file, timezone.localdate()))
    return _upload(request, head, form)


def _upload(request: HttpRequest, head: EventHead, form: ListUploadForm) -> HttpResponse:
    context = event_context(head, "event-players", form=form)
    return render(request, "tournaments/entries/enter_list.html", context, status=BAD_INPUT if form.errors else 200)


def _match(head: EventHead, found: FoundList) -> list[PlayerMatch]:
    return match_players(found.players, head.event.club, entered_in(rows_for(head)))


def _preview(
    request: HttpRequest,
    head: EventHead,
    upload: Upload,
    found: FoundList,
    form: ListForm | None = None,
    *,
    is_other_encoding: bool = False,
) -> HttpResponse:
    matches = form.matches if form is not None else _match(head, found)
    shown = form or ListForm(initial={"sent": upload.pk}, matches=matches, questions=found.questions, kept=request.POST)
    near = sum(match.is_near for match in matches)
    context = event_context(head, "event-players", form=shown, reading=ReadingForm(found=found), found=found, near=near)
    context["is_other_encoding"] = is_other_encoding
    context["has_ratings"] = any(match.player.rating is not None for match in matches)
    status = BAD_INPUT if shown.errors or not found.players else 200
    return render(request, "tournaments/entries/enter_list_preview.html", context, status=status)


def _enter_list(request: HttpRequest, head: EventHead, upload: Upload, found: FoundList) -> HttpResponse:
    form = ListForm(request.POST, matches=_match(head, found), questions=found.questions)
    if form.is_valid():
        account = require(request.user, Permission.ENTER_PLAYERS, head.event.scope)
        try:
            with RefusalsShown(form):
                entries = listed_entries.enter_listed(head.event.pk, account, form.entries())
                delete_upload(upload)
                message = ngettext("%(count)d player is registered.", "%(count)d players are registered.", len(entries))
                return done_response(request, message % {"count": len(entries)}, "event-enter", head.event.pk)
        except Person.DoesNotExist:
            form.add_error(None, _("This person does not exist."))
    return _preview(request, head, upload, found, form)
