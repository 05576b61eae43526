"""The caller of the API in tests: with a key of an account, or without."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from players.accounts.services.tokens import make_token
from players.accounts.tokens import find
from players.models import Account
from testing.api.api_fixture import World

ROOT = "/api/v1"
Answer = Any
"""A response of Django's test client."""


class Caller:
    """`caller.get("/clubs")`, `caller.post("/clubs", {"name": …})`: what the API answers."""

    def __init__(self, account: Account | None = None) -> None:
        self.account = account
        self.key = make_token(account=account, label="test").key if account is not None else ""
        self._client = Client()

    @classmethod
    def of_old(cls, account: Account) -> Caller:
        """One whose key was used before: so soon after, another use is not noted, and a read writes nothing."""
        caller = cls(account)
        find(caller.key)
        return caller

    @classmethod
    def with_key(cls, key: str) -> Caller:
        """One with a key that is there."""
        caller = cls()
        caller.key = key
        return caller

    def ask(
        self, method: str, path: str, body: Any = None, *, kind: str = "application/json", **headers: str
    ) -> Answer:
        """One request. A `body` that is text or bytes goes as it is; anything else as JSON."""
        sent = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
        if self.key:
            headers = {"Authorization": f"Token {self.key}"} | headers
        content = {"data": sent, "content_type": kind} if method not in ("GET", "HEAD") else {}
        address = path if path.startswith("/api") else ROOT + path
        return getattr(self._client, method.lower())(address, **content, headers=headers)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.ask("POST", path, body, **more)

    def patch(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.ask("PATCH", path, body, **more)

    def delete(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.ask("DELETE", path, body, **more)

    def read(self, path: str) -> Any:
        """The JSON of an address that must be there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def done(self, path: str, body: Any = None, *, method: str = "POST") -> Any:
        """The JSON of a write that must succeed (None where nothing is said)."""
        answer = self.ask(method, path, body)
        assert answer.status_code in (200, 201, 204), answer.content
        return answer.json() if answer.content else None

    def done_with_key(self, path: str, body: Any, key: str) -> Any:
        """The JSON of a POST with this Idempotency-Key that must succeed."""
        answer = self.post(path, body, **{"Idempotency-Key": key})
        assert answer.status_code in (200, 201), answer.content
        return answer.json()


def callers_for(world: World) -> dict[str, Caller]:
    """By name, those who may send the good requests, with a key each."""
    return {who: Caller.of_old(getattr(world, who)) for who in {each.by for each in world.requests.values()}}


def error(answer: HttpResponse) -> dict[str, Any]:
    """What a refusal says."""
    said: dict[str, Any] = json.loads(answer.content)["error"]
    return said
