"""What a page asks for an act and what the endpoint of that act reads come from one schema.

Pages and endpoints are read as code: which service each of their functions uses, which form it fills in, and which
serializer is declared for the body or the query. Where both use a service, the form is derived from that serializer.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.forms import BaseForm
from rest_framework.serializers import BaseSerializer

from common.schema_forms import SchemaForm
from tournaments.core.scope_act_views import ScopeActView

ROOT = Path(__file__).parents[2]
APPS = ("players", "games", "ratings", "play", "tournaments")
FILE = "a file, in several steps"
BESIDE = {
    "games.histories.services.checking.begin_history": FILE,
    "games.histories.services.checking.confirm_history": "who everybody of a file is, a field a name",
    "games.records.services.record_files.submit_records": FILE,
    "games.studies.services.chapters.edit_chapter": "one button of a row: its name, or a place up or down",
    "players.erasure.services.erase_person": "the name, typed to confirm",
    "players.joining.services.ask_to_join": "what only clubs that ask guardians need",
    "players.people.services.merging.merge_persons": "which of the two stays",
    "play.chat.services.spectators.report_spectator": "the message is a part of the page's address",
    "tournaments.entries.services.byes.cancel_bye": "the round is a part of the endpoint's address",
    "tournaments.entries.services.entries.enter_listed": FILE,
    "tournaments.entries.services.entries.enter_myself": "a field for each question that the event asks",
    "tournaments.entries.services.questions.add_question": "the answers to choose from, a line each",
    "tournaments.interchange.services.import_requests.is_large": FILE,
    "tournaments.interchange.services.importing.import_event": FILE,
}
"""Services that a page calls with a form of its own, and why."""

Function = ast.FunctionDef
Used = dict[Any, set[Any]]


def modules(part: str) -> list[ModuleType]:
    """All modules of the apps that are called `part` or lie in a folder of that name."""
    paths = (path for app in APPS for path in sorted((ROOT / app).rglob("*.py")))
    wanted = (path.relative_to(ROOT) for path in paths if part in (path.stem, path.parent.name))
    return [importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__")) for path in wanted]


def functions(module: ModuleType) -> Iterator[Function]:
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def resolve(module: ModuleType, node: ast.AST) -> Any:
    """What a name or a chain of names in the code of `module` stands for; None for what is none of the module's."""
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(resolve(module, node.value), node.attr, None)
    return None


def used_by(module: ModuleType, function: ast.AST) -> list[Any]:
    return [found for node in ast.walk(function) if (found := resolve(module, node)) is not None]


def is_service(found: Any) -> bool:
    parts = (getattr(found, "__module__", None) or "").split(".")
    return callable(found) and bool({"services", "acts"} & set(parts)) and not inspect.isclass(found)


def is_form(found: Any) -> bool:
    return inspect.isclass(found) and issubclass(found, BaseForm) and found.__module__.split(".")[0] in APPS


def act_views(kind: type[ScopeActView]) -> Iterator[type[ScopeActView]]:
    """Declarations that make an endpoint and a page."""
    for view in kind.__subclasses__():
        if hasattr(view, "service") and view.schema is not None:
            yield view
        yield from act_views(view)


def has_page(view: type[ScopeActView]) -> bool:
    return bool(view.template or view.done or {"say", "done_response"} & vars(view).keys())


def service_of(view: type[ScopeActView]) -> Any:
    return view.service.func if isinstance(view.service, partial) else view.service


@cache
def forms_of_pages() -> Used:
    """By service the forms that are filled in where a page calls it, in that function or in one that leads there."""
    by_service: Used = defaultdict(set)
    modules("api")  # where declarations that make a page stand
    for module in modules("pages"):
        known = {each.name: each for each in functions(module)}
        for function in known.values():
            forms = set(_filled_in(module, function, known))
            for found in _reached(module, function, known) if forms else ():
                by_service[found] |= forms
    for view in filter(has_page, act_views(ScopeActView)):
        by_service[service_of(view)].add(view.form_class)
    return by_service


def _filled_in(module: ModuleType, function: Function, known: dict[str, Function]) -> Iterator[Any]:
    """The forms that a function names, and those that a helper makes for it."""
    made = [known[name].returns for name in _helpers(function, known)]
    yield from filter(is_form, (found for node in (function, *filter(None, made)) for found in used_by(module, node)))


def _reached(module: ModuleType, function: Function, known: dict[str, Function]) -> set[Any]:
    """The services that a function uses, itself or by those of its module that fill in no form of their own."""
    reached = [function, *(known[name] for name in _helpers(function, known))]
    plain = [each for each in reached if each is function or not any(map(is_form, used_by(module, each)))]
    return {found for each in plain for found in used_by(module, each) if is_service(found)}


def _helpers(function: Function, known: dict[str, Function]) -> set[str]:
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    return names & known.keys() - {function.name}


@cache
def schemas_of_endpoints() -> Used:
    """By service the serializers that are declared for the body or the query where an endpoint calls it."""
    by_service: Used = defaultdict(set)
    for module in modules("api"):
        for function in functions(module):
            schemas = set(_declared(module, function))
            for found in used_by(module, function) if schemas else ():
                if is_service(found):
                    by_service[found] |= schemas
    for view in act_views(ScopeActView):
        by_service[service_of(view)].add(view.schema)
    return by_service


def _declared(module: ModuleType, function: Function) -> Iterator[Any]:
    calls = (node for node in function.decorator_list if isinstance(node, ast.Call))
    read = (each.value for call in calls for each in call.keywords if each.arg in ("request", "parameters"))
    for node in read:
        yield from (
            found for found in used_by(module, node) if inspect.isclass(found) and issubclass(found, BaseSerializer)
        )


def name_of(service: Any) -> str:
    return f"{service.__module__}.{service.__qualname__}"


def acts_of_both() -> list[Any]:
    """The services that a page calls for a form, and an endpoint for a schema."""
    both = forms_of_pages().keys() & schemas_of_endpoints().keys()
    return sorted(both, key=name_of)


@pytest.mark.parametrize("service", acts_of_both(), ids=name_of)
def test_a_form_has_the_schema_of_the_endpoint(service: Any) -> None:
    forms, schemas = forms_of_pages()[service], schemas_of_endpoints()[service]
    derived = {form for form in forms if issubclass(form, SchemaForm) and form.schema in schemas}
    assert bool(derived) != (name_of(service) in BESIDE), (forms, schemas)


def test_the_acts_of_both_are_found() -> None:
    names = {name_of(service) for service in acts_of_both()}
    assert len(names) >= 45, sorted(names)
    assert BESIDE.keys() <= names


def all_forms(kind: type[SchemaForm]) -> Iterator[type[SchemaForm]]:
    for form in kind.__subclasses__():
        yield from (form, *all_forms(form))


def test_a_schema_of_a_form_is_that_of_an_endpoint() -> None:
    """No form has a schema of its own: what is only a page's is declared in the form."""
    modules("pages")
    read = set().union(*schemas_of_endpoints().values())
    forms = [
        form for form in all_forms(SchemaForm) if form.__module__.split(".")[0] in APPS and hasattr(form, "schema")
    ]
    assert len(forms) >= 50
    assert [form for form in forms if form.schema not in read] == []
