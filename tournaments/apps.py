from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Listen to persons, and register the jobs of this app and what else it adds."""
        import_module("tournaments.queries.erasure")
        import_module("tournaments.import_export.tables")
        import_module("tournaments.journal_actions")
        import_module("tournaments.receivers")
        import_module("tournaments.setup_seeds")
        import_module("tournaments.tasks")
