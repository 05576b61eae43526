"""Making studies and chapters, their settings, copies and ends."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.journal import queries as journal
from common.journal.services import Stale
from common.translation import translate_message
from common.web import (
    BAD_INPUT,
    NO_NUMBER,
    REFUSED,
    RefusalsShown,
    done_response,
    missing_is_404,
    posted_data,
    posted_number,
    status_of,
)
from games.core.board_state import number_asked
from games.core.pages import page_or_404
from games.core.queries.page import GamePage
from games.models import Study
from games.studies.access import StudyRefused, club_called, person_who_writes
from games.studies.forms import AddChapterForm, CreateStudyForm, EditStudyForm
from games.studies.loading import account_at, changed_meanwhile, closed_shown, own_or_404, study_or_404
from games.studies.services.chapters import add_chapters, edit_chapter, remove_chapter
from games.studies.services.studies import copy_study, create_study, delete_study, edit_study
from games.studies.sources import read_source
from gipf_engine.messages import Message, Refused, gettext_noop

_NOTHING_ASKED = Message(gettext_noop("Choose what to do with the chapter."))


@require_http_methods(["GET", "HEAD", "POST"])
@closed_shown
def new(request: HttpRequest) -> HttpResponse:
    """A new study: of the record `?record=` of `?game=`, of `?position=` by `?rules=`, or from what is pasted."""
    account = account_at(request)
    person_who_writes(account)  # nothing is filled in that could not be kept
    page = _game_asked(request)
    about = {} if page is None else {"game": page.game.pk, "record": number_asked(request, "record")}
    given = {name: value for name, value in about.items() if value is not None}
    initial = {name: request.GET.get(name, "") for name in ("rules", "position")}
    title = "" if page is None else f"{page.white.name} – {page.black.name}"[:100]
    initial["title"] = title
    form = CreateStudyForm(posted_data(request), about_game=page is not None, given=given, initial=initial)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form), missing_is_404():
            source = read_source(form.input)
            title = form.input["title"] or source.title or _("Study")
            made = create_study(account, title, source.chapters, game=source.game)
            turn = number_asked(request, "ply") or 0
            start = f"?turn={turn}&edit=1" if 0 < turn < len(source.chapters[0].turns) else "?edit=1"
            return redirect(f"{reverse('study', args=[made.slug])}{start}")
    known = {"form": form, "game_page": page}
    return render(request, "games/studies/new.html", known, status=status_of(form))


def _game_asked(request: HttpRequest) -> GamePage | None:
    number = number_asked(request, "game")
    return None if number is None else page_or_404(number)


@require_http_methods(["GET", "HEAD", "POST"])
@closed_shown
def new_chapter(request: HttpRequest, study_slug: str) -> HttpResponse:
    """More chapters of a study."""
    study, account = own_or_404(request, study_slug), account_at(request)
    form = AddChapterForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            number, *_others = add_chapters(study_slug, account, read_source(form.input).chapters)
            return redirect(f"{reverse('study', args=[study_slug])}?chapter={number}&edit=1")
    known = {"form": form, "study": study, "club": study.club}
    return render(request, "games/studies/new_chapter.html", known, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, study_slug: str) -> HttpResponse:
    """Title, readers, club and chapters of a study."""
    study, account = own_or_404(request, study_slug), account_at(request)
    form = _settings_form(request, study, posted_data(request))
    if request.method == "POST" and form.is_valid():
        values = dict(form.input)
        expect, slug_of_club = values.pop("version", None), values.pop("club", None)
        try:
            with RefusalsShown(form):
                edit_study(study_slug, account, **values, club=club_called(slug_of_club), expect=expect)
                return done_response(request, _("Settings saved."), "study", study_slug)
        except Stale as stale:
            typed, why = request.POST.copy(), changed_meanwhile()
            typed["version"] = str(stale.found)
            form = _settings_form(request, study, typed)
            return _show_settings(request, study, form, status=REFUSED, refused=why)
    return _show_settings(request, study, form, status=status_of(form))


def _settings_form(request: HttpRequest, study: Study, data: QueryDict | None = None) -> EditStudyForm:
    initial = {"title": study.title, "visibility": study.visibility, "is_lesson": study.is_lesson}
    initial |= {"club": study.club.slug if study.club else "", "version": journal.version(study.scope)}
    return EditStudyForm(data, account=account_at(request), study=study, initial=initial)


def _show_settings(
    request: HttpRequest, study: Study, form: EditStudyForm, *, status: int, **more: Any
) -> HttpResponse:
    chapters = list(study.chapters.order_by("place"))
    known = {"form": form, "study": study, "club": study.club, "chapters": chapters}
    return render(
        request,
        "games/studies/settings.html",
        known | {"version": journal.version(study.scope)} | more,
        status=status,
    )


@require_POST
def chapter(request: HttpRequest, study_slug: str, chapter: int) -> HttpResponse:
    """Rename a chapter (`do=name`), move it (`up`, `down`), or remove it (`remove`)."""
    study = own_or_404(request, study_slug)
    try:
        _change_chapter(request, study, chapter, posted_number(request, "version"))
    except Stale:
        why, status = changed_meanwhile(), REFUSED
    except Refused as refused:
        why, status = translate_message(refused.message), BAD_INPUT
    else:
        return done_response(request, _("Chapters saved."), "study-settings", study_slug)
    typed = {"chapter": chapter, "name": request.POST.get("name")}
    return _show_settings(request, study, _settings_form(request, study), status=status, refused=why, typed=typed)


def _change_chapter(request: HttpRequest, study: Study, chapter: int, version: int) -> None:
    account, asked = account_at(request), request.POST.get("do", "")
    if version == NO_NUMBER:
        raise StudyRefused(_NOTHING_ASKED)
    if asked == "remove":
        remove_chapter(study.slug, account, chapter, expect=version)
    elif asked == "name":
        edit_chapter(study.slug, account, chapter, name=request.POST.get("name", ""), expect=version)
    elif asked in ("up", "down"):
        places = list(study.chapters.order_by("place").values_list("number", flat=True))
        place = places.index(chapter) + 1 + (-1 if asked == "up" else 1) if chapter in places else 1
        edit_chapter(study.slug, account, chapter, place=place, expect=version)
    else:
        raise StudyRefused(_NOTHING_ASKED)


@require_POST
@closed_shown
def copy(request: HttpRequest, study_slug: str) -> HttpResponse:
    """A study of the reader's own with all that stands in this one."""
    account = account_at(request)
    study = study_or_404(request, study_slug)
    try:
        made = copy_study(study.slug, account)
    except StudyRefused as refused:
        return render(request, "games/studies/closed.html", {"why": translate_message(refused.message)}, status=REFUSED)
    return redirect(f"{reverse('study', args=[made.slug])}?edit=1")


@require_POST
def delete(request: HttpRequest, study_slug: str) -> HttpResponse:
    """Delete a study of the reader's own."""
    own_or_404(request, study_slug)
    delete_study(study_slug, account_at(request))
    return done_response(request, _("Study deleted."), "studies")
