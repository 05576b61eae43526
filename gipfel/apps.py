from django.apps import AppConfig
from django.contrib.auth.signals import user_login_failed
from django.core.signals import request_finished
from django.db.backends.signals import connection_created


class GipfelConfig(AppConfig):
    name = "gipfel"

    def ready(self) -> None:
        """No worker touches a database that this release does not know; requests, queries and sign-ins are counted."""
        from common.jobs import services as jobs
        from gipfel import upgrades
        from gipfel.backups import schedule  # noqa: F401  importing registers
        from gipfel.monitoring import database, recent, request_context

        connection_created.connect(database.watch, dispatch_uid="gipfel.monitoring")
        request_finished.connect(request_context.end, dispatch_uid="gipfel.monitoring")
        user_login_failed.connect(recent.note_failed_sign_in, dispatch_uid="gipfel.monitoring")
        jobs.before_work(upgrades.refuse_unknown_database)
