from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Let the process know the acts, jobs, labels and exports of this app, and listen to those who sign in."""
        import players.accounts.acts
        import players.accounts.sign_in
        import players.clubs.acts
        import players.clubs.notifications
        import players.erasure.acts
        import players.exports
        import players.following.acts
        import players.grants.acts
        import players.joining.acts
        import players.moving.acts
        import players.notifications.acts
        import players.people.acts
        import players.scope_labels
        import players.setup.acts
        import players.tasks  # noqa: F401
