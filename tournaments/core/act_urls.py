"""The addresses of a subject, made from what its modules declare: acts, and views of the API beside them.

    urlpatterns = [*page_urls(api), path("events/<int:event_id>/desk", …), …]     of a subject
    urlpatterns = [*api_urls(rounds.api, standings.api), …]                       of the API

A package stands for all modules in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from tournaments.core.api import EVENT, ScopeAPIView
from tournaments.core.scope_act_views import ScopeActView

__all__ = ["EVENT", "api_urls", "page_urls"]
Page = Callable[..., HttpResponse]
T = TypeVar("T")


def page_urls(*modules: ModuleType) -> list[URLPattern]:
    """The pages of the acts that these modules declare, with their forms, which no browser keeps."""
    by_address: dict[tuple[str, str], list[type[ScopeActView]]] = defaultdict(list)
    for act in _declared_in(modules, ScopeActView):
        if act.name:
            by_address[_below(act.api_view.address, act.page_address()), act.name].append(act)
    return [path(at, never_cache(_page_of(acts)), name=name) for (at, name), acts in by_address.items()]


def _page_of(acts: list[type[ScopeActView]]) -> Page:
    """The page of an act; of several at one address, that which its last part, `action`, names, or 404."""
    if not acts[0].action:
        (act,) = acts
        return act.as_page()
    pages = {act.action: act.as_page() for act in acts}

    def page(request: HttpRequest, *, action: str, **ids: int) -> HttpResponse:
        if action not in pages:
            raise Http404
        return pages[action](request, **ids)

    return page


def api_urls(*modules: ModuleType) -> list[URLPattern]:
    """The endpoints that these modules declare: each address with the view that reads it, and the acts there."""
    views: dict[str, type[ScopeAPIView]] = {}
    for view in _declared_in(modules, ScopeAPIView):
        if "path" in vars(view) and view.path is not None:
            views[_below(view.address, view.path)] = view
    methods: dict[str, dict[str, Any]] = defaultdict(dict)
    for act in _declared_in(modules, ScopeActView):
        if act.path is not None:
            at = _below(act.api_view.address, act.path)
            methods[at][act.method] = act.endpoint(act.method)
            views.setdefault(at, act.api_view)
    for at, acts in methods.items():
        views[at] = type(views[at].__name__, (views[at],), acts)
    return [path(at, view.as_view()) for at, view in views.items()]


def _below(address: str, part: str) -> str:
    return f"{address}/{part}" if part else address


def _declared_in(modules: tuple[ModuleType, ...], kind: type[T]) -> Iterator[type[T]]:
    """The classes of this kind that modules, and those in packages, define, in their order."""
    for module in modules:
        for each in _with_parts(module):
            found = (value for value in vars(each).values() if isclass(value) and issubclass(value, kind))
            yield from (value for value in found if value.__module__ == each.__name__)


def _with_parts(module: ModuleType) -> Iterator[ModuleType]:
    yield module
    for part in iter_modules(getattr(module, "__path__", ())):
        yield import_module(f"{module.__name__}.{part.name}")
