"""Acts on studies, each in the scope of its study, which no one's journal shows."""

from __future__ import annotations

from typing import ClassVar

from common.journal.acts import Act, Data, Part
from gipf_engine.messages import gettext_noop as _


class StudyAct(Act):
    """Something done to a study by its owner.

    What is done to different parts of a study goes together: an act is overtaken by one of the same kind about the
    same thing (`about` names the values of its data that say what that is), and by what removed turns of its chapter.
    """

    scopes = ("study",)
    depends_on = frozenset({Part.SETTINGS})
    public = False
    about: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def is_overtaken_by(cls, done: type[Act] | None, entry: Data, data: Data) -> bool:
        """See `Act.is_overtaken_by`."""
        if done in (RemoveTurns, RemoveChapter):
            return "chapter" in data and entry.get("chapter") == data["chapter"]
        return done is cls and all(entry.get(name) == data.get(name) for name in cls.about)


class CreateStudy(StudyAct):
    name = "create-study"
    sentence = _("Study created")


class EditStudy(StudyAct):
    """Its title, who may read it, its club."""

    name = "edit-study"
    sentence = _("Study settings changed")


class AddChapters(StudyAct):
    name = "add-study-chapters"
    sentence = _("Chapters added")

    @classmethod
    def is_overtaken_by(cls, done: type[Act] | None, entry: Data, data: Data) -> bool:
        """Never: they come behind those that are there."""
        return False


class EditChapter(StudyAct):
    """Its name, and its place among the others."""

    name = "edit-study-chapter"
    about = ("chapter",)
    sentence = _("Chapter %(chapter)s changed")


class RemoveChapter(StudyAct):
    name = "remove-study-chapter"
    sentence = _("Chapter %(chapter)s removed")


class AddTurns(StudyAct):
    name = "add-study-turns"
    sentence = _("Turns added to chapter %(chapter)s")

    @classmethod
    def is_overtaken_by(cls, done: type[Act] | None, entry: Data, data: Data) -> bool:
        """By what removed turns alone: two turns after one are a turn and a variation."""
        return done is not cls and super().is_overtaken_by(done, entry, data)


class AnnotateTurn(StudyAct):
    """What is said of a position: comment, sign, marks."""

    name = "annotate-study-turn"
    about = ("chapter", "turn")
    sentence = _("Comment changed in chapter %(chapter)s")


class PromoteTurn(StudyAct):
    name = "promote-study-turn"
    about = ("chapter",)
    sentence = _("Main line of chapter %(chapter)s changed")


class RemoveTurns(StudyAct):
    name = "remove-study-turns"
    sentence = _("Turns removed from chapter %(chapter)s")
