from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let the process know the acts, jobs, labels and exports of this app."""
        import games.attempts.acts
        import games.exports
        import games.histories.acts
        import games.recordings.acts
        import games.records.acts
        import games.results.acts
        import games.results.notifications
        import games.scope_labels
        import games.studies.acts
        import games.tasks  # noqa: F401
