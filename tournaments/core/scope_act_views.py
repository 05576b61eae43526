"""An act on an event, circuit, league, festival or the like: one declaration makes its endpoint and its page.

    class AddEvent(CircuitActView):
        '''Let an event of the same club count. Nothing in the event changes.'''

        act, service, schema = acts.AddToCircuit, services.add_event, schemas.CircuitEventNew
        path, name, slot = "events", "circuit-event-add", "adding"
        shape, code = CircuitOne, 201
        form_class, done = CircuitEventForm, _("Event added.")

Endpoint and page read `schema` and call `service(parent, account, *ids of the address, expect=version, **what was
sent)`. The docstring is what the OpenAPI document says of the endpoint. A subject has a subclass for all of its acts,
which says what they are acts on (`api_view`, `find`) and what their pages show (`page_context`). The addresses are made
by `tournaments.core.act_urls`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

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

from common.journal.acts import Act
from common.schema_forms import SchemaForm
from common.web import RefusalsShown, done_response, need_typed_well, posted_data, status_of
from gipf_engine.messages import Refused
from players.core.pages import GET_OR_POST, refused_response
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import ScopeAPIView
from tournaments.core.schemas import Versioned

Shape = serializers.Serializer[Any]
ShapeClass = type[Shape] | None
Handler = Callable[..., Response]


class VersionForm(SchemaForm):
    """A button: nothing but the version that its page showed."""

    schema = Versioned
    asks = {"version": {}}


class ScopeActView:
    """An act on one thing, by one account. Subclasses declare what it is; methods are there to be overridden."""

    act: ClassVar[type[Act]]
    service: ClassVar[Callable[..., Any]]
    schema: ClassVar[ShapeClass] = Versioned
    """What is sent; None: nothing."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """Parameters of the service by the fields of the schema, where they differ; `version` is always `expect`."""
    api_view: ClassVar[type[ScopeAPIView]]
    """The endpoints of what the act is on: they say where it is, and find it for those who call them."""

    # --- where it is: said of each class anew, and not inherited
    path: ClassVar[str | None] = None
    """The address of the endpoint, below that of the parent; None: it has none."""
    method: ClassVar[str] = "post"
    page_path: ClassVar[str | None] = None
    """The address of the page, below that of the parent; None: that of the endpoint."""
    name: ClassVar[str] = ""
    """The name of the page's address; empty: it has no page."""
    action: ClassVar[str] = ""
    """What `action` in the address is, where several acts have one."""
    own: ClassVar[frozenset[str]] = frozenset({"path", "method", "page_path", "name", "action"})
    """What a subclass does not have of the act that it is made from."""

    # --- the endpoint
    partial: ClassVar[bool] = False
    """Whether a part of the schema may be sent: what is left out stays."""
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
    form_page: ClassVar[str] = ""
    """The template of acts with a title and no template of their own; empty: there are none."""
    title: ClassVar[str | Promise] = ""
    """The heading of a page that is the form alone, with the parameters of `names`."""
    text: ClassVar[str | Promise] = ""
    """What it says above the form."""
    submit: ClassVar[str | Promise] = ""
    """Its button, with the parameters of `names`; empty: as the title."""
    danger: ClassVar[bool] = False
    """Whether what is done is hard to mend."""
    back: ClassVar[str] = ""
    """The page that it leads back to."""
    template: ClassVar[str] = ""
    """A page with more than that. Without a title and a template, the act is a button of another page."""
    slot: ClassVar[str] = "form"
    """How the template calls the form: one with several forms shows that which was sent, with what was wrong in it."""
    done: ClassVar[str | Promise] = ""
    then: ClassVar[str] = ""
    then_by_ids: ClassVar[bool] = False
    """Whether the address of the page that follows has the ids of this one."""
    then_of_club: ClassVar[bool] = False
    """Whether the page that follows is one of the club that holds it."""
    refusals_at: ClassVar[str | None] = None
    """The field at which a refusal is shown that names none."""
    refusals_apart: ClassVar[bool] = False
    """Whether such a refusal has a page of its own, instead of standing over the form."""

    def __init_subclass__(cls) -> None:
        """Make the form, and let no address be inherited."""
        declared = vars(cls)
        for name in cls.own - declared.keys():
            setattr(cls, name, next(vars(base)[name] for base in reversed(cls.__mro__) if name in vars(base)))
        if "title" in declared and "template" not in declared:
            cls.template = cls.form_page
        if "form_class" in declared or not {"schema", "asks"} & declared.keys():
            return
        parts = {"schema": cls.schema, "asks": cls.asks, "__module__": cls.__module__}
        cls.form_class = type(f"{cls.__name__}Form", (SchemaForm,), parts) if cls.schema else forms.Form

    def __init__(self, request: HttpRequest | Request, parent: Any, account: Account, ids: Mapping[str, int]) -> None:
        self.request, self.parent, self.account, self.ids = request, parent, account, ids

    def perform(self, values: Mapping[str, Any]) -> Any:
        """Do the act with what was sent. Raises what the service raises."""
        names = {"version": "expect", **self.renamed}
        return self.call(*self.ids.values(), **{names.get(name, name): value for name, value in values.items()})

    def call(self, *args: Any, **more: Any) -> Any:
        """What the service returns for the parent and the account; 404 where an id is nothing's."""
        try:
            return type(self).service(self.parent.pk, self.account, *args, **more)
        except ObjectDoesNotExist:
            raise Http404 from None

    # --- the endpoint

    @classmethod
    def endpoint(cls, method: str = "post") -> Handler:
        """The method of an endpoint: `delete` reads what is sent from the query, all others from the body."""
        schema, in_query = cls.schema, method == "delete"

        def handle(view: Any, request: Request, **ids: int) -> Response:
            view.need_actor()
            values: dict[str, Any] = {}
            if schema is not None:
                sent = view.validated_query(schema) if in_query else view.validated_body(schema, partial=cls.partial)
                values = sent
            parent = cls.parent_for(view, ids, values)
            doing = cls(request, parent, view.actor, ids)
            return doing.respond(view, doing.perform(values))

        handle.__doc__ = cls.__doc__
        answers = {cls.code: cls.shape(many=cls.many)} if cls.shape is not None else {status.HTTP_204_NO_CONTENT: None}
        read: dict[str, Any] = {"parameters": [schema] if schema else []} if in_query else {"request": schema}
        declared: Handler = extend_schema(**read, responses={**answers, **cls.more_codes})(handle)
        return declared

    @classmethod
    def parent_for(cls, view: Any, ids: dict[str, int], values: dict[str, Any]) -> Any:
        """What is acted on: taken out of the ids of the address, or out of what was sent."""
        return view.parent(ids.pop(cls.api_view.parent_id()))

    def respond(self, view: Any, made: Any) -> Response:
        """What the endpoint answers after the service returned `made`."""
        if self.shape is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        self.parent.refresh_from_db()
        found = self.found(view, made)
        return view.paginate(found, self.shape) if self.many else Response(self.shape(found).data, status=self.code)

    def found(self, view: Any, made: Any) -> Any:
        """What `shape` shows of what is there now."""
        return made

    # --- the page

    @classmethod
    def page_address(cls) -> str:
        """The address of the page, below that of the parent."""
        return (cls.path or "") if cls.page_path is None else cls.page_path

    @classmethod
    def find(cls, request: HttpRequest, key: int) -> Any:
        """What the act is on, if the reader may see it; else 404, or NotAllowed."""
        return cls.api_view.row(key)

    @classmethod
    def account_for(cls, request: HttpRequest, parent: Any) -> Account:
        """Who does it: an account with the permission of the act. NotAllowed for any other."""
        assert isinstance(cls.act.permission, Permission)
        return require(request.user, cls.act.permission, parent.scope)

    @classmethod
    def as_page(cls) -> Callable[..., HttpResponse]:
        """The page, or what a button sends; for those who have the permission of the act."""

        @require_http_methods(GET_OR_POST if cls.template else ["POST"])
        def page(request: HttpRequest, **ids: int) -> HttpResponse:
            key = ids.pop(cls.api_view.parent_id())
            parent = cls.find(request, key)
            doing = cls(request, parent, cls.account_for(request, parent), ids)
            try:
                return doing.page()
            except Refused as refused:
                if not refused.at_a_form:
                    raise
                return doing.refused_response(refused)

        page.__doc__ = cls.__doc__
        return page

    def refused_response(self, refused: Refused) -> HttpResponse:
        """A page that says why it was not done, and leads back."""
        assert isinstance(self.request, HttpRequest)
        return refused_response(self.request, refused, self.back, self.parent.pk)

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
        return {}

    def values(self, form: forms.Form) -> Mapping[str, Any]:
        """What the service is called with."""
        return form.input if isinstance(form, SchemaForm) else form.cleaned_data

    def show(self, form: forms.Form) -> HttpResponse:
        """The page of the form. An act without one is refused for what was typed, 400 for what no form sends."""
        if not self.template:
            need_typed_well(form)
            raise BadRequest(", ".join(form.errors))
        return render(self.request, self.template, self.page_context(form), status=status_of(form))

    def page_context(self, form: forms.Form) -> dict[str, Any]:
        """All that the template needs; the form is called as `slot` says."""
        return {self.slot: form, **self.ids, **self.context(form)}

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
        assert isinstance(self.request, HttpRequest)
        return done_response(self.request, self.say(form, made), self.next_page(), *self.next_ids())

    def next_page(self) -> str:
        """The name of the page that follows."""
        return self.then

    def next_ids(self) -> tuple[Any, ...]:
        """What the address of the page that follows names: the club where that is one of its pages."""
        if self.then_of_club:
            return (self.parent.club.slug,)
        return (self.parent.pk, *(self.ids.values() if self.then_by_ids else ()))

    def say(self, form: forms.Form, made: Any) -> str:
        """That it is done, in words."""
        return str(self.done) % self.words(form, made)

    def words(self, form: forms.Form, made: Any) -> Mapping[str, Any]:
        """The parameters of `done`."""
        return {}


T = TypeVar("T", bound=ScopeActView)


def declarations(kind: type[T]) -> Iterator[type[T]]:
    """All acts of this kind that modules declare, which are loaded."""
    for each in kind.__subclasses__():
        yield each
        yield from declarations(each)
