from tests.browser import chromium, open_page
from tests.faces.house import keeper_of_all

__all__ = ["chromium", "keeper_of_all", "open_page"]
