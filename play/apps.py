from common import registration


class PlayConfig(registration.RegisteringConfig):
    name = "play"
