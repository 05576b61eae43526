from common import registration


class GamesConfig(registration.RegisteringConfig):
    name = "games"

    def ready(self) -> None:
        """Let the process know every act on games."""
        import games.attempts.acts
        import games.histories.acts
        import games.recordings.acts
        import games.records.acts
        import games.results.acts  # noqa: F401

        super().ready()
