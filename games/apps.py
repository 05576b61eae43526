from common import registration


class GamesConfig(registration.RegisteringConfig):
    name = "games"
