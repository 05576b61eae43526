"""A position of a study for frames of other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.embedding import embedded
from games.core.queries.page import make_seat
from games.studies.loading import page_asked, study_or_404


@embedded
def embedded_study(request: HttpRequest, study_slug: str) -> HttpResponse:
    """The position after `?turn=` of `?chapter=`, with its marks and comment; of studies that everyone may read."""
    page = page_asked(request, study_or_404(request, study_slug))
    owner = make_seat("", page.study.owner)
    return render(request, "games/studies/embedded.html", {"page": page, "study": page.study, "owner": owner})
