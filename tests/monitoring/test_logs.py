"""Log lines say which request or job they are about, in both formats, and hold no secret."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as configured
from django.test import Client
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from gipfel.monitoring import requests
from players.models import Account
from testing.factories import PASSWORD, AccountFactory

pytestmark = pytest.mark.django_db
NUMBER = r"[2-9a-hjkmnp-z]{10}"
PROXIED = {"REMOTE_ADDR": "10.1.1.1", "HTTP_X_FORWARDED_FOR": "198.51.100.7"}


class Lines:
    """What the settings of the service make of log records."""

    def __init__(self) -> None:
        self.written = io.StringIO()
        self.handler = logging.StreamHandler(self.written)
        self.levels: dict[str, int] = {}

    def configure(self, form: str, level: int = logging.INFO) -> None:
        made = deepcopy(configured.LOGGING)  # it is taken apart
        configurator: Any = logging.config.DictConfigurator(made)
        self.handler.setFormatter(configurator.configure_formatter(made["formatters"][form]))
        self.handler.addFilter(configurator.configure_filter(made["filters"]["context"]))
        logging.getLogger().addHandler(self.handler)
        for name in ("", "django"):
            self.levels[name] = logging.getLogger(name).level
            logging.getLogger(name).setLevel(level)

    def restore(self) -> None:
        logging.getLogger().removeHandler(self.handler)
        for name, level in self.levels.items():
            logging.getLogger(name).setLevel(level)

    def read(self) -> list[str]:
        """The lines since the last look."""
        told = self.written.getvalue().splitlines()
        self.written.seek(0)
        self.written.truncate()
        return told


@pytest.fixture
def lines() -> Iterator[Lines]:
    made = Lines()
    yield made
    made.restore()


def test_each_line_of_a_request_has_the_id_that_its_answer_names(client: Client, lines: Lines) -> None:
    lines.configure("plain")
    answers = [client.get("/no/such/page"), client.get("/no/such/page")]
    first, second = (answer["X-Request-ID"] for answer in answers)
    assert re.fullmatch(NUMBER, first)
    assert first != second
    told = lines.read()
    assert [line.count(f"[request {first}]") for line in told] == [1, 1, 0, 0]
    assert [line.count(f"[request {second}]") for line in told] == [0, 0, 1, 1]
    assert "GET none: 404" in told[0]
    assert "Not Found: /no/such/page" in told[1]


def test_json_lines_have_the_same_as_fields(client: Client, lines: Lines) -> None:
    lines.configure("json")
    account = AccountFactory()
    client.force_login(account)
    request_id = client.get("/account?q=secret-of-the-query")["X-Request-ID"]
    (line,) = [json.loads(line) for line in lines.read()]
    assert line["ms"] >= 0
    assert line["queries"] >= 2  # session and account
    assert {key: line[key] for key in ("level", "logger", "method", "route", "status", "request_id")} == {
        "level": "INFO",
        "logger": "gipfel.requests",
        "method": "GET",
        "route": "/account",
        "status": 200,
        "request_id": request_id,
    }
    assert "secret-of-the-query" not in json.dumps(line)


def test_slow_requests_are_warnings(client: Client, lines: Lines, settings: LazySettings) -> None:
    lines.configure("plain", logging.WARNING)
    client.get("/healthz")
    assert lines.read() == []
    settings.SLOW_REQUEST_MS = 0
    client.get("/healthz")
    (line,) = lines.read()
    assert re.search(r"WARNING gipfel\.requests \[request \w+\]: slow: GET /healthz: 200, \d+ ms, 0 queries", line)


def test_nothing_outside_of_a_request_has_its_id(client: Client, lines: Lines) -> None:
    lines.configure("plain")
    client.get("/healthz")
    lines.read()
    logging.getLogger("anything").warning("later")
    (line,) = lines.read()
    assert line.endswith("WARNING anything: later")
    assert requests.current() is None


def test_lines_of_a_job_name_the_job(lines: Lines) -> None:
    lines.configure("json")
    job = Job.objects.create(kind="unheard-of", subject="3", asked_at=timezone.now(), due_at=timezone.now())
    jobs.run_due()
    (line,) = [json.loads(line) for line in lines.read()]
    assert (line["job"], line["message"]) == (f"{job.pk} unheard-of", "job unheard-of 3 failed")


@pytest.mark.parametrize("form", ["plain", "json"])
def test_no_secret_is_logged(client: Client, lines: Lines, form: str) -> None:
    account: Account = AccountFactory()
    lines.configure(form)
    client.get("/account/password-link/MQ/d4k-secret-token")
    client.get("/start?key=secret-key", headers={"Authorization": "Token secret-api-key"})
    client.post("/sign-in", {"username": account.username, "password": "secret-password"})
    client.post("/sign-in", {"username": account.username, "password": PASSWORD})
    told = "\n".join(lines.read())
    assert told.count("Gone: /account/password-link/MQ/***") == 1
    assert "secret" not in told
    assert account.username not in told
    assert PASSWORD not in told


def test_the_id_of_a_trusted_proxy_is_taken(client: Client, settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES = ("10.0.0.0/8",)
    assert (
        client.get("/healthz", headers={"X-Request-ID": "edge-4711.a_B"}, **PROXIED)["X-Request-ID"] == "edge-4711.a_B"
    )


def test_the_id_of_anybody_else_is_not(client: Client) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": "edge-4711"}, **PROXIED)
    assert re.fullmatch(NUMBER, answer["X-Request-ID"])


@pytest.mark.parametrize("proposed", ["", "a b", "x" * 65, "<script>", "a\tb", "ä", "a;b", 'a"b'])
def test_what_is_no_id_is_replaced_by_one(client: Client, settings: LazySettings, proposed: str) -> None:
    settings.TRUSTED_PROXIES = ("10.0.0.0/8",)
    answer = client.get("/healthz", HTTP_X_REQUEST_ID=proposed, **PROXIED)
    assert re.fullmatch(NUMBER, answer["X-Request-ID"])
