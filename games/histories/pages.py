"""Importing past games: the file, then what would come of it, then the games; and taking an import back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from common.jobs import queries as jobs
from common.message_json import from_json
from common.packed_files import pack, unpack
from common.web import BAD_INPUT, REFUSED, RefusalsShown, done_response, status_of
from games.core.labels import rules_name
from games.histories.forms import MOST_NEW_ROWS, HistoryForm, HistoryUploadForm, chosen_people
from games.histories.history_file import in_groups, read_file
from games.histories.known_lines import known_lines
from games.histories.queries import (
    events_of,
    games_of_past,
    histories_of,
    history_or_none,
    past_event,
)
from games.histories.services.histories import IMPORT_HISTORY, bring_back, import_history, is_large, take_back
from games.models import History
from gipf_engine.messages import Message, Refused, gettext_noop
from players.core.pages import club_for
from players.core.pagination import page_of
from players.models import Account, Club, Person
from players.people.name_matches import match_names
from players.roles import Permission


@require_http_methods(["GET", "HEAD", "POST"])
def import_games(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring a file; see every problem in it and who everybody is; import it. Nothing is stored before the last step."""
    account, club = club_for(request, slug, Permission.MAKE_EVENT)
    if request.method != "POST":
        return _upload(request, club, HistoryUploadForm())
    if "content" not in request.POST:
        form = HistoryUploadForm(request.POST, request.FILES)
        if not form.is_valid():
            return _upload(request, club, form)
        return _preview(
            request, club, form.cleaned_data["file"], form.cleaned_data["rules"], form.cleaned_data["rated"]
        )
    asked = HistoryForm(request.POST, matches=())
    try:
        if not asked.is_valid():
            raise ValueError
        data, rules, rated = (
            unpack(asked.cleaned_data["content"]),
            asked.cleaned_data["rules"],
            asked.cleaned_data["rated"],
        )
    except ValueError:
        form = HistoryUploadForm(request.POST, request.FILES)
        form.add_error(None, _("The file was not sent: choose it again."))
        return _upload(request, club, form)
    file = read_file(data, rules, timezone.localdate())
    whole = HistoryForm(request.POST, matches=match_names(file.names, club))
    if whole.is_valid():
        try:
            with RefusalsShown(whole):
                people = whole.people()
                history = import_history(club.pk, account, data, rules=rules, people=people, rated=rated)
                if history.state == History.State.COMING:
                    return redirect("history", club.slug, history.pk)
                message = ngettext("%(count)d game is imported.", "%(count)d games are imported.", history.games)
                return done_response(request, message % {"count": history.games}, "history", club.slug, history.pk)
        except Person.DoesNotExist:
            whole.add_error(None, _("This person does not exist."))
    return _preview(request, club, data, rules, rated, whole)


def _upload(request: HttpRequest, club: Club, form: HistoryUploadForm) -> HttpResponse:
    context = {"club": club, "form": form, "histories": [(each, rules_name(each.rules)) for each in histories_of(club)]}
    return render(request, "games/histories/history_import.html", context, status=status_of(form))


def _preview(
    request: HttpRequest, club: Club, data: bytes, rules: str, rated: bool, form: HistoryForm | None = None
) -> HttpResponse:
    file = read_file(data, rules, timezone.localdate())
    matches = form.matches if form is not None else match_names(file.names, club)
    shown = form or HistoryForm(initial={"content": pack(data), "rules": rules, "rated": rated}, matches=matches)
    people = shown.people() if shown.is_bound and shown.is_valid() else chosen_people(matches)
    known = known_lines(club, rules, file, people)
    context = {
        "club": club,
        "form": shown,
        "file": file,
        "game": rules_name(rules),
        "rated": rated,
        "faults": in_groups(file.faults),
        "cautions": in_groups(file.cautions),
        "known": len(known),
        "otherwise": [line for line, same in known.items() if not same][:MOST_NEW_ROWS],
        "new": len(file.games) - len(known),
        "first_day": min((each.on for each in file.games), default=None),
        "last_day": max((each.on for each in file.games), default=None),
        "near": sum(match.is_near for match in matches),
        "new_names": shown.new_names[:MOST_NEW_ROWS],
        "not_shown": max(0, len(shown.new_names) - MOST_NEW_ROWS),
        "is_large": is_large(file),
    }
    return render(
        request,
        "games/histories/history_preview.html",
        context,
        status=BAD_INPUT if shown.errors or file.faults else 200,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def history(request: HttpRequest, slug: str, history_id: int) -> HttpResponse:
    """One import: how far it is, what came of it; a form takes it back, or brings it back."""
    account, club = club_for(request, slug, Permission.MAKE_EVENT)
    found = history_or_none(history_id, club)
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            _turn(request.POST.get("step", ""), found.pk, account)
        except Refused as error:
            return _history(request, found, error)
        return redirect("history", club.slug, found.pk)
    return _history(request, found)


def _turn(step: str, history_id: int, account: Account) -> None:
    steps = {"take-back": take_back, "bring-back": bring_back}
    if step not in steps:
        raise Refused(Message(gettext_noop("This step does not exist. Nothing was changed.")))
    steps[step](history_id, account)


def _history(request: HttpRequest, found: History, refused: Refused | None = None) -> HttpResponse:
    context = {
        "club": found.club,
        "history": found,
        "game": rules_name(found.rules),
        "refused": refused.message if refused is not None else None,
        "refusal": from_json(found.refusal),
        "job": jobs.find(IMPORT_HISTORY, found.scope),
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
