from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Listen to persons, and let the registers know what this room adds to them."""
        import_module("games.erasure")
        import_module("games.exports")
