"""What must still happen, and what will not: the page of waiting and failing jobs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.jobs import services as work
from gipfel import queries
from gipfel.views import errors
from players.models import Account
from players.permissions import NotAllowed, may_anywhere
from players.roles import Permission


@require_http_methods(["GET", "HEAD", "POST"])
def jobs(request: HttpRequest) -> HttpResponse:
    """The reader's waiting or failing jobs and whether a worker lives. POST `job` (an id) makes one due now."""
    reader = request.user
    if not isinstance(reader, Account) or not may_anywhere(reader, Permission.SEE_JOBS):
        raise NotAllowed(Permission.SEE_JOBS, "server")
    if request.method == "POST":
        return _retry(request, reader)
    context = {"rows": queries.job_rows(reader), "worker": queries.worker_state()}
    return render(request, "jobs.html", context)


def _retry(request: HttpRequest, reader: Account) -> HttpResponse:
    asked = request.POST.get("job", "")
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 18:
        return errors.page(request, 400, _("That could not be read"), _("Nothing was saved. Go back and try again."))
    if queries.may_see_job(reader, int(asked)):  # one that is done meanwhile is no mistake of the reader's
        work.retry(int(asked))
        messages.success(request, _("It is due now. A worker will start it in a moment."))
    return HttpResponseRedirect(reverse("jobs"))
