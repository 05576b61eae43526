"""An act on an event as it is offered: one declaration makes its endpoint, its page and its place at the desk.

    class UnlockRound(RoundActView):
        '''Let results of a locked round change again, with a reason.'''

        act, service, schema = acts.UnlockRound, round_locks.unlock_round, schemas.UnlockRoundInput
        path, page_path, name = "rounds/<int:number>/unlock", "pairings/<int:number>/unlock", "event-round-unlock"
        asks, title = REASON, _("Unlock round %(number)s")
        done, then = _("Round %(round)d is unlocked."), "event-desk"
        at_desk = AtDesk(Group.ROUND, title, lambda desk: desk.round is not None and desk.round.locked)

`tournaments.core.scope_act_views` has what acts on events share with those on circuits, leagues and festivals;
`tournaments.core.act_urls` makes the addresses, `tournaments.results.desk_menu` the menu of the desk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework.request import Request

from common.web import status_of_refusal
from gipf_engine.messages import Refused
from players.models import Account
from players.permissions import require
from tournaments.core.acts import EventAct
from tournaments.core.api import EventAPIView, ScopeAPIView
from tournaments.core.desk_menu import AtDesk, DeskState
from tournaments.core.loader import EventData, RoundRow, load
from tournaments.core.pages import account_of, event_context, get_visible_event, show_refusal
from tournaments.core.queries.events import EventHead, event_head
from tournaments.core.scope_act_views import ScopeActView, ShapeClass, VersionForm, declarations
from tournaments.models import Event

__all__ = ["ActView", "ShapeClass", "VersionForm", "every_act_view"]


class ActView(ScopeActView):
    """An act on one event, by one account."""

    act: ClassVar[type[EventAct]]
    api_view: ClassVar[type[ScopeAPIView]] = EventAPIView
    own = ScopeActView.own | {"at_desk"}
    at_desk: ClassVar[AtDesk | None] = None
    """Where the menu of the desk offers it; None: not there."""

    form_page = "tournaments/core/act.html"
    back, then = "event-desk", "event-desk"
    tab: ClassVar[str] = "event-desk"

    def __init__(self, request: HttpRequest | Request, event: Event, account: Account, ids: Mapping[str, int]) -> None:
        super().__init__(request, event, account, ids)
        self.event = event

    @classmethod
    def find(cls, request: HttpRequest, key: int) -> Event:
        return get_visible_event(request, key)

    @classmethod
    def account_for(cls, request: HttpRequest, parent: Event) -> Account:
        """An account with the permission of the act; any account where its service decides by a seat."""
        permission = cls.act.permission
        return require(request.user, permission, parent.scope) if permission else account_of(request, parent)

    def refused_response(self, refused: Refused) -> HttpResponse:
        """A page of the event that says what stands in the way, one by one, and leads back."""
        assert isinstance(self.request, HttpRequest)
        return show_refusal(
            self.request, get_visible_event(self.request, self.event.pk), refused, status_of_refusal(refused)
        )

    def initial(self) -> dict[str, Any]:
        return {"version": self.head.version}

    def page_context(self, form: forms.Form) -> dict[str, Any]:
        """That of every page of the event, with the form."""
        return event_context(self.head, self.tab, **super().page_context(form))

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

    @cached_property
    def round(self) -> RoundRow:
        """The round that the address names, as it is before the act; 404 where there is none."""
        found = self.rows.round(self.ids["number"])
        if found is None:
            raise Http404
        return found


def every_act_view() -> Iterator[type[ActView]]:
    """All declarations of acts on events, in modules that are loaded."""
    return declarations(ActView)
