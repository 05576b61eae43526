from tests.web.house import keeper_of_all

__all__ = ["keeper_of_all"]
