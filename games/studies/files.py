"""Studies to take away: as text, as JSON, and positions as pictures."""

from __future__ import annotations

import json
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.qr_codes import qr_picture
from common.translation import translate_message
from common.web import file_response
from games.core.board_files import can_make_png, make_png, style_svg
from games.core.board_look import look_of
from games.models import Study
from games.studies.loading import closed_shown, page_asked, study_or_404
from games.studies.stored import need_open_chapter, written_study
from gipf_engine.studies.chapter import WrittenStudy
from gipf_engine.studies.json_text import study_as_json
from gipf_engine.studies.text import write_study
from players.core.limits import take_heavy

PICTURE_WIDTH = 720


@require_safe
@closed_shown
def as_text(request: HttpRequest, study_slug: str) -> HttpResponse:
    """The study in the format of records, a record a chapter."""
    study = study_or_404(request, study_slug)
    text = write_study(written_for(request, study))
    return file_response(text, "text/plain; charset=utf-8", f"study-{study.slug}.txt")


@require_safe
@closed_shown
def as_json(request: HttpRequest, study_slug: str) -> HttpResponse:
    """The study as docs/formats.md describes it."""
    study = study_or_404(request, study_slug)
    text = json.dumps(study_as_json(written_for(request, study)), ensure_ascii=False, indent=1)
    return file_response(text, "application/json", f"study-{study.slug}.json")


def written_for(request: HttpRequest, study: Study) -> WrittenStudy:
    """A study with all of its chapters. Raises `FairPlayRefused` where its reader is playing a position of one."""
    written = written_study(study)
    for chapter in written.chapters:
        need_open_chapter(request.user, chapter)
    return written


@require_safe
@closed_shown
def picture(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """The position after a turn with its marks, as an image that stands alone; `?flip=1` as Black sees it."""
    return file_response(
        _svg(request, study_slug, chapter, turn), "image/svg+xml", _name(study_slug, chapter, turn, "svg")
    )


@require_safe
@closed_shown
def png(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """The position after a turn with its marks, as pixels."""
    if not can_make_png():
        raise Http404
    pixels = make_png(_svg(request, study_slug, chapter, turn), partial(take_heavy, request))
    return file_response(pixels, "image/png", _name(study_slug, chapter, turn, "png"))


@require_safe
@closed_shown
def code(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """The address of the position after a turn as a QR code."""
    page = page_asked(request, study_or_404(request, study_slug), chapter, turn)
    address = f"{reverse('study', args=[study_slug])}{page.here_query}"
    return HttpResponse(qr_picture(request.build_absolute_uri(address)), content_type="image/svg+xml")


def _svg(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> str:
    page = page_asked(request, study_or_404(request, study_slug), chapter, turn)
    svg = page.frame.svg(translate_message, PICTURE_WIDTH, flipped=page.flipped, marks=page.turn.marks)
    return style_svg(svg, look_of(request))


def _name(study_slug: str, chapter: int, turn: int, ending: str) -> str:
    return f"study-{study_slug}-{chapter}-{turn}.{ending}"
