from django.apps import AppConfig
from django.contrib.auth.signals import user_login_failed
from django.core.signals import request_finished
from django.db.backends.signals import connection_created


class GipfelConfig(AppConfig):
    name = "gipfel"

    def ready(self) -> None:
        """Connect the apps with each other; count requests, queries and sign-ins.

        And no worker touches a database that this release does not know.
        """
        import common.idempotency  # noqa: F401  importing registers jobs
        import gipfel.backups.schedule
        import gipfel.unused_files  # noqa: F401
        from common import events
        from common.jobs import services as jobs
        from gipfel import subscriptions, upgrades
        from gipfel.monitoring import recent, requests

        events.connect(subscriptions.SUBSCRIPTIONS)
        connection_created.connect(requests.watch, dispatch_uid="gipfel.monitoring")
        request_finished.connect(requests.end, dispatch_uid="gipfel.monitoring")
        user_login_failed.connect(recent.note_failed_sign_in, dispatch_uid="gipfel.monitoring")
        jobs.before_work(upgrades.refuse_unknown_database)
