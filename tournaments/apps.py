from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Let the process know the acts, jobs, labels and exports of this app."""
        import tournaments.announcements.acts
        import tournaments.announcements.notifications
        import tournaments.arenas.acts
        import tournaments.circuits.acts
        import tournaments.club_files.acts
        import tournaments.core.acts
        import tournaments.duplicate.acts
        import tournaments.entries.acts
        import tournaments.events.acts
        import tournaments.events.notifications
        import tournaments.events.services.events
        import tournaments.exports
        import tournaments.festivals.acts
        import tournaments.interchange.acts
        import tournaments.labels
        import tournaments.medleys.acts
        import tournaments.notices.acts
        import tournaments.results.acts
        import tournaments.results.notifications
        import tournaments.rounds.acts
        import tournaments.rounds.notifications
        import tournaments.seasons.acts
        import tournaments.stages.acts
        import tournaments.standings.acts
        import tournaments.tasks
        import tournaments.teams.acts
        import tournaments.teams.notifications
        import tournaments.titles.acts  # noqa: F401
