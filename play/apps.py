from common import registration


class PlayConfig(registration.RegisteringConfig):
    name = "play"

    def ready(self) -> None:
        """The acts of play are known, too."""
        from play.challenges import acts as _challenges  # noqa: F401  importing registers
        from play.chat import acts as _chat  # noqa: F401
        from play.clocks import acts as _clocks  # noqa: F401
        from play.core import acts as _core  # noqa: F401
        from play.games import acts as _games  # noqa: F401
        from play.solitaires import acts as _solitaires  # noqa: F401
        from play.table import acts as _table  # noqa: F401

        super().ready()
