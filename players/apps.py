from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Register what this app adds."""
        from players import exports, journal_entries, scope_labels, sign_in, tasks  # noqa: F401  importing registers
