from django.apps import AppConfig, apps
from django.contrib.auth.signals import user_login_failed
from django.core.signals import request_finished
from django.db.backends.signals import connection_created
from django.db.models.signals import pre_migrate


class GipfelConfig(AppConfig):
    name = "gipfel"

    def ready(self) -> None:
        """Neither `migrate` nor a worker touches the database of a newer release."""
        from common.jobs import services as jobs
        from gipfel import upgrades
        from gipfel.backups import schedule  # noqa: F401  importing registers
        from gipfel.monitoring import database, recent, request_context

        # Once a run, not once an app: the signal is sent for apps with models alone, so it is taken from one of them.
        pre_migrate.connect(upgrades.before_migrate, sender=apps.get_app_config("journal"))
        connection_created.connect(database.watch, dispatch_uid="gipfel.monitoring")
        request_finished.connect(request_context.end, dispatch_uid="gipfel.monitoring")
        user_login_failed.connect(recent.note_failed_sign_in, dispatch_uid="gipfel.monitoring")
        jobs.before_work(upgrades.refuse_newer_database)
