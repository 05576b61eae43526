"""What the endpoints of the API say of themselves: found in the code for the catalogs, put into a reader's language.

The one source is the docstring of the method that answers, or of the `ActView` that makes it: the OpenAPI document has
it in English, the catalogs have it as a message, and the page of the API looks each one up.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

METHODS = frozenset({"get", "post", "put", "patch", "delete"})
DECLARATION, ACT_VIEW = "extend_schema", "ActView"
_FIRST_SENTENCE = re.compile(r"(.+?)(?:\.(?= )|。|\.?$)", re.MULTILINE)


def descriptions_in(source: str) -> Iterator[str]:
    """The descriptions in one Python file: docstrings of what is declared to the OpenAPI document."""
    if DECLARATION not in source and ACT_VIEW not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name in METHODS:
            if any(map(_declares, node.decorator_list)):
                yield inspect.cleandoc(ast.get_docstring(node) or "")
        elif isinstance(node, ast.ClassDef) and ACT_VIEW in source and _offers_an_act(node):
            yield inspect.cleandoc(ast.get_docstring(node) or "")


def _offers_an_act(node: ast.ClassDef) -> bool:
    """Whether a class says which `act` it offers."""
    assigned = [each for each in node.body if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None]
    targets = [target for each in assigned for target in ast.walk(each) if isinstance(target, ast.Name)]
    return any(target.id == "act" and isinstance(target.ctx, ast.Store) for target in targets)


def _declares(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == DECLARATION


def summarize(description: str) -> str:
    """Its first sentence, in any language, without the full stop."""
    found = _FIRST_SENTENCE.match(description)
    return found.group(1) if found else ""


def translate_operations(document: Mapping[str, Any]) -> dict[str, Any]:
    """An OpenAPI document with the summary and the description of each operation in the active language."""
    paths = {
        address: {method: _translate(each) if method in METHODS else each for method, each in operations.items()}
        for address, operations in document["paths"].items()
    }
    return {**document, "paths": paths}


def _translate(operation: Mapping[str, Any]) -> dict[str, Any]:
    english = operation["description"]
    description = gettext(english)
    return {**operation, "description": description, "summary": summarize(description)}
