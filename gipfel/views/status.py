"""How the server is, for its administrators."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gipfel.status import status
from players.permissions import require
from players.roles import Permission


@never_cache
@require_safe
def server_status(request: HttpRequest) -> HttpResponse:
    """Workers, jobs, backups, disks, sign-ins, versions and slow requests, each with what to do next."""
    require(request.user, Permission.SEE_SERVER, "server")
    return render(request, "server_status.html", {"status": status(), "slow_ms": settings.SLOW_REQUEST_MS})
