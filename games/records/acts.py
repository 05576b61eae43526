"""Acts on records of games, wherever they are played."""

from __future__ import annotations

from common.journal.acts import ANYWHERE, NOTHING, Act
from games.core.acts import ResultAct
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission


class HandInRecord(ResultAct):
    name = "hand-in-record"
    sentence = _("%(where)s: a record was handed in")


class HandInFile(Act):
    """An arbiter uploads a file of records; workers take it in."""

    scopes = ANYWHERE
    name = "hand-in-file"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("A file of records was handed in")


class HandInRecords(ResultAct):
    """A worker stores some records of a file."""

    name = "hand-in-records"
    sentence = _("From a file of records: %(kept)s kept, %(refused)s refused")
