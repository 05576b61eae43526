"""Contents of files that no row names any more are removed from the storage beside the database by workers."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_noop

from common.file_contents import forget_contents, is_beside
from common.jobs import services
from common.jobs.queues import Queue

FORGET, ALL = "forget-contents", "server"


@services.every(3600)
def ask_to_forget() -> None:
    """Ask for their removal."""
    if is_beside():
        services.request(FORGET, ALL)


@services.handler(FORGET, label=gettext_noop("Removal of unused files"), queue=Queue.HEAVY)
def forget(subject: str) -> None:
    """Remove them. `subject` is always the same."""
    forget_contents(timezone.now())
