"""The certificate of a final score: as a page, as JSON and as a picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.translation import translate_message
from common.web import file_response, missing_is_404
from games.certificates.services import sign_certificate
from games.core.board_state import render_game
from games.core.pages import context, page_or_404
from games.core.queries.certificates import CertificateRow, certificate_of
from games.core.replay import frame_of
from gipf_engine.diagrams.score_sheet import draw_certificate
from gipf_engine.rules.certificate import write_certificate


@require_safe
def show(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Who won and by what, which stacks were counted, and all that is needed to check it."""
    page, certificate = page_or_404(game_id, request.user), _certificate_or_404(game_id, number)
    frame = frame_of(page.start, certificate.document["position"])
    svg = SafeString("") if frame is None else render_game(frame)
    return render(
        request,
        "games/certificates/certificate.html",
        context(request, page) | {"certificate": certificate, "svg": svg},
    )


@require_safe
def document(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The certificate itself (docs/certificates.md)."""
    text = write_certificate(_certificate_or_404(game_id, number).document)
    return file_response(text, "application/json", f"certificate-{game_id}-{number}.json")


@require_safe
def signed(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The certificate in a statement that this server signed now (docs/certificates.md)."""
    game, certificate = page_or_404(game_id, request.user).game, _certificate_or_404(game_id, number)
    text = write_certificate(sign_certificate(game, certificate.number))
    return file_response(text, "application/json", f"certificate-{game_id}-{number}-signed.json")


@require_safe
def picture(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The final position with the score beneath it, as an image that stands alone."""
    svg = draw_certificate(_certificate_or_404(game_id, number).document, translate_message)
    return file_response(svg, "image/svg+xml", f"certificate-{game_id}-{number}.svg")


def _certificate_or_404(game_id: int, number: int) -> CertificateRow:
    with missing_is_404():
        return certificate_of(game_id, number)
