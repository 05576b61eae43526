"""Acts on the consent of guardians."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Data
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import EditClub
from players.core.acts import ClubAct
from players.roles import Permission


class SetGuardianRule(EditClub):
    """The club chooses whether minors who register by themselves wait for a guardian."""

    name = "set-guardian-rule"
    sentence = _("Minors need the consent of a guardian")
    not_any_more = _("Minors no longer need the consent of a guardian")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether they need it from now on."""
        return cls.sentence if data.get("asks") else cls.not_any_more


class AskGuardian(ClubAct):
    name = "ask-guardian"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("A guardian of %(person)s was asked for consent")


class AnswerAsGuardian(ClubAct):
    """By the link in the mail."""

    name = "answer-as-guardian"
    sentence = _("A guardian consented")
    sentences: ClassVar = {
        "given": sentence,
        "refused": _("A guardian refused consent"),
        "withdrawn": _("A guardian withdrew consent"),
    }

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """By the answer."""
        return cls.sentences.get(str(data.get("answer")), cls.sentence)
