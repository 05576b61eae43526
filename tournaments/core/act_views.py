"""An act on an event as it is offered: one declaration makes its endpoint, its page and its place at the desk.

    class UnlockRound(RoundActView):
        '''Let results of a locked round change again, with a reason.'''

        act, service, schema = acts.UnlockRound, round_locks.unlock_round, schemas.UnlockRoundInput
        path, page_path, name = "rounds/<int:number>/unlock", "pairings/<int:number>/unlock", "event-round-unlock"
        asks, title = REASON, _("Unlock round %(number)s")
        done, then = _("Round %(round)d is unlocked."), "event-desk"
        at_desk = AtDesk(Group.ROUND, title, lambda desk: desk.round is not None and desk.round.locked)

Endpoint and page read `schema` and call `service(event, account, *ids of the address, expect=version, **what was
sent)`. The docstring is what the OpenAPI document says of the endpoint. `tournaments.core.act_urls` makes the
addresses, `tournaments.results.desk_menu` the menu of the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from tournaments.core.desk_menu import AtDesk, DeskState
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


ADDRESS = frozenset({"path", "method", "page_path", "name", "action", "at_desk"})
"""What a subclass does not have of the act that it is made from."""
FORM_PAGE = "tournaments/core/act.html"


class ActView:
    """An act on one event, by one account. Subclasses declare what it is; methods are there to be overridden."""

    act: ClassVar[type[EventAct]]
    service: ClassVar[Callable[..., Any]]
    schema: ClassVar[ShapeClass] = Versioned
    """What is sent; None: nothing."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """Parameters of the service by the fields of the schema, where they differ; `version` is always `expect`."""

    # --- where it is: said of each class anew, and not inherited
    path: ClassVar[str | None] = None
    """The address of the endpoint, below that of the event; None: it has none."""
    method: ClassVar[str] = "post"
    page_path: ClassVar[str | None] = None
    """The address of the page, below that of the event; None: that of the endpoint."""
    name: ClassVar[str] = ""
    """The name of the page's address; empty: it has no page."""
    action: ClassVar[str] = ""
    """What `action` in the address is, where several acts have one."""
    at_desk: ClassVar[AtDesk | None] = None
    """Where the menu of the desk offers it; None: not there."""

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
    title: ClassVar[str | Promise] = ""
    """The heading of a page that is the form alone, with the parameters of `names`."""
    text: ClassVar[str | Promise] = ""
    """What it says above the form."""
    submit: ClassVar[str | Promise] = ""
    """Its button, with the parameters of `names`; empty: as the title."""
    danger: ClassVar[bool] = False
    """Whether what is done is hard to mend."""
    back: ClassVar[str] = "event-desk"
    """The page that it leads back to."""
    template: ClassVar[str] = ""
    """A page with more than that. Without a title and a template, the act is a button of another page."""
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
        """Make the form, and let no address be inherited."""
        declared = vars(cls)
        for name in ADDRESS - declared.keys():
            setattr(cls, name, getattr(ActView, name))
        if "title" in declared and "template" not in declared:
            cls.template = FORM_PAGE
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
    def page_address(cls) -> str:
        """The address of the page, below that of the event."""
        return (cls.path or "") if cls.page_path is None else cls.page_path

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
        """What the template needs besides the form and the ids of the address: here, the one of a form alone."""
        title = str(self.title) % self.names()
        submit = str(self.submit) % self.names() or title
        return {"title": title, "text": self.text, "submit": submit, "danger": self.danger, "back": self.back}

    def names(self) -> Mapping[str, Any]:
        """The parameters of the title."""
        return self.ids

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

    # --- the desk

    @classmethod
    def desk_values(cls, desk: DeskState) -> Mapping[str, int]:
        """What the button in the menu of the desk sends, where the act has no page."""
        return {"version": desk.head.version}

    @cached_property
    def head(self) -> EventHead:
        """The event as its pages introduce it."""
        return event_head(self.event, self.request.user)

    @cached_property
    def rows(self) -> EventData:
        """The event's rows before the act."""
        return load(self.event)


def every_act_view(kind: type[ActView] = ActView) -> Iterator[type[ActView]]:
    """All declarations of modules that are loaded."""
    for each in kind.__subclasses__():
        yield each
        yield from every_act_view(each)
