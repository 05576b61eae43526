"""Handing in a record or a file of many, and taking one away."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.journal.models import Scope
from common.translation import translate_message
from common.web import file_response, missing_is_404, posted_data, status_of, try_service
from games.core.board_state import number_asked
from games.core.labels import outcome_of, verdict
from games.core.pages import context, page_or_404, speaker_page
from games.core.queries.page import GamePage, RecordView, record_view
from games.core.queries.texts import record_document, record_file_name, record_text
from games.core.services.errors import RecordRefused
from games.models import Record, RecordFile
from games.records.forms import RecordFileForm, RecordForm
from games.records.queries import REPORTED, FileReport, file_report, filed_rows
from games.records.refused_record import refused_record
from games.records.services.record_files import submit_records
from games.records.services.submit_record import submit_record
from gipf_engine.messages import Message
from gipf_engine.rules import OFFICIAL, rules_for
from gipf_engine.rules.formats import FORMATS, OWN, recognise
from players.core.pagination import page_of
from players.models import Account
from players.permissions import require
from players.roles import Permission
from players.scope_labels import labels
from players.uploads.services import delete_upload, read_upload


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, game_id: int) -> HttpResponse:
    """Paste or upload a record of this game. Its players and arbiters may."""
    page, account = speaker_page(request, game_id)
    if request.method != "POST":
        return _show_record_form(request, page, RecordForm())
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_record_form(request, page, form, status=400)
    return _hand_in_record(request, page, form.input["text"], account)


def _hand_in_record(request: HttpRequest, page: GamePage, text: str, account: Account) -> HttpResponse:
    try:
        record = submit_record(page.game.pk, account, text)
    except RecordRefused as refused:
        form = RecordForm({"text": text})
        form.add_error(None, translate_message(refused.message))
        return _show_record_form(request, page, form, status=400, refused=refused_record(page, text, refused))
    if (found := recognise(text)).key != OWN:
        messages.info(request, _("Recognised as %(format)s and converted.") % {"format": _(found.name)})
    return thank(request, record)


def _show_record_form(
    request: HttpRequest, page: GamePage, form: RecordForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    formats = [(Message(each.name), Message(each.help)) for each in FORMATS.values()]
    shown = context(request, page) | {"form": form, "formats": formats} | more
    return render(request, "games/records/record.html", shown, status=status)


def thank(request: HttpRequest, record: Record) -> HttpResponse:
    """The record is kept: say what it proves, and show it."""
    messages.success(request, _("Record saved."))
    game = record.game
    proven = verdict(game.rules, game.options, record.plies, outcome_of(record))
    messages.info(request, translate_message(proven))
    return redirect(f"{reverse('game', args=[record.game_id])}?record={record.number}")


@require_safe
def download(request: HttpRequest, game_id: int) -> HttpResponse:
    """A record as a text file, the newest or the one called `?record=`, in the notation `?style=`."""
    page, record = _record_or_404(request, game_id)
    style = request.GET.get("style", OFFICIAL)
    if style not in rules_for(page.game.rules).styles:
        raise Http404
    ending = ".txt" if style == OFFICIAL else f"-{style}.txt"
    name = record_file_name(page, record, ending=ending)
    return file_response(record_text(page, record, style), "text/plain; charset=utf-8", name)


@require_safe
def document(request: HttpRequest, game_id: int) -> HttpResponse:
    """The tags, turns and verdict of a record as JSON, the newest or the one called `?record=`."""
    page, record = _record_or_404(request, game_id)
    text = json.dumps(record_document(page, record), ensure_ascii=False, indent=1)
    return file_response(text, "application/json", record_file_name(page, record, ending=".json"))


def _record_or_404(request: HttpRequest, game_id: int) -> tuple[GamePage, RecordView]:
    page = page_or_404(game_id, request.user)
    record = record_view(page, number_asked(request, "record"))
    if record is None:
        raise Http404
    return page, record


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in_file(request: HttpRequest, key: str) -> HttpResponse:
    """Choose a file of records for the games of an event. For its arbiters."""
    parent_scope = _parent_scope_or_404(key)
    account = require(request.user, Permission.DECIDE_RESULT, parent_scope.key)
    form = RecordFileForm(posted_data(request), request.FILES, account=account)
    made: list[RecordFile] = []

    def store() -> None:
        upload = form.brought()
        made.append(submit_records(parent_scope.key, account, read_upload(upload), name=upload.name))
        delete_upload(upload)

    if request.method == "POST" and try_service(form, store):
        return redirect("record-file", made[0].pk)
    files = RecordFile.objects.filter(parent_scope=parent_scope).defer("content").order_by("-pk")[:20]
    context = {"form": form, "files": files, "parent_scope": labels([parent_scope.key])[parent_scope.key]}
    return render(request, "games/records/record_file_new.html", context, status=status_of(form))


@require_safe
def record_file(request: HttpRequest, file_id: int) -> HttpResponse:
    """How far a file is, and its records: `?state=` those in one state, the refused ones first. For arbiters."""
    report = _report_or_404(file_id)
    require(request.user, Permission.DECIDE_RESULT, report.file.parent_scope.key)
    state = request.GET.get("state", "") or next((each for each in REPORTED if report.counts.get(each)), "kept")
    if state not in REPORTED:
        raise Http404
    return render(request, "games/records/record_file.html", _file_context(request, report, state))


def _file_context(request: HttpRequest, report: FileReport, state: str) -> dict[str, Any]:
    part = page_of(request, filed_rows(report.file, state))
    key = report.file.parent_scope.key
    counts = [(each, report.counts.get(each, 0)) for each in REPORTED]
    return {
        "report": report,
        "part": part,
        "state": state,
        "counts": counts,
        "parent_scope": labels([key])[key],
        "key": key,
    }


def _parent_scope_or_404(key: str) -> Scope:
    parent_scope = Scope.objects.filter(key=key, hidden=False).first()
    if parent_scope is None or key not in labels([key]):
        raise Http404
    return parent_scope


def _report_or_404(file_id: int) -> FileReport:
    with missing_is_404():
        return file_report(file_id)
