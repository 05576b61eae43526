from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Listen to persons, and register what this app adds."""
        import_module("games.erasure")
        import_module("games.exports")
        import_module("games.tasks")
