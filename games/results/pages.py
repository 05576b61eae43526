"""The pages of a game's result and of its final score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.translation import translate_message
from common.web import RefusalsShown, done_response, missing_is_404
from games.core.labels import handicaps
from games.core.pages import context, found_or_404, speaker_page
from games.core.queries.page import GamePage, ResultPage, has_record, result_page
from games.core.queries.sheets import latest_sheets
from games.models import Claimant, Game, Source
from games.results.forms import DecisionForm, HandicapForm, RatedResultForm, ReportForm, ScoreForm
from games.results.queries import Proposal, own_report, proposal_for
from games.results.report_choices import report_choices
from games.results.services.create import set_handicap
from games.results.services.rating import set_rated_result
from games.results.services.results import LONGEST_REASON, ClaimOutcome, claim_result
from games.results.services.submit_score import submit_score
from gipf_engine.claims import ClaimState
from gipf_engine.results import PENDING, VOID
from players.models import Account
from players.permissions import require
from players.roles import Permission


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, game_id: int) -> HttpResponse:
    """Who says what of a game's result; players report here and arbiters decide."""
    if request.method == "POST" and isinstance(request.user, Account) and request.POST.get("as") != Claimant.ARBITER:
        return _report(request, game_id, request.user)
    page = _result_page(game_id)
    if request.method != "POST":
        return _show_result(request, page)
    return _decide(request, page, require(request.user, Permission.DECIDE_RESULT, page.game.parent_scope.key))


@require_safe
def reported(request: HttpRequest, game_id: int) -> HttpResponse:
    """What a player has just reported, what came of it and how to correct it. Many read it at one moment: it is short.

    Who has reported nothing that counts is led to the page of the result.
    """
    reader = request.user if isinstance(request.user, Account) else None
    report = found_or_404(lambda number: own_report(number, reader), game_id)
    if report is None:
        return redirect("game-result", game_id)
    known = {"page": report, "game": report.game, "club": report.game.club}
    return render(request, "games/results/reported.html", known)


def _result_page(game_id: int) -> ResultPage:
    return found_or_404(result_page, game_id)


def _show_result(request: HttpRequest, page: ResultPage, *, status: int = 200, **more: Any) -> HttpResponse:
    known = context(request, page) | {"report": ReportForm()}
    if known["seat"]:
        known["choices"] = report_choices(known["seat"], known["possible"], page.standing)
    if known["arbiter"]:
        known |= _arbiters_forms(page)
    return render(request, "games/results/result.html", known | more, status=status)


def _arbiters_forms(page: ResultPage) -> dict[str, Any]:
    proposal = proposal_for(page)
    decision = _blank(page.game, **_initial_from(proposal))
    return {"decision": decision, "proposal": proposal, "odds": _odds(page), "rating": _rating(page.game)}


def _initial_from(proposal: Proposal | None) -> dict[str, str]:
    """What is filled in of a decision: what the facts speak for, with the reason."""
    if proposal is None or proposal.reason is None:
        return {}
    return {"result": proposal.result, "reason": translate_message(proposal.reason)[:LONGEST_REASON]}


def _blank(game: Game, **values: Any) -> DecisionForm:
    return DecisionForm(game=game, initial={"version": game.version, "result": game.result} | values)


def _odds(page: ResultPage) -> HandicapForm | None:
    """The form of the handicap, where the rules know one and the game has not begun."""
    game = page.game
    if page.standing.state is not ClaimState.OPEN or not handicaps(game.rules, tuple(game.options)) or has_record(game):
        return None
    return HandicapForm(game=game, initial={"version": game.version, "handicap": game.handicap})


def _rating(game: Game) -> RatedResultForm | None:
    """The form of what rating lists count, where they count the game and there is something to count."""
    if not game.rated or game.result in (PENDING, VOID):
        return None
    return RatedResultForm(game=game, initial={"version": game.version, "result": game.rated_result})


@require_POST
def rated_result(request: HttpRequest, game_id: int) -> HttpResponse:
    """An arbiter lets rating lists count another result than the table. The answer is the page of the result."""
    return _set_by_arbiter(request, game_id, RatedResultForm, set_rated_result, _("Rating lists follow."), "rating")


@require_POST
def handicap(request: HttpRequest, game_id: int) -> HttpResponse:
    """An arbiter gives the game its handicap. The answer is the page of the result."""
    return _set_by_arbiter(request, game_id, HandicapForm, set_handicap, _("The handicap is set."), "odds")


def _set_by_arbiter(
    request: HttpRequest,
    game_id: int,
    form_class: type[HandicapForm] | type[RatedResultForm],
    service: Callable[..., object],
    done: str,
    name: str,
) -> HttpResponse:
    """Call `service` with what the form asks for; where it is refused, it is shown as `name` on the page."""
    page = _result_page(game_id)
    account = require(request.user, Permission.DECIDE_RESULT, page.game.parent_scope.key)
    form = form_class(request.POST, game=page.game)
    if form.is_valid():
        values = dict(form.input)
        with RefusalsShown(form):
            service(game_id, account, expect=values.pop("version"), **values)
            return done_response(request, done, "game-result", game_id)
    return _show_result(request, page, status=400, **{name: form})


def _report(request: HttpRequest, game_id: int, account: Account) -> HttpResponse:
    """A player's report. Many come at one moment, so the page is read only where it has to be shown again."""
    form = ReportForm(request.POST)
    role = request.POST.get("as", "")
    if form.is_valid():
        with missing_is_404(), RefusalsShown(form):
            values = form.cleaned_data
            claim_result(game_id, account, values["result"], source=Source.PAGE, reason=values["reason"], role=role)
            return redirect("game-reported", game_id)
    return _show_result(request, _result_page(game_id), status=400, report=form)


def _decide(request: HttpRequest, page: ResultPage, account: Account) -> HttpResponse:
    form = DecisionForm(request.POST, game=page.game)
    if form.is_valid():
        values = form.cleaned_data
        with RefusalsShown(form):
            done = claim_result(
                page.game.pk,
                account,
                values["result"],
                source=Source.PAGE,
                reason=values["reason"],
                expect=values["version"],
                role=Claimant.ARBITER,
                confirm=request.POST.getlist("confirm"),
            )
            if done.claim.late:
                return _came_late(request, done)
            return done_response(request, _("Decided."), "game-result", page.game.pk)
    return _show_result(request, page, status=400, decision=form)


def _came_late(request: HttpRequest, done: ClaimOutcome) -> HttpResponse:
    """The decision was kept, and is not in force: show both values and ask again, with the page as it is now."""
    page = _result_page(done.game.pk)
    late = next(row for row in page.claims if row.number == done.claim.number)
    again = _blank(done.game, result=late.result, reason=late.reason)
    return _show_result(request, page, status=409, late=late, decision=again)


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, game_id: int) -> HttpResponse:
    """The final position or the counts of both players. The game's players and arbiters may."""
    page, account = speaker_page(request, game_id)
    if request.method != "POST":
        return _show_score_form(request, page, ScoreForm(game=page.game, initial=_initial(page)))
    form = ScoreForm(request.POST, game=page.game)
    if not form.is_valid():
        return _show_score_form(request, page, form, status=400)
    return _submit(request, page, form, account)


def _submit(request: HttpRequest, page: GamePage, form: ScoreForm, account: Account) -> HttpResponse:
    with RefusalsShown(form):
        submit_score(page.game.pk, account, **form.input)
        return done_response(request, _("Final score saved."), "game-result", page.game.pk)
    return _show_score_form(request, page, form, status=400)


def _initial(page: GamePage) -> dict[str, Any]:
    """What was handed in last, by no matter who it was: who agrees sends it as it is."""
    sheets = latest_sheets(page.game)
    if not sheets:
        return {}
    last = sheets[-1]
    if last.position:
        return {"position": last.position}
    return {
        f"{seat}_{key}": number
        for seat, row in zip(("white", "black"), last.counts or (), strict=True)
        for key, number in zip(last.keys, row, strict=True)
    }


def _show_score_form(request: HttpRequest, page: GamePage, form: ScoreForm, *, status: int = 200) -> HttpResponse:
    known = context(request, page) | {"form": form, "sheets": latest_sheets(page.game)}
    return render(request, "games/results/score.html", known, status=status)
