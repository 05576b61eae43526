"""Several players withdrawn, or given a bye, at once: endpoints, and the pages where they are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.names import normalize_name
from tournaments.core.act_views import ActView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.formats import pairs_freely
from tournaments.core.loader import EntryRow
from tournaments.entries import acts, schemas
from tournaments.entries.forms import GiveByesForm, WithdrawManyForm
from tournaments.entries.services import byes, leaving
from tournaments.models import Event

RUNNING = (Event.State.RUNNING,)
BEFORE_PAIRING = (Event.State.OPEN, Event.State.RUNNING)


class SeveralActView(ActView):
    """An act on players who are ticked on its page."""

    template, refusals_at = "tournaments/entries/several.html", "entries"

    @cached_property
    def players(self) -> Sequence[EntryRow]:
        """Who can be chosen, by name."""
        playing = (entry for entry in self.rows.entries if not entry.withdrawn)
        return sorted(playing, key=lambda entry: (normalize_name(entry.name), entry.id))

    def form(self) -> Form:
        return self.make_form(entries=self.players, initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        return super().context(form) | {"players": len(self.players)}


class WithdrawMany(SeveralActView):
    """Withdraw several entries: they are no longer paired and forfeit their open games. All or none."""

    path, name = "withdrawals", "event-withdraw-many"
    act, service, schema = acts.WithdrawMany, leaving.withdraw_many, schemas.WithdrawManyInput
    form_class, danger = WithdrawManyForm, True
    renamed = {"entries": "entry_ids"}
    title, submit = _("Withdraw several players"), _("Withdraw the players")
    text = _("Open games become forfeits, and the players are no longer paired.")
    template = SeveralActView.template
    at_desk = AtDesk(Group.PLAYERS, title, lambda desk: desk.is_in(*RUNNING), consequence=text)

    def check(self) -> None:
        if self.event.state not in RUNNING:
            raise Http404

    def say(self, form: Form, made: Any) -> str:
        text = ngettext("%(count)d player has withdrawn.", "%(count)d players have withdrawn.", len(made))
        return text % {"count": len(made)}


def _has_round_to_come(desk: DeskState) -> bool:
    return desk.head.pairs_freely and desk.rows.coming is not None and desk.is_in(*BEFORE_PAIRING)


class GiveByesTo(SeveralActView):
    """Give several entries a bye in a round that is not paired yet. All or none."""

    path, name = "byes", "event-byes"
    act, service, schema = acts.GiveByes, byes.give_byes, schemas.GiveByesToInput
    form_class = GiveByesForm
    renamed = {"entries": "entry_ids", "round": "round_number"}
    title = _("Give byes")
    text = _("The players are not paired in that round.")
    template = SeveralActView.template
    at_desk = AtDesk(Group.PLAYERS, _("Give byes to several players"), _has_round_to_come)

    def check(self) -> None:
        if self.event.state not in BEFORE_PAIRING or not pairs_freely(self.event.format):
            raise Http404

    def initial(self) -> dict[str, Any]:
        return super().initial() | {"round": len(self.rows.rounds) + 1, "kind": "zero"}

    def say(self, form: Form, made: Any) -> str:
        text = ngettext("%(count)d player has a bye.", "%(count)d players have byes.", len(made))
        return text % {"count": len(made)}
