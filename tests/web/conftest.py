from tests.web.server_accounts import keeper_of_all

__all__ = ["keeper_of_all"]
