"""A form that something speaks against: it is shown, and sent again with the key that confirms it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gipfel.views import errors
from tournaments.core.errors import ConfirmationNeeded

STATUS = 409
OF_THE_FORM = ("csrfmiddlewaretoken",)
"""Fields that every form has anew."""


def ask_to_confirm(request: HttpRequest, needed: ConfirmationNeeded) -> HttpResponse:
    """409: nothing was stored. The page holds all that was sent, and the key of what it shows."""
    sent = [(name, value) for name, values in request.POST.lists() if name not in OF_THE_FORM for value in values]
    context = {"needed": needed, "sent": sent, "action": request.get_full_path(), "back": errors.came_from(request)}
    return render(request, "confirm.html", context, status=STATUS)
