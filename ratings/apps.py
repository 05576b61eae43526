from importlib import import_module

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Listen to games and persons, and know the work of workers."""
        import_module("ratings.exports")
        import_module("ratings.receivers")
        import_module("ratings.tasks")
