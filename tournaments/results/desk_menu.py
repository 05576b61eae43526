"""The menu of the desk: pages that help there, and the acts that say they are offered there (`ActView.at_desk`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.act_views import ActView, every_act_view
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.models import Event

Keys = dict[str, Any]
State = Event.State


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A link to `address`, or a button that sends what is in `values` there.

    `consequence` says what it costs where it is hard to take back, else it is "".
    """

    label: str
    address: str
    values: Mapping[str, int] | None = None
    consequence: str = ""


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """A part of the menu: its heading and picture, what it offers, and apart from that what is hard to take back."""

    name: str
    icon: str
    items: tuple[MenuItem, ...]
    careful: tuple[MenuItem, ...]


GROUPS = {
    Group.ROUND: (_("Round"), "swords"),
    Group.PLAYERS: (_("Players"), "users"),
    Group.PAPER: (_("Paper and screens"), "printer"),
    Group.EVENT: (_("Event"), "settings"),
}


def _event(desk: DeskState) -> Keys:
    return {"event_id": desk.head.event.pk}


def _round(desk: DeskState) -> Keys:
    return {"event_id": desk.head.event.pk, "number": desk.round.number if desk.round else 0}


def _has_check_in(desk: DeskState) -> bool:
    return desk.head.pairs_freely and desk.rows.coming is not None and desk.is_in(State.OPEN, State.RUNNING)


def _has_slips(desk: DeskState) -> bool:
    return desk.round is not None and desk.is_running and desk.head.has_opponents


PAGES: tuple[tuple[str, Callable[[DeskState], Keys], AtDesk], ...] = (
    ("event-enter", _event, AtDesk(Group.PLAYERS, _("Register players"), lambda desk: not desk.is_in(State.CLOSED))),
    ("event-teams", _event, AtDesk(Group.PLAYERS, _("Teams"), lambda desk: desk.head.for_teams)),
    ("event-waiting", _event, AtDesk(Group.PLAYERS, _("Limit and waiting list"), lambda desk: True)),
    ("event-check-in", _event, AtDesk(Group.PLAYERS, _("Check-in"), _has_check_in)),
    ("event-print", _event, AtDesk(Group.PAPER, _("Print"), lambda desk: True)),
    ("event-screen", _event, AtDesk(Group.PAPER, _("Screen for the hall"), lambda desk: desk.head.has_opponents)),
    ("event-slips", _round, AtDesk(Group.PAPER, _("Result slips with QR codes"), _has_slips)),
    (
        "event-setups",
        _round,
        AtDesk(Group.PAPER, _("Set-ups to lay out"), lambda desk: desk.head.by_chance and desk.round is not None),
    ),
    (
        "record-file-new",
        lambda desk: {"key": desk.head.event.scope},
        AtDesk(Group.ROUND, _("Hand in many records"), lambda desk: desk.round is not None),
    ),
    ("event-files", _event, AtDesk(Group.EVENT, _("Export"), lambda desk: True)),
    ("event-webhooks", _event, AtDesk(Group.EVENT, _("Webhooks"), lambda desk: desk.head.may_edit)),
    ("event-edit", _event, AtDesk(Group.EVENT, _("Change the event"), lambda desk: desk.head.may_edit)),
)
"""Pages that the menu leads to: the name of the address, what stands in it, and where the menu has it."""


def desk_menu(desk: DeskState) -> list[MenuGroup]:
    """What is offered now: by group, pages before acts."""
    found = (*_pages(desk), *_acts(desk))
    return [_group(key, [item for group, item in found if group is key]) for key in GROUPS]


def _group(key: Group, items: list[MenuItem]) -> MenuGroup:
    name, icon = GROUPS[key]
    careful = tuple(item for item in items if item.consequence)
    return MenuGroup(str(name), icon, tuple(item for item in items if not item.consequence), careful)


def _pages(desk: DeskState) -> Iterator[tuple[Group, MenuItem]]:
    for name, keys, at in PAGES:
        if at.when(desk):
            yield at.group, MenuItem(str(at.label), reverse(name, kwargs=keys(desk)))


def _acts(desk: DeskState) -> Iterator[tuple[Group, MenuItem]]:
    """In the order of the names of their addresses, whichever module was loaded first."""
    for act in sorted(every_act_view(), key=lambda act: (act.name, act.action)):
        if act.at_desk is not None and act.at_desk.when(desk):
            yield act.at_desk.group, _offer(act, act.at_desk, desk)


def _offer(act: type[ActView], at: AtDesk, desk: DeskState) -> MenuItem:
    round_ = at.of(desk)
    known = {**_event(desk), "number": round_.number if round_ is not None else 0, "action": act.action}
    keys = {name: value for name, value in known.items() if f":{name}>" in act.page_address() or name == "event_id"}
    values = None if act.template else act.desk_values(desk)
    return MenuItem(str(at.label) % known, reverse(act.name, kwargs=keys), values, str(at.consequence))
