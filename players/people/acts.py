"""Acts on who a person is."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct, HomeAct
from players.roles import Permission


class CreatePerson(ClubAct):
    name = "create-person"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("%(person)s added")


class RenamePerson(HomeAct):
    name = "rename-person"
    sentence = _("Name or country of %(person)s changed")


class MergePersons(HomeAct):
    name = "merge-persons"
    sentence = _("Two records of %(person)s merged")


class UnmergePersons(HomeAct):
    name = "unmerge-persons"
    sentence = _("Record separated from %(kept)s: %(person)s")
