"""How much of the collection a reader may see, signed in or not."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from players.core import limits

PAGE = 50
"""Games on a page of what was found."""
PAGES_FOR_ALL, PAGES_FOR_ACCOUNTS = 20, 200
RECORDS_FOR_ALL, RECORDS_FOR_ACCOUNTS = 1_000, 10_000
"""Records in one export."""


def take_search(user: AbstractBaseUser | AnonymousUser, request: HttpRequest) -> None:
    """Count a search of `user`, who sends `request`. Raises TooMany."""
    if not user.is_authenticated:
        limits.SEARCHES.take_from(request)


def take_export(user: AbstractBaseUser | AnonymousUser, request: HttpRequest) -> None:
    """Count a download of many records by `user`, who sends `request`. Raises TooMany."""
    if not user.is_authenticated:
        limits.EXPORTS.take_from(request)


def last_page(user: AbstractBaseUser | AnonymousUser) -> int:
    """The number of the last page that `user` is shown."""
    return PAGES_FOR_ACCOUNTS if user.is_authenticated else PAGES_FOR_ALL


def most_records(user: AbstractBaseUser | AnonymousUser) -> int:
    """How many records `user` gets in one export."""
    return RECORDS_FOR_ACCOUNTS if user.is_authenticated else RECORDS_FOR_ALL
