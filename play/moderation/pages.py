"""Reporting a person, and the moderators' pages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal.services import SERVER
from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from play.chat.services.reports import ReportAnswer, answer_report, lift_sanction, report_player
from play.chat.services.spectators import may_read, report_spectator, watched_game
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import own_seat
from play.models import ChatMessage, OnlineGame, Report, SpectatorMessage
from play.moderation.forms import AnswerForm, GuestAnswerForm, ReportForm
from play.moderation.queries import line_rows, open_reports, report_page
from play.table.queries.table_of_two import TableOfTwo
from players.models import Account
from players.permissions import NotAllowed, require
from players.roles import Permission

LONGEST_ID = 15
"""Digits of a message's id in an address."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, game_id: int) -> HttpResponse:
    """Report the opponent of a game; `?message=` is the message that it is about."""
    reader = request.user
    assert isinstance(reader, Account)
    form = ReportForm(posted_data(request), initial={"reason": Report.Reason.INSULT})
    try:
        game = load_game(game_id)
        opponent = TableOfTwo(game, own_seat(game, reader)).opponent.person
        message = _message(request, game_id, opponent.pk)

        def send() -> None:
            about = message.pk if message is not None else None
            report_player(game_id, reader, **form.input | {"message": about})

        if request.method == "POST" and try_service(form, send):
            return done_response(request, _("Thank you. A moderator will look at it."), "play-game", game_id)
    except (OnlineGame.DoesNotExist, NotAllowed):
        raise Http404 from None
    known = {"form": form, "game": game, "opponent": opponent, "message_": message}
    return render(request, "play/moderation/report.html", known, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_line(request: HttpRequest, game_id: int) -> HttpResponse:
    """Report what a person wrote beside a game; `?message=` is the line."""
    reader = request.user
    assert isinstance(reader, Account)
    form = ReportForm(posted_data(request), initial={"reason": Report.Reason.INSULT})
    with missing_is_404():
        game = watched_game(game_id)
        need_to_read(game, reader)
        line = SpectatorMessage.objects.select_related("author__merged_into").get(pk=_id_asked(request), game=game_id)

    def send() -> None:
        report_spectator(game_id, reader, line.pk, form.input["reason"], form.input["text"])

    if request.method == "POST" and try_service(form, send):
        return done_response(request, _("Thank you. A moderator will look at it."), "game", game_id)
    known = {"form": form, "game": game, "opponent": line.author.merged_into or line.author, "message_": line}
    return render(request, "play/moderation/report.html", known, status=status_of(form))


def need_to_read(game: GameInPlay, reader: Account) -> None:
    """Raise SpectatorMessage.DoesNotExist for whom spectators' lines are not there yet."""
    if not may_read(game, reader):
        raise SpectatorMessage.DoesNotExist


def _message(request: HttpRequest, game_id: int, author: int) -> ChatMessage | None:
    if not request.GET.get("message"):
        return None
    rows = ChatMessage.objects.filter(pk=_id_asked(request), game=game_id)
    found = rows.select_related("author").first()
    if found is None or found.author.canonical_id != author:
        raise Http404
    return found


def _id_asked(request: HttpRequest) -> int:
    text = request.GET.get("message", "")
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_ID:
        raise Http404
    return int(text)


@never_cache
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """The reports that wait for an answer."""
    require(request.user, Permission.MODERATE, SERVER)
    return render(request, "play/moderation/reports.html", {"rows": open_reports(), "lines": line_rows()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one_report(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report, and what is done about it."""
    actor = require(request.user, Permission.MODERATE, SERVER)
    with missing_is_404():
        is_guest = report_page(report_id).row.person.is_guest
        form = GuestAnswerForm(posted_data(request)) if is_guest else AnswerForm(posted_data(request))

        def answer() -> None:
            given = form.input
            answer_report(actor, report_id, ReportAnswer(given["answer"]), days=given["days"], text=given["text"])

        if request.method == "POST" and try_service(form, answer):
            return done_response(request, _("Report closed."), "moderation")
        page = report_page(report_id)
    return render(request, "play/moderation/one_report.html", {"page": page, "form": form}, status=status_of(form))


@require_POST
def lift(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """End a sanction now."""
    actor = require(request.user, Permission.MODERATE, SERVER)
    with missing_is_404():
        lift_sanction(actor, sanction_id)
    return done_response(request, _("It no longer applies."), "moderation")
