"""Error pages: the right status, words that help, in the reader's language, and no query when the server has failed."""

from __future__ import annotations

import pytest
from django.core.exceptions import SuspiciousOperation
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from common.journal.services import Stale
from gipfel.middleware import PlainErrorsMiddleware
from gipfel.views import errors
from testing.factories import AccountFactory


def test_an_unknown_address_is_a_page_with_a_way_on(client: Client, db: None) -> None:
    answer = client.get("/no/such/<script>")
    html = answer.content.decode()
    assert answer.status_code == 404
    assert "<h1>No such page</h1>" in html
    assert 'href="/search"' in html
    assert "<script>" not in html.replace("<script type", "")


def test_more_than_a_form_takes_is_said_to_be_too_large(client: Client, db: None) -> None:
    AccountFactory()
    answer = client.post("/sign-in", {"username": "x" * 2_000_000, "password": "y"})
    assert answer.status_code == 413
    assert "at most 1 MB" in answer.content.decode()


def test_somebody_who_may_not_is_told_so(client: Client, db: None) -> None:
    client.force_login(AccountFactory())
    answer = client.get("/jobs")
    assert answer.status_code == 403
    assert "<h1>Not allowed</h1>" in answer.content.decode()


def test_somebody_unknown_is_asked_to_sign_in_and_comes_back(client: Client, db: None) -> None:
    answer = client.get("/jobs")
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in?next=/jobs")


def test_the_loser_of_a_race_reads_what_happened(rf: RequestFactory, db: None) -> None:
    answer = PlainErrorsMiddleware(lambda request: None).process_exception(rf.get("/"), Stale("event:1", 3, 4))
    assert answer.status_code == 409
    assert "Another arbiter was faster" in answer.content.decode()


@pytest.mark.parametrize(
    ("referer", "leads"),
    [("http://testserver/events/7/edit", True), ("https://elsewhere.example/events/7/edit", False), ("", False)],
)
def test_whoever_was_too_late_is_led_back_to_the_form_and_never_elsewhere(
    rf: RequestFactory, db: None, referer: str, leads: bool
) -> None:
    request = rf.post("/events/7/edit", headers={"Referer": referer})
    html = (
        PlainErrorsMiddleware(lambda request: None).process_exception(request, Stale("event:7", 3, 4)).content.decode()
    )
    assert (">Check again</a>" in html) is leads
    assert (f'href="{referer}"' in html) is leads


def test_other_exceptions_are_left_to_django(rf: RequestFactory) -> None:
    assert PlainErrorsMiddleware(lambda request: None).process_exception(rf.get("/"), SuspiciousOperation()) is None


def test_a_failed_server_says_so_without_asking_the_database(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    request = rf.get("/")
    request.user = AccountFactory()
    with django_assert_num_queries(0):
        answer = errors.broken(request)
    assert answer.status_code == 500
    assert "Your last step was not saved." in answer.content.decode()


def test_an_exception_in_a_view_ends_in_that_page(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*args: object) -> None:
        raise RuntimeError("the floor is gone")

    monkeypatch.setattr("gipfel.queries.clubs_with_events", fall)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert "the floor is gone" not in answer.content.decode()


def test_errors_are_said_in_persian_from_the_right(client: Client, db: None) -> None:
    client.cookies["django_language"] = "fa"
    html = client.get("/nowhere").content.decode()
    assert '<html lang="fa" dir="rtl"' in html
