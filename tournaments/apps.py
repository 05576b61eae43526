from common import registration


class TournamentsConfig(registration.RegisteringConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Let the process know every act on events."""
        import tournaments.core.acts
        import tournaments.duplicate.acts
        import tournaments.entries.acts
        import tournaments.events.acts
        import tournaments.interchange.acts
        import tournaments.notices.acts
        import tournaments.results.acts
        import tournaments.rounds.acts
        import tournaments.standings.acts  # noqa: F401

        super().ready()
