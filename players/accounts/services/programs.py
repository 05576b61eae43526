"""Accounts of programs: made by their owners, named as programs from the first day on, for ever."""

from __future__ import annotations

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import MakeProgram
from players.accounts.services.accounts import add_account, free_username
from players.models import Account, Person
from players.names import normalize_name
from players.people.services.people import add_program
from players.program_names import unmarked

MOST_PROGRAMS = 5

_NOT_BY_PROGRAMS = Message(_("A program cannot own programs."))
_TOO_MANY = Message(_("An account has at most %(most)s programs."), {"most": MOST_PROGRAMS})
_NAME_TAKEN = Message(_("Another program has this name."))


def make_program(owner: Account, name: str) -> Account:
    """An account for a program of `owner`, called `name` with the mark behind it. It plays under that name alone.

    It is not signed in to: it acts by keys, which its owner makes. Raises Refused.
    """
    if owner.owner_id is not None:
        raise Refused(_NOT_BY_PROGRAMS)
    with journal.commit(journal.SERVER, owner, MakeProgram) as act:
        if owner.programs.count() >= MOST_PROGRAMS:
            raise Refused(_TOO_MANY)
        person = add_program(name)
        if Person.objects.filter(folded=normalize_name(person.name), is_program=True).exclude(pk=person.pk).exists():
            raise Refused(_NAME_TAKEN, field="name")
        account = add_account(username=free_username(unmarked(person.name)), email="")
        account.person, account.owner = person, owner
        account.save(update_fields=["person", "owner"])
        act.data |= {"account": account.pk, "person": person.pk}
    return account
