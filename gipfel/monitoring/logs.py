"""Log lines: plain for people or JSON for programs, each with the id of its request or job, none with a secret.

Paths of one-time links hold a token, so wherever a path is logged it comes from `safe_path`.
"""

from __future__ import annotations

import logging
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter

from common.jobs import running
from gipfel.monitoring import requests

SECRET_PARTS = ("token",)
"""Address parts that open something: what is called so, and is text."""
HIDDEN = "***"


class AddContext(logging.Filter):
    """Put `request_id` and `job` on every record, `context` for the plain line, and take secrets out of paths."""

    def filter(self, record: logging.LogRecord) -> bool:
        request_id, job = requests.current_id(), running.current()
        named = ([f"request {request_id}"] if request_id else []) + ([f"job {job}"] if job else [])
        context = f" [{', '.join(named)}]" if named else ""
        record.__dict__.update(request_id=request_id, job=job, context=context)
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            safe = safe_path(request)
            record.args = tuple(safe if each == request.path else each for each in record.args)
        return True


class JsonLines(JsonFormatter):
    """One JSON object a line. The request object, which knows the whole address and cookies, is no part of it."""

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        super().add_fields(log_data, record, message_dict)
        for unwanted in ("request", "context"):
            log_data.pop(unwanted, None)
        for optional in ("request_id", "job"):
            if not log_data.get(optional):
                log_data.pop(optional, None)


def safe_path(request: HttpRequest) -> str:
    """The request's path without its query; parts that open something (one-time links) are hidden."""
    path = request.path
    match = request.resolver_match
    for name, value in (match.kwargs if match is not None else {}).items():
        if name in SECRET_PARTS and isinstance(value, str) and value:
            path = path.replace(value, HIDDEN)
    return path
