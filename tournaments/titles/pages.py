"""The pages of titles: those of a club, one with its holders and candidates, its rule, and withdrawing an award."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import done_response, missing_is_404, posted_data, posted_number, status_of, try_service
from players.core.pages import GET_OR_POST, club_for, refusals_lead_to
from players.models import Account, Club
from players.permissions import may, require
from players.roles import Permission
from tournaments.core.pages import version_in
from tournaments.core.queries.journals import journal_lines
from tournaments.core.queries.titles import titles_of
from tournaments.models import Title
from tournaments.titles import services
from tournaments.titles.forms import NewTitleForm, TitleForm, WithdrawalForm
from tournaments.titles.queries import rule_in_words, title_page


@require_safe
@never_cache
def titles(request: HttpRequest, slug: str) -> HttpResponse:
    """The titles of a club with their rules."""
    club = get_object_or_404(Club, slug=slug)
    rows = [(title, rule_in_words(title)) for title in titles_of(club)]
    context = {"club": club, "rows": rows, "may_edit": may(request.user, Permission.EDIT_CLUB, club.scope)}
    return render(request, "tournaments/titles/titles.html", context)


def _get_title(title_id: int) -> Title:
    return get_object_or_404(Title.objects.select_related("club"), pk=title_id)


@require_safe
@never_cache
def title(request: HttpRequest, title_id: int) -> HttpResponse:
    """Who holds the title, what it is given for, what was withdrawn; for officers, who could be awarded it."""
    shown = _get_title(title_id)
    context = {"page": title_page(shown, request.user), "title": shown, "club": shown.club}
    return render(request, "tournaments/titles/title.html", context)


@require_http_methods(GET_OR_POST)
@never_cache
def title_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new title of a club."""
    organiser, club = club_for(request, slug, Permission.EDIT_CLUB)
    form = NewTitleForm(posted_data(request))
    made: list[Title] = []

    def create() -> None:
        made.append(services.create_title(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("Title created."), "title", made[0].pk)
    return render(request, "tournaments/titles/new.html", {"club": club, "form": form}, status=status_of(form))


@require_http_methods(GET_OR_POST)
@never_cache
def title_edit(request: HttpRequest, title_id: int) -> HttpResponse:
    """Its name and rule, its journal, and deleting it."""
    shown, officer = _allowed(request, title_id, Permission.EDIT_CLUB)
    page = title_page(shown, request.user)
    sent = posted_data(request)
    form = TitleForm(sent) if sent is not None else TitleForm.of(shown, page.version)

    def edit() -> None:
        services.edit_title(shown.pk, officer, expect=form.cleaned_data["version"], **form.plan())

    if request.method == "POST" and try_service(form, edit):
        return done_response(request, _("Changes saved."), "title", shown.pk)
    context = {"page": page, "title": shown, "club": shown.club, "form": form, "lines": journal_lines(shown.scope)}
    return render(request, "tournaments/titles/edit.html", context, status=status_of(form))


@require_POST
@refusals_lead_to("title-edit", "title_id")
def title_delete(request: HttpRequest, title_id: int) -> HttpResponse:
    """Delete a title that was never awarded."""
    shown, officer = _allowed(request, title_id, Permission.EDIT_CLUB)
    services.delete_title(shown.pk, officer, expect=version_in(request))
    return done_response(request, _("Title deleted."), "club-titles", shown.club.slug)


@require_POST
@refusals_lead_to("title", "title_id")
def title_award(request: HttpRequest, title_id: int) -> HttpResponse:
    """Award the title to a candidate."""
    shown, officer = _allowed(request, title_id, Permission.MANAGE_PEOPLE)
    services.award_title(shown.pk, officer, posted_number(request, "person"))
    return done_response(request, _("Title awarded."), "title", shown.pk)


@require_http_methods(GET_OR_POST)
@never_cache
def title_withdraw(request: HttpRequest, title_id: int, award_id: int) -> HttpResponse:
    """Withdraw an award with a reason."""
    shown, officer = _allowed(request, title_id, Permission.MANAGE_PEOPLE)
    page = title_page(shown, request.user)
    with missing_is_404():
        award = shown.awards.get(pk=award_id)
    form = WithdrawalForm(posted_data(request), initial={"version": page.version})

    def withdraw() -> None:
        reason, expect = form.input["reason"], form.cleaned_data["version"]
        services.withdraw_title(shown.pk, officer, award.pk, reason=reason, expect=expect)

    if request.method == "POST" and try_service(form, withdraw):
        return done_response(request, _("Title withdrawn."), "title", shown.pk)
    line = next(line for line in (*page.holders, *page.withdrawn) if line.award.pk == award.pk)
    context = {"page": page, "title": shown, "club": shown.club, "form": form, "line": line}
    return render(request, "tournaments/titles/withdraw.html", context, status=status_of(form))


def _allowed(request: HttpRequest, title_id: int, permission: Permission) -> tuple[Title, Account]:
    shown = _get_title(title_id)
    return shown, require(request.user, permission, shown.scope)
