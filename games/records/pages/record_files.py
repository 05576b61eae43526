"""Handing in many records at once, and what became of them."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from common.journal.models import Scope
from common.web import missing_is_404, status_of, try_service
from games.models import RecordFile
from games.records.forms import RecordFileForm
from games.records.queries import REPORTED, FileReport, file_report, filed_rows
from games.records.services.record_files import submit_records
from players.core.pagination import page_of
from players.permissions import require
from players.roles import Permission
from players.scope_labels import labels


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, key: str) -> HttpResponse:
    """Choose a file of records for the games of an event. For its arbiters."""
    occasion = _occasion_or_404(key)
    account = require(request.user, Permission.DECIDE_RESULT, occasion.key)
    form = RecordFileForm(request.POST, request.FILES) if request.method == "POST" else RecordFileForm()
    made: list[RecordFile] = []

    def store() -> None:
        file = form.cleaned_data["file"]
        made.append(submit_records(occasion.key, account, file.read(), name=file.name))

    if request.method == "POST" and try_service(form, store):
        return redirect("record-file", made[0].pk)
    files = RecordFile.objects.filter(occasion=occasion).defer("content").order_by("-pk")[:20]
    context = {"form": form, "files": files, "occasion": labels([occasion.key])[occasion.key]}
    return render(request, "games/records/record_file_new.html", context, status=status_of(form))


@require_safe
def show(request: HttpRequest, file_id: int) -> HttpResponse:
    """How far a file is, and its records: `?state=` those in one state, the refused ones first. For arbiters."""
    report = _report_or_404(file_id)
    require(request.user, Permission.DECIDE_RESULT, report.file.occasion.key)
    state = request.GET.get("state", "") or next((each for each in REPORTED if report.counts.get(each)), "kept")
    if state not in REPORTED:
        raise Http404
    return render(request, "games/records/record_file.html", _context(request, report, state))


def _context(request: HttpRequest, report: FileReport, state: str) -> dict[str, Any]:
    part = page_of(request, filed_rows(report.file, state))
    key = report.file.occasion.key
    counts = [(each, report.counts.get(each, 0)) for each in REPORTED]
    return {
        "report": report,
        "part": part,
        "state": state,
        "counts": counts,
        "occasion": labels([key])[key],
        "key": key,
    }


def _occasion_or_404(key: str) -> Scope:
    occasion = Scope.objects.filter(key=key, hidden=False).first()
    if occasion is None or key not in labels([key]):
        raise Http404
    return occasion


def _report_or_404(file_id: int) -> FileReport:
    with missing_is_404():
        return file_report(file_id)
