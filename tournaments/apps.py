from common import registration


class TournamentsConfig(registration.RegisteringConfig):
    name = "tournaments"
