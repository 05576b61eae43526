"""The endpoints of festivals."""
