"""Handing in a record, and taking one away."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.translation import translate_message
from common.web import file_response
from games.core.board_state import number_asked
from games.core.labels import outcome_of, verdict
from games.core.pages import context, page_or_404, speaker_page
from games.core.queries.page import GamePage, RecordView, record_view
from games.core.queries.texts import record_document, record_file_name, record_text
from games.core.services.errors import RecordRefused
from games.models import Record
from games.records.forms import RecordForm
from games.records.refused_record import refused_record
from games.records.services.submit_record import submit_record
from gipf_engine.messages import Message
from gipf_engine.rules import OFFICIAL, rules_for
from gipf_engine.rules.formats import FORMATS, OWN, recognise
from players.models import Account


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
    messages.success(request, _("The record is saved."))
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
    page = page_or_404(game_id)
    record = record_view(page, number_asked(request, "record"))
    if record is None:
        raise Http404
    return page, record
