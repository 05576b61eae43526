from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Let the process know the acts, jobs and exports of this app."""
        import ratings.arranged.acts
        import ratings.exports
        import ratings.ledger.acts
        import ratings.lists.acts
        import ratings.pools.acts
        import ratings.tasks  # noqa: F401
