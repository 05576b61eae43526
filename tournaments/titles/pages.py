"""What everyone may see of titles: those of a club, and one with its holders and candidates."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from players.models import Club
from players.permissions import may
from players.roles import Permission
from tournaments.core.queries.titles import titles_of
from tournaments.models import Title
from tournaments.titles.queries import rule_in_words, title_page


@require_safe
@never_cache
def titles(request: HttpRequest, slug: str) -> HttpResponse:
    """The titles of a club with their rules."""
    club = get_object_or_404(Club, slug=slug)
    rows = [(title, rule_in_words(title)) for title in titles_of(club)]
    context = {"club": club, "rows": rows, "may_edit": may(request.user, Permission.EDIT_CLUB, club.scope)}
    return render(request, "tournaments/titles/titles.html", context)


@require_safe
@never_cache
def title(request: HttpRequest, title_id: int) -> HttpResponse:
    """Who holds the title, what it is given for, what was withdrawn; for officers, who could be awarded it."""
    shown = get_object_or_404(Title.objects.select_related("club"), pk=title_id)
    context = {"page": title_page(shown, request.user), "title": shown, "club": shown.club}
    return render(request, "tournaments/titles/title.html", context)
