"""What a club holds (a circuit, a league, a festival, an event in stages, a title): its pages, and the acts on it.

class NewCircuit(NewActView):
    '''Create a circuit of a club, without events. For its organisers.'''

    act, service, schema = acts.CreateCircuit, services.create_circuit, schemas.CircuitNew
    page_path, name, shape = "circuits/new", "circuit-new", CircuitShape
    form_class, template = NewCircuitForm, "tournaments/circuits/new.html"
    done, then = _("Circuit created. Add its events next."), "circuit-edit"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import status

from common.entity_tags import TaggedState
from common.web import done_response, posted_data, tabs_of
from players.models import Club
from tournaments.core.api import ScopeAPIView
from tournaments.core.forms import PlanForm
from tournaments.core.scope_act_views import ScopeActView


def held_context(
    page: Any, name: str, held: Any, tab: str, tabs: Iterable[tuple[str, str, bool]], **more: Any
) -> dict[str, Any]:
    """What every template of `held`, which the club holds, needs: `name` is what templates call it.

    `tabs` are the name of an address, the label, and whether the reader may open it; one alone is not shown.
    """
    shown = tabs_of(((to, label) for to, label, offered in tabs if offered), tab, held.pk)
    return {"page": page, name: held, "club": held.club, "tabs": shown if len(shown) > 1 else [], **more}


class HeldByClubView(ScopeAPIView):
    """An endpoint of a club, for what it holds, whose changes do not move the club's state."""

    address = "clubs/<slug:slug>"
    model = Club

    def parent(self, key: Any) -> Club:
        return get_object_or_404(Club, slug=key)

    def state(self) -> TaggedState | None:
        return None


class NewActView(ScopeActView):
    """Making something that a club holds: its page, and its endpoint below the club or, with `club` sent, elsewhere."""

    api_view = HeldByClubView
    code = status.HTTP_201_CREATED

    @classmethod
    def find(cls, request: HttpRequest, key: Any) -> Club:
        return get_object_or_404(Club, slug=key)

    @classmethod
    def parent_for(cls, view: Any, ids: dict[str, Any], values: dict[str, Any]) -> Club:
        found: Club = values.pop("club", None) or super().parent_for(view, ids, values)
        return found

    def form(self) -> Form:
        return self.make_form(given={"club": self.parent.slug})

    def values(self, form: Form) -> Mapping[str, Any]:
        return form.plan() if isinstance(form, PlanForm) else super().values(form)

    def context(self, form: Form) -> dict[str, Any]:
        return {"club": self.parent}

    def done_response(self, form: Form, made: Any) -> HttpResponse:
        """Say that it is done, and go on to what was made."""
        assert isinstance(self.request, HttpRequest)
        return done_response(self.request, str(self.done), self.then, made.pk)


class EditsPlan:
    """Mixed into an act that changes what is decided of its parent: the form shows that first."""

    form_class: ClassVar[type[Form]]
    parent: Any
    request: Any

    def form(self) -> Form:
        """The form, filled in as it was posted, or with what is decided."""
        assert issubclass(self.form_class, PlanForm)
        sent = posted_data(self.request)
        return self.form_class(sent) if sent is not None else self.form_class.of(self.parent)

    def values(self, form: Form) -> Mapping[str, Any]:
        """What the service takes."""
        assert isinstance(form, PlanForm)
        return form.plan() | {"version": form.cleaned_data["version"]}
