from importlib import import_module

from common import registration


class PlayersConfig(registration.RegisteringConfig):
    name = "players"

    def ready(self) -> None:
        """Listen to whoever signs in, too."""
        super().ready()
        import_module("players.sign_in")
