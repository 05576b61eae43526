"""Importing past games: the file, then what would come of it, then the games; and taking an import back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from common.jobs import queries as jobs
from common.message_json import from_json
from common.web import REFUSED, RefusalsShown, done_response, posted_data, status_of, try_service
from games.core.labels import rules_name
from games.histories.forms import HistoryForm, HistoryUploadForm
from games.histories.found import found_from, name_matches
from games.histories.queries import (
    events_of,
    games_of_past,
    histories_of,
    history_or_none,
    past_event,
)
from games.histories.services.checking import CHECK_HISTORY, begin_history, confirm_history
from games.histories.services.histories import IMPORT_HISTORY, bring_back, is_large, take_back
from games.models import History
from gipf_engine.messages import Message, Refused, gettext_noop
from players.core.pages import club_for
from players.core.pagination import page_of
from players.models import Account, Person
from players.roles import Permission


@require_http_methods(["GET", "HEAD", "POST"])
def import_games(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring a file: it is read, and its own page tells what is in it. Nothing is stored before that is confirmed."""
    account, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = HistoryUploadForm(posted_data(request), request.FILES, account=account)
    made: list[History] = []

    def begin() -> None:
        sent = form.cleaned_data
        made.append(begin_history(club.pk, account, form.brought(), rules=sent["rules"], rated=sent["rated"]))

    if request.method == "POST" and try_service(form, begin):
        return redirect("history", club.slug, made[0].pk)
    histories = [(each, rules_name(each.rules)) for each in histories_of(club)]
    context = {"club": club, "form": form, "histories": histories}
    return render(request, "games/histories/history_import.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def history(request: HttpRequest, slug: str, history_id: int) -> HttpResponse:
    """One import: what is in the file and who everybody is, how far it is, what came of it; taking it back."""
    account, club = club_for(request, slug, Permission.MAKE_EVENT)
    found = history_or_none(history_id, club)
    if found is None:
        raise Http404
    if found.state == History.State.CHECKED:
        return _checked(request, found, account)
    if request.method == "POST":
        try:
            _turn(request.POST.get("step", ""), found.pk, account)
        except Refused as error:
            return _history(request, found, error)
        return redirect("history", club.slug, found.pk)
    return _history(request, found)


def _checked(request: HttpRequest, history: History, account: Account) -> HttpResponse:
    """What is in the file, with the form that imports it."""
    found = found_from(history.found)
    matches = name_matches(found.names)
    form = HistoryForm(request.POST if request.method == "POST" else None, matches=matches)
    if form.is_valid():
        try:
            with RefusalsShown(form):
                return _imported(request, confirm_history(history.pk, account, form.people()))
        except Person.DoesNotExist:
            form.add_error(None, _("This person does not exist."))
    context = {
        "club": history.club,
        "form": form,
        "found": found,
        "game": rules_name(history.rules),
        "rated": history.rated,
        "is_large": is_large(found.games),
    }
    return render(request, "games/histories/history_preview.html", context, status=status_of(form))


def _imported(request: HttpRequest, history: History) -> HttpResponse:
    if history.state == History.State.COMING:
        return redirect("history", history.club.slug, history.pk)
    message = ngettext("%(count)d game is imported.", "%(count)d games are imported.", history.games)
    return done_response(request, message % {"count": history.games}, "history", history.club.slug, history.pk)


def _turn(step: str, history_id: int, account: Account) -> None:
    steps = {"take-back": take_back, "bring-back": bring_back}
    if step not in steps:
        raise Refused(Message(gettext_noop("This step does not exist. Nothing was changed.")))
    steps[step](history_id, account)


def _history(request: HttpRequest, found: History, refused: Refused | None = None) -> HttpResponse:
    kind = CHECK_HISTORY if found.state == History.State.CHECKING else IMPORT_HISTORY
    context = {
        "club": found.club,
        "history": found,
        "game": rules_name(found.rules),
        "refused": refused.message if refused is not None else None,
        "refusal": from_json(found.refusal),
        "job": jobs.find(kind, found.scope),
        "part": page_of(request, events_of(found)),
    }
    return render(request, "games/histories/history.html", context, status=REFUSED if refused is not None else 200)


@require_safe
def event(request: HttpRequest, past_id: int) -> HttpResponse:
    """An event of the past: its games."""
    found = past_event(past_id)
    if found is None:
        raise Http404
    context = {
        "event": found,
        "club": found.history.club,
        "game": rules_name(found.history.rules),
        "part": page_of(request, games_of_past(found)),
    }
    return render(request, "games/histories/past_event.html", context)
