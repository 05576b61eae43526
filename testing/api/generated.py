"""Requests that are made from the OpenAPI document, good ones and bad ones, and what is wrong with the answers.

An answer is wrong when it is a 5xx, or anything of it (code, content type, body) is not as the document says. The ids
in an address are ids of things that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.core import NotSet
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from gipfel.api.root import document

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
"""What the document allows, and what it does not."""
MOST_TOLD = 5
TOO_LONG = (414, 431)  # said by the web server, before anything of the API is asked
Send = Callable[[Case], Response]


def operations() -> list[APIOperation]:
    """Every method of every address in the document. The sender adds a key, with which nothing is tried here."""
    told = deepcopy(document())
    for methods in told["paths"].values():
        for each in methods.values():
            each.pop("security", None)  # else requests without the key, or with a changed one, are made of it
            # A tag that is made up is that of nothing: no request with one would get beyond it.
            each["parameters"] = [one for one in each.get("parameters", ()) if one["name"] != "If-Match"]
    schema = schemathesis.openapi.from_dict(told)
    return [found.ok() for found in schema.get_all_operations()]


def faults(
    operation: APIOperation,
    mode: GenerationMode,
    ids: Mapping[str, Any],
    examples: int,
    number: int,
    send: Send,
    good: Any = None,
) -> Iterator[str]:
    """Send `examples` cases of one operation, the same ones for the same `number`; what was wrong, a few lines at most.

    `ids` are put into the address wherever it has a place for them. `good` is a body that is right for what is there:
    every other request has it instead of a generated one.
    """
    wrong: list[str] = []

    @seed(number)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=_cases(operation, mode, ids), as_it_should_be=booleans())
    def ask(case: Case, as_it_should_be: bool) -> None:
        if good is not None and as_it_should_be:
            case.body = deepcopy(good)
        answer = send(case)
        if answer.status_code in TOO_LONG:
            return
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            told = "; ".join(f"{each.title}: {each.message}" for each in group.exceptions)
            wrong.append(f"{operation.label} ({mode.value}) answered {answer.status_code}: {told}\n{_sent(case)}")

    try:
        ask()
    except Unsatisfiable:
        return  # nothing can be wrong with a request that has no values
    yield from wrong[:MOST_TOLD]


def _cases(operation: APIOperation, mode: GenerationMode, ids: Mapping[str, Any]) -> Any:
    names = {parameter.name for parameter in operation.path_parameters}
    pinned = {name: ids[name] for name in names & ids.keys()}
    return operation.as_strategy(generation_mode=mode, path_parameters=pinned or None)


def _sent(case: Case) -> str:
    """What was sent, in one line."""
    body = "" if isinstance(case.body, NotSet) else f" {case.body!r}"
    return f"    {case.method} {case.formatted_path} {case.query or ''}{body}"[:600]
