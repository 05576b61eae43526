from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        """Let the process know the acts, jobs and exports of this app."""
        import play.challenges.acts
        import play.challenges.notifications
        import play.chat.acts
        import play.chat.notifications
        import play.chat.services.chat
        import play.chat.services.reports
        import play.chat.services.spectators
        import play.clocks.acts
        import play.core.acts
        import play.exports
        import play.games.acts
        import play.games.notifications
        import play.partner.acts
        import play.solitaires.acts
        import play.solitaires.services.practice_removal
        import play.table.acts
        import play.tasks  # noqa: F401
