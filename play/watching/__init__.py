"""Games that go on, for everyone who watches."""
