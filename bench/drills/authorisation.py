"""Every address and method, asked by every kind of account: 2,500 requests by the table of roles (2 min a database).

    python -m bench.drills.authorisation [--database sqlite|postgresql|both]

Fifteen kinds: a visitor, one with the link of a result slip, a guest, accounts of no one, of members here and elsewhere
and of a player at the board, arbiters and organisers here and elsewhere, an arbiter of another event of the club, the
administrator, a closed account, a revoked key. What each may follows from the table in
players/roles.py and testing/system/required_permissions.py. What is refused must leave every row of the database as it
was. Then the organiser of another club asks for things of other clubs below his own club and event. Requests go
through Django's test client, all middleware included; the order does not matter, so the seed changes nothing.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time

from bench.drills.running import Verdict, main
from bench.drills.site import Site


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", default="", help="only questions with this text in them (POST /invitations)")


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from django.conf import settings
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.EMAIL_HOST = "mail.club.example"  # password help has a form only where mail is sent
    settings.SIGN_UP = True
    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"] = []
    settings.WHITENOISE_AUTOREFRESH = True  # else every client looks through all static files once
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    logging.disable(logging.ERROR)  # each refusal is a line of the log
    from testing.system.authorisation import askers, crawl, mixed, questions
    from testing.system.site_fixture import make_site

    fixture = make_site()
    who = askers(fixture)
    began = time.perf_counter()
    for wrong in crawl(fixture, who, only=options.only):
        verdict.require(False, wrong)
    asked = sum(options.only in each.where for each in questions(fixture)) * len(who)
    (stranger,) = (asker for asker in who if asker.name == "organiser elsewhere")
    for wrong in mixed(fixture, stranger):
        verdict.require(False, wrong)
    verdict.require(fixture.touched() == [], f"in the end these tables had changed: {fixture.touched()}")
    took = time.perf_counter() - began
    verdict.report(f"{site.database}: {len(who)} kinds of account, {asked} requests in {took:.0f} s")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
