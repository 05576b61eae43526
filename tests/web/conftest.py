from tests.web.server_accounts import administrator_of_all

__all__ = ["administrator_of_all"]
