"""The desk of an event, result slips, and the page of a seat's link."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal import queries as journal
from common.qr_codes import qr_code
from common.schema_forms import SchemaForm
from common.translation import translate_message
from common.web import BAD_INPUT, REFUSED, TOO_MANY, RefusalsShown, done_response, posted_data, status_of
from games.core.queries.page import game_page
from games.models import Claimant, Source
from games.results.forms import ReportForm
from games.results.report_choices import report_choices
from games.results.schemas import ClaimResultInput
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from gipf_engine.claims import ClaimState, Standing
from gipf_engine.messages import Refused
from gipf_engine.results import PENDING, RESULTS
from players.core import limits
from players.core.pages import wait_text
from players.core.pagination import page_of
from players.core.rate_limit import TooMany
from players.models import Account
from players.permissions import NotAllowed, may, require
from players.roles import Permission
from tournaments.core.desk_menu import DeskState
from tournaments.core.errors import ConfirmationNeeded
from tournaments.core.formats import is_by_clock
from tournaments.core.loader import load_boards_of
from tournaments.core.medleys import results_of
from tournaments.core.pages import (
    account_of,
    dead_link,
    event_context,
    get_visible_event,
    posted_number,
    refusals_shown,
    rows_for,
)
from tournaments.core.queries.clocks import clock_of, usual_minutes
from tournaments.core.queries.events import EventHead, event_head
from tournaments.journal.queries.journal_entries import journal_entries, news_since
from tournaments.models import Event, PairedGame, Round
from tournaments.results.desk_menu import desk_menu
from tournaments.results.desk_rows import DeskRows, find_board
from tournaments.results.queries.desk import desk as desk_of
from tournaments.results.queries.desk import requested_round
from tournaments.results.queries.seat_links import LinkDead, seat_page, slips_of
from tournaments.results.services import seat_links
from tournaments.results.services.calls import call_arbiter, call_by_link
from tournaments.rounds.queries.rounds import Board, Game, RoundPage, round_page

# --- result slips with a link for each seat, and the page on which the one who holds one reports --------------
# Without an account.


@require_safe
@never_cache
def slips(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The slips of a round, to be printed and cut: for arbiters, since the one who has a slip can report."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.DECIDE_RESULT, event.scope)
    round_ = get_object_or_404(Round, event=event, number=number)
    context = event_context(event_head(event, request.user), "event-desk", **slips_context(request, round_))
    return render(request, "tournaments/results/slips.html", context)


def slips_context(request: HttpRequest, round_: Round) -> dict[str, Any]:
    """What the list of slips (parts/slips.html) takes."""
    slips = [
        (slip, qr_code(request.build_absolute_uri(reverse("seat-link", args=[slip.token]))))
        for both in slips_of(round_)
        for slip in both
    ]
    return {"number": round_.number, "slips": slips, "codes": results_of(round_.event).reported}


@require_POST
@refusals_shown
def revoke(request: HttpRequest, event_id: int, game_id: int) -> HttpResponse:
    """Let the link of a seat work no more, because its slip is lost or another person has it."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.DECIDE_RESULT, event.scope)
    games = PairedGame.objects.select_related("pairing__round")
    paired = get_object_or_404(games, game=game_id, pairing__round__event=event)
    try:
        seat_links.revoke_link(event.pk, account, game_id, request.POST.get("seat", ""))
    except PairedGame.DoesNotExist:
        raise Http404 from None
    message = _("Link revoked. Print the slip again: it has a new link.")
    return done_response(request, message, "event-slips", event.pk, paired.pairing.round.number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, token: str) -> HttpResponse:
    """The game of a link, what was said of its result, and buttons to report it from the seat of the link."""
    form = ReportForm(posted_data(request))
    try:
        page = seat_page(token)
        if request.method == "POST" and form.is_valid():
            limits.SEAT_LINK_REPORTS.take(f"{page.game.pk} {page.seat}")
            with RefusalsShown(form):
                values = form.cleaned_data
                seat_links.report_by_link(token, values["result"], words=values["reason"])
                return done_response(request, _("Report saved."), "seat-link", token)
    except LinkDead as dead:
        return dead_link(request, dead.message, is_signed=dead.is_signed)
    except TooMany as many:
        form.add_error(None, wait_text(many.seconds))
        response = render(request, "tournaments/results/seat_link.html", _context(token, page, form), status=TOO_MANY)
        response["Retry-After"] = str(many.seconds)
        return response
    return render(request, "tournaments/results/seat_link.html", _context(token, page, form), status=status_of(form))


def _context(token: str, page: Any, form: ReportForm) -> dict[str, Any]:
    choices = report_choices(page.seat, page.possible, page.standing)
    known = {"token": token, "page": page, "form": form, "choices": choices}
    return {**known, "event": page.event, "club": page.game.club}


# --- calling an arbiter to the board ----------------------------------------------------------------------


@require_POST
@refusals_shown
def call(request: HttpRequest, event_id: int, game_id: int) -> HttpResponse:
    """A player who is signed in calls an arbiter to a game of the event."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.DECIDE_RESULT)
    paired = _paired_game(event, game_id)
    call_arbiter(game_id, account)
    return done_response(request, _(_CALLED), "event-round", event.pk, paired.pairing.round.number)


@require_POST
@never_cache
def call_by_seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """The holder of a seat's link calls an arbiter to the board."""
    try:
        page = seat_page(token)
        limits.SEAT_LINK_REPORTS.take(f"{page.game.pk} {page.seat}")
        call_by_link(token)
    except LinkDead as dead:
        return dead_link(request, dead.message, is_signed=dead.is_signed)
    except TooMany as many:
        messages.error(request, wait_text(many.seconds))
    except Refused as refused:
        messages.info(request, translate_message(refused.message))
    else:
        messages.success(request, _(_CALLED))
    return redirect("seat-link", token)


_CALLED = gettext_noop("The arbiter has been called. Stay at your board.")


# --- the arbiter's desk -----------------------------------------------------------------------------------
# What is next and what blocks it, results by one key each, the journal beside them.


NEWEST_LINES = 20
"""Lines of the journal beside the boards; the others are on its own page."""


@require_safe
@never_cache
def desk(request: HttpRequest, event_id: int) -> HttpResponse:
    """The desk: whole for arbiters, the boards alone for scorers. `?round=` shows another round than the last."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    if not head.may_score:
        raise NotAllowed(Permission.ENTER_RESULT, event.scope)
    rows = rows_for(head)
    number = request.GET.get("round", "")
    chosen = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else None
    shown = desk_of(rows, chosen)
    boards = shown.round.boards if shown.round else ()
    text = request.GET.get("q", "")[:80]
    sought = find_board(boards, text)
    first_open = next((place for place, board in enumerate(boards) if board.is_open), 0)
    first = first_open if sought is None else sought
    part, locked = page_of(request, boards, first), shown.round is not None and shown.round.locked
    has_draft = shown.draft is not None
    focused = shown.first_open if sought is None else boards[sought].games[0].row.id
    drawing = DeskRows(request, event, locked=locked, first_open=focused)
    more = {
        "desk": shown,
        "part": part,
        "boards": [(board, [drawing.draw(board, game) for game in board.games]) for board in part],
        "has_draws": drawing.has_draws,
        "open_elsewhere": sum(board.is_open for board in boards) - sum(board.is_open for board in part if board.games),
        "rounds": range(1, len(rows.rounds) + 1),
        "q": text,
        "found": sought is not None,
    }
    if head.may_run:
        state = DeskState(head, rows, rows.round(shown.round.number) if shown.round else None, has_draft)
        more |= _clock_of_desk(event, shown.round, len(rows.rounds))
        more |= {"lines": journal_entries(rows, NEWEST_LINES), "menu": desk_menu(state)}
    return render(request, "tournaments/results/desk.html", event_context(head, "event-desk", **more))


def _clock_of_desk(event: Event, shown: RoundPage | None, last: int) -> dict[str, Any]:
    """The clock beside the boards, which the last round alone has."""
    is_last = shown is not None and shown.number == last
    if not is_last or is_by_clock(event.format) or event.state != Event.State.RUNNING:
        return {"has_clock": False}
    clock = clock_of(event)
    return {"has_clock": True, "clock": clock, "usual_minutes": None if clock else usual_minutes(event)}


@require_safe
@never_cache
def news(request: HttpRequest, event_id: int) -> HttpResponse:
    """For the desk's polling: how many results came in from elsewhere after version `since`, and how far a round is."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_RESULT, event.scope)
    since = request.GET.get("since", "")
    if not (since.isascii() and since.isdigit() and len(since) < 10):
        return JsonResponse({"text": ""}, status=BAD_INPUT)
    count = news_since(event, int(since), account)
    text = ngettext("%(count)d new result", "%(count)d new results", count) % {"count": count} if count else ""
    wanted = requested_round(event)
    done_ = None if wanted is None or wanted.refusal else wanted.done
    told = {"text": text, "version": journal.version(event.scope), "wanted": done_}
    runs = may(account, Permission.RUN_ROUNDS, event.scope)
    return JsonResponse({**told, "clock": _drawn_clock(request, event) if runs else None})


def _drawn_clock(request: HttpRequest, event: Event) -> str | None:
    """The clock of the desk as it is now, None before the first round."""
    number = event.rounds.count()
    if not number or is_by_clock(event.format) or event.state != Event.State.RUNNING:
        return None
    context = {"event": event, "number": number, "clock": clock_of(event), "usual": usual_minutes(event)}
    return render_to_string("tournaments/rounds/parts/desk_clock.html", context, request)


class ResultForm(SchemaForm):
    """A result as the arbiter decides it. `version` is the game's as the page showed it."""

    sometimes_required = ("reason",)
    schema = ClaimResultInput
    asks = {"result": {"choices": ()}, "reason": {}, "version": {"required": True}}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        decided = results_of(event).decided
        self.offer("result", [(code, f"{RESULTS[code].label} – {_(RESULTS[code].name)}") for code in decided])

    def ask_for_reason(self, now: Standing) -> None:
        """Say beside the field when a decision is refused without a reason, the game's claims being what they are."""
        field = self.fields["reason"]
        if now.state is ClaimState.DISPUTED and now.result == PENDING:
            field.widget.attrs["required"] = True
            field.help_text = _("Required: this contradicts a player's report.")
        elif now.state in (ClaimState.DISPUTED, ClaimState.AGREED, ClaimState.PLAYED):
            field.help_text = _("Required unless you confirm the current result, %(now)s.") % {
                "now": RESULTS[now.result].label
            }
        else:
            field.help_text = _("Required for a void game, and once the event is closed.")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def result(request: HttpRequest, event_id: int, game_id: int) -> HttpResponse:
    """Decide one game, or enter its result: by a button of the desk, or on a page of its own with all that was said."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_RESULT, event.scope)
    paired = _paired_game(event, game_id)
    if request.method != "POST":
        if _wants_row(request):
            return HttpResponse(_draw_desk_row(request, event, paired))
        return _show_game(request, event, paired, _fresh_form(event, paired, request.GET.get("said", "")))
    form = ResultForm(request.POST, event=event)
    if form.is_valid():
        try:
            with RefusalsShown(form, "reason"):
                return _decide(request, event, paired, account, form.cleaned_data)
        except ConfirmationNeeded:
            if not _wants_row(request):
                raise
            return _refused_row(request, event, paired, BAD_INPUT, _("Please confirm."), form)
    return _refusal_response(request, event, paired, form, BAD_INPUT)


def _decide(
    request: HttpRequest, event: Event, paired: PairedGame, account: Account, values: dict[str, Any]
) -> HttpResponse:
    claimed = claim_result(
        paired.game_id,
        account,
        values["result"],
        source=Source.DESK,
        reason=values["reason"],
        expect=values["version"],
        role=Claimant.ARBITER,
        confirm=request.POST.getlist("confirm"),
    )
    if claimed.claim.late:
        return _refusal_response(
            request, event, paired, _fresh_form(event, paired, values["result"], values["reason"]), REFUSED
        )
    return _result_taken(request, event, paired)


@require_POST
@never_cache
@refusals_shown
def undo_result(request: HttpRequest, event_id: int, game_id: int) -> HttpResponse:
    """Let the latest decision of one game, whose number the form carries, not count; then the row is as before it."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_RESULT, event.scope)
    paired = _paired_game(event, game_id)
    try:
        undo_decision(game_id, account, posted_number(request, "claim") or 0)
    except Refused as refused:
        if not _wants_row(request):
            raise
        return _refused_row(request, event, paired, REFUSED, translate_message(refused.message))
    return _result_taken(request, event, paired)


def _paired_game(event: Event, game_id: int) -> PairedGame:
    games = PairedGame.objects.select_related("pairing__round")
    return get_object_or_404(games, game__pk=game_id, pairing__round__event=event)


def _fresh_form(event: Event, paired: PairedGame, result: str = "", reason: str = "") -> ResultForm:
    """The form with the game's version of now, so that deciding again counts, and with what was typed."""
    paired.game.refresh_from_db()
    shown = result if result in RESULTS else paired.game.result
    return ResultForm(event=event, initial={"result": shown, "reason": reason, "version": paired.game.version})


def _wants_row(request: HttpRequest) -> bool:
    return request.headers.get("X-Desk") == "row"


def _result_taken(request: HttpRequest, event: Event, paired: PairedGame) -> HttpResponse:
    """The result counts: back to the desk, or, for the desk's script, the board's row as it is now."""
    number = paired.pairing.round.number
    if not _wants_row(request):
        return redirect(f"{reverse('event-desk', args=[event.pk])}?round={number}#game-{paired.game_id}")
    answer = HttpResponse(_draw_desk_row(request, event, paired))
    answer["X-Version"] = str(journal.version(event.scope))
    return answer


def _draw_desk_row(request: HttpRequest, event: Event, paired: PairedGame) -> str:
    """The board's row of the desk as it is now."""
    return DeskRows(request, event, locked=paired.pairing.round.locked).draw(*_board(event, paired))


def _board(event: Event, paired: PairedGame) -> tuple[Board, Game]:
    rows = load_boards_of(event, paired.pairing.slots.values_list("entry", flat=True))
    page = round_page(rows, paired.pairing.round.number, with_reasons=False, with_points=False)
    assert page is not None
    for board in page.boards:
        for game in board.games:
            if game.row.id == paired.game_id:
                return board, game
    raise Http404


def _refusal_response(
    request: HttpRequest, event: Event, paired: PairedGame, form: ResultForm, status: int
) -> HttpResponse:
    """What was not taken: the page of the game, or, for the desk's script, why, where that page is, and the row."""
    if not _wants_row(request):
        return _show_game(request, event, paired, form, status)
    if status == REFUSED:
        paired.game.refresh_from_db()
        now = _(RESULTS[paired.game.result].name)
        why = _("Another arbiter was faster. Current result: %(now)s.") % {"now": now}
    else:
        why = " ".join(str(text) for errors in form.errors.values() for text in errors)
    return _refused_row(request, event, paired, status, why, form)


def _refused_row(
    request: HttpRequest, event: Event, paired: PairedGame, status: int, why: str, form: ResultForm | None = None
) -> JsonResponse:
    """What the desk's script shows at a board whose result was not taken."""
    go = reverse("event-result", args=[event.pk, paired.game_id])
    if form is not None:
        go += f"?said={form.data.get('result') or form.initial.get('result', '')}"
        go += "&late=1" if status == REFUSED else ""
    return JsonResponse({"go": go, "why": why, "row": _draw_desk_row(request, event, paired)}, status=status)


def _show_game(
    request: HttpRequest, event: Event, paired: PairedGame, form: ResultForm, status: int = 200
) -> HttpResponse:
    """The game with all claims. After a lost race it shows both values, and one decides again."""
    head: EventHead = event_head(event, request.user)
    board, game = _board(event, paired)
    form.ask_for_reason(game.claims)
    too_late = status == REFUSED or request.GET.get("late") == "1"
    more = {
        "form": form,
        "board": board,
        "game": game,
        "number": paired.pairing.round.number,
        "claims": list(reversed(game_page(paired.game_id).claims)),
        "too_late": too_late,
        "yours": form.initial.get("result") if too_late else "",
        "locked": paired.pairing.round.locked,
    }
    return render(request, "tournaments/results/result.html", event_context(head, "event-desk", **more), status=status)
