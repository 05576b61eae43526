from django.apps import AppConfig
from django.db.models.signals import post_migrate

from common.journal.operations import restore_triggers


class JournalConfig(AppConfig):
    name = "common.journal"
    label = "journal"

    def ready(self) -> None:
        """After every `migrate`, whatever it did, what must not be changed cannot be."""
        post_migrate.connect(restore_triggers, sender=self)
