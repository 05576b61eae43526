from django.apps import AppConfig, apps
from django.db.models.signals import pre_migrate


class GipfelConfig(AppConfig):
    name = "gipfel"

    def ready(self) -> None:
        """Neither `migrate` nor a worker touches the database of a newer release."""
        from gipfel import upgrades
        from gipfel.backups import schedule  # noqa: F401  importing registers
        from jobs import services as jobs

        # Once a run, not once an app: the signal is sent for apps with models alone, so it is taken from one of them.
        pre_migrate.connect(upgrades.before_migrate, sender=apps.get_app_config("journal"))
        jobs.before_work(upgrades.refuse_newer_database)
