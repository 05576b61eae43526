from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Let the registers know what this room adds to them."""
        from players import exports, journal_entries, scope_labels, sign_in, tasks  # noqa: F401  importing registers
