"""An act on an event as it is offered: one declaration makes its endpoint and its page.

    class UnlockRound(RoundActView):
        '''Let results of a locked round change again, with a reason.'''

        act, service, schema = acts.UnlockRound, round_locks.unlock_round, schemas.UnlockRoundInput
        asks, template = REASON, "tournaments/rounds/unlock.html"
        done, then = _("Round %(round)d is unlocked."), "event-desk"

    path("…/unlock", UnlockRound.as_view())     among the addresses of the API
    path("…/unlock", UnlockRound.as_page())     among those of pages

Both read `schema` and call `service(event, account, *ids of the address, expect=version, **what was sent)`. The
docstring is what the OpenAPI document says of the endpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.schema_forms import SchemaForm
from common.web import RefusalsShown, done_response, posted_data, status_of
from players.models import Account
from players.permissions import require
from tournaments.core.acts import EventAct
from tournaments.core.api import EventAPIView
from tournaments.core.loader import EventData, load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown
from tournaments.core.queries.events import EventHead, event_head
from tournaments.core.schemas import Versioned
from tournaments.models import Event

Shape = serializers.Serializer[Any]
ShapeClass = type[Shape] | None
Handler = Callable[..., Response]


class VersionForm(SchemaForm):
    """A button: nothing but the version that its page showed."""

    schema = Versioned
    asks = {"version": {}}


class ActView:
    """An act on one event, by one account. Subclasses declare what it is; methods are there to be overridden."""

    act: ClassVar[type[EventAct]]
    service: ClassVar[Callable[..., Any]]
    schema: ClassVar[ShapeClass] = Versioned
    """What is sent; None: nothing."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """Parameters of the service by the fields of the schema, where they differ; `version` is always `expect`."""

    # --- the endpoint
    shape: ClassVar[ShapeClass] = None
    """What is answered: what `found` returns, in this shape; None: nothing (204)."""
    many: ClassVar[bool] = False
    code: ClassVar[int] = status.HTTP_200_OK
    more_codes: ClassVar[Mapping[int, type[Shape]]] = {}
    """Shapes of answers that `respond` makes besides."""

    # --- the page
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {"version": {}}
    form_class: ClassVar[type[forms.Form]] = VersionForm
    """Where it is not said: a form with the fields `asks` of the schema."""
    template: ClassVar[str] = ""
    """The page of the form; none where it is a button of another page."""
    tab: ClassVar[str] = "event-desk"
    done: ClassVar[str | Promise] = ""
    then: ClassVar[str] = "event-desk"
    then_by_ids: ClassVar[bool] = False
    """Whether the address of the page that follows has the ids of this one."""
    refusals_at: ClassVar[str | None] = None
    """The field at which a refusal is shown that names none."""
    refusals_apart: ClassVar[bool] = False
    """Whether such a refusal has a page of its own, instead of standing over the form."""

    def __init_subclass__(cls) -> None:
        """Make the form."""
        declared = vars(cls)
        if "form_class" in declared or not {"schema", "asks"} & declared.keys():
            return
        parts = {"schema": cls.schema, "asks": cls.asks, "__module__": cls.__module__}
        cls.form_class = type(f"{cls.__name__}Form", (SchemaForm,), parts) if cls.schema else forms.Form

    def __init__(self, request: HttpRequest | Request, event: Event, account: Account, ids: Mapping[str, int]) -> None:
        self.request, self.event, self.account, self.ids = request, event, account, ids

    def perform(self, values: Mapping[str, Any]) -> Any:
        """Do the act with what was sent. Raises what the service raises."""
        names = {"version": "expect", **self.renamed}
        return self.call(*self.ids.values(), **{names.get(name, name): value for name, value in values.items()})

    def call(self, *args: Any, **more: Any) -> Any:
        """What the service returns for the event and the account; 404 where an id is nothing's."""
        try:
            return type(self).service(self.event.pk, self.account, *args, **more)
        except ObjectDoesNotExist:
            raise Http404 from None

    # --- the endpoint

    @classmethod
    def as_view(cls, method: str = "post") -> Callable[..., Any]:
        """An endpoint that does this act alone."""
        view: type[EventAPIView] = type(cls.__name__, (EventAPIView,), {method: cls.endpoint(method)})
        return view.as_view()

    @classmethod
    def endpoint(cls, method: str = "post") -> Handler:
        """The method of an endpoint: `delete` reads what is sent from the query, all others from the body."""
        schema, in_query = cls.schema, method == "delete"

        def handle(view: EventAPIView, request: Request, event_id: int, **ids: int) -> Response:
            view.need_actor()
            values: Mapping[str, Any] = {}
            if schema is not None:
                values = view.validated_query(schema) if in_query else view.validated_body(schema)
            doing = cls(request, view.event(event_id), view.actor, ids)
            return doing.respond(view, doing.perform(values))

        handle.__doc__ = cls.__doc__
        answers = {cls.code: cls.shape(many=cls.many)} if cls.shape is not None else {status.HTTP_204_NO_CONTENT: None}
        read: dict[str, Any] = {"parameters": [schema] if schema else []} if in_query else {"request": schema}
        declared: Handler = extend_schema(**read, responses={**answers, **cls.more_codes})(handle)
        return declared

    def respond(self, view: EventAPIView, made: Any) -> Response:
        """What the endpoint answers after the service returned `made`."""
        if self.shape is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        self.event.refresh_from_db()
        found = self.found(view, made)
        return view.paginate(found, self.shape) if self.many else Response(self.shape(found).data, status=self.code)

    def found(self, view: EventAPIView, made: Any) -> Any:
        """What `shape` shows of what is there now."""
        return made

    # --- the page

    @classmethod
    def as_page(cls) -> Callable[..., HttpResponse]:
        """The page, or what a button sends; for those who have the permission of the act."""

        @require_http_methods(["GET", "HEAD", "POST"] if cls.template else ["POST"])
        @refusals_shown
        def page(request: HttpRequest, event_id: int, **ids: int) -> HttpResponse:
            event = get_visible_event(request, event_id)
            permission = cls.act.permission
            account = require(request.user, permission, event.scope) if permission else account_of(request, event)
            return cls(request, event, account, ids).page()

        page.__doc__ = cls.__doc__
        return page

    def page(self) -> HttpResponse:
        """Do what was posted, or show the form."""
        self.check()
        form = self.form()
        if self.request.method != "POST" or not form.is_valid():
            return self.show(form)
        if not self.template:
            return self.done_response(form, self.perform(self.values(form)))
        with RefusalsShown(form, self.refusals_at, named_alone=self.refusals_apart):
            return self.done_response(form, self.perform(self.values(form)))
        return self.show(form)

    def check(self) -> None:
        """Raise Http404 where something that the address names is not there."""

    def form(self) -> forms.Form:
        """The form, filled in as it was posted."""
        return self.make_form(initial=self.initial())

    def make_form(self, **more: Any) -> forms.Form:
        """A form of the act with these arguments; keys of what is confirmed come with what was posted."""
        known = self.schema().fields if self.schema is not None else {}
        if "confirm" in known:
            more["given"] = {"confirm": self.request.POST.getlist("confirm"), **more.get("given", {})}
        return self.form_class(posted_data(self.request), **more)

    def initial(self) -> dict[str, Any]:
        """What the form shows before anything is posted."""
        return {"version": self.head.version}

    def values(self, form: forms.Form) -> Mapping[str, Any]:
        """What the service is called with."""
        return form.input if isinstance(form, SchemaForm) else form.cleaned_data

    def show(self, form: forms.Form) -> HttpResponse:
        """The page of the form; 400 for what no button of ours sends."""
        if not self.template:
            raise BadRequest(", ".join(form.errors))
        context = event_context(self.head, self.tab, **{"form": form, **self.ids, **self.context(form)})
        return render(self.request, self.template, context, status=status_of(form))

    def context(self, form: forms.Form) -> dict[str, Any]:
        """What the template needs besides the form and the ids of the address."""
        return {}

    def done_response(self, form: forms.Form, made: Any) -> HttpResponse:
        """Say that it is done, and go on."""
        ids = self.ids.values() if self.then_by_ids else ()
        return done_response(self.request, self.say(form, made), self.next_page(), self.event.pk, *ids)

    def next_page(self) -> str:
        """The name of the page that follows."""
        return self.then

    def say(self, form: forms.Form, made: Any) -> str:
        """That it is done, in words."""
        return str(self.done) % self.words(form, made)

    def words(self, form: forms.Form, made: Any) -> Mapping[str, Any]:
        """The parameters of `done`."""
        return {}

    @cached_property
    def head(self) -> EventHead:
        """The event as its pages introduce it."""
        return event_head(self.event, self.request.user)

    @cached_property
    def rows(self) -> EventData:
        """The event's rows before the act."""
        return load(self.event)


def pages_by_name(views: Mapping[str, type[ActView]]) -> Callable[..., HttpResponse]:
    """The page of one of these acts: the last part of the address, `action`, says which; 404 where it is none."""
    pages = {name: view.as_page() for name, view in views.items()}

    def page(request: HttpRequest, event_id: int, action: str) -> HttpResponse:
        if action not in pages:
            raise Http404
        return pages[action](request, event_id)

    return page
