"""A file that is sent in parts: each part once, whole only as it was announced, kept for a while and within limits."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Account, Club, Upload, UploadPart
from players.permissions import NotAllowed
from players.uploads import services
from players.uploads.limits import LARGEST, PART
from players.uploads.services import (
    UploadRefused,
    begin_upload,
    delete_old_uploads,
    finish_upload,
    missing_parts,
    read_upload,
    store_part,
    whole_upload,
)
from testing.api.caller import Caller
from testing.factories import player_in
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
FILE = bytes(range(256)) * (PART // 256) * 2 + b"the end"
"""Three parts: two whole ones, and seven bytes."""
THREE = [FILE[:PART], FILE[PART : 2 * PART], FILE[2 * PART :]]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def begun(account: Account, data: bytes = FILE) -> Upload:
    return begin_upload(account, size=len(data), sha256=digest(data), name="games.csv")


def send(caller: Caller, path: str, data: bytes) -> Any:
    return caller.ask("PUT", path, data, kind="application/octet-stream")


def test_the_api_takes_parts_in_any_order_and_each_as_often_as_it_is_sent(organiser: Account) -> None:
    api = Caller(organiser)
    announced = {"name": "games.csv", "size": len(FILE), "sha256": digest(FILE)}
    first = api.post("/uploads", announced)
    told = json.loads(first.content)
    assert (first.status_code, told["parts"], told["part_size"], told["missing"]) == (201, 3, PART, [1, 2, 3])
    parts = f"/uploads/{told['id']}/parts"
    assert json.loads(send(api, f"{parts}/3", THREE[2]).content)["missing"] == [1, 2]
    assert json.loads(send(api, f"{parts}/1", THREE[0]).content)["missing"] == [2]
    assert send(api, f"{parts}/1", THREE[0]).status_code == 200
    assert api.post(f"/uploads/{told['id']}/finish").status_code == 409
    # Whoever was cut off announces the file again, and learns what is missing.
    again = api.post("/uploads", announced)
    assert (again.status_code, json.loads(again.content)["missing"]) == (200, [2])
    send(api, f"{parts}/2", THREE[1])
    done = json.loads(api.post(f"/uploads/{told['id']}/finish").content)
    assert (done["is_whole"], done["missing"]) == (True, [])
    assert read_upload(whole_upload(told["id"], organiser)) == FILE
    assert UploadPart.objects.count() == 3


def test_another_content_another_size_and_another_number_are_refused(organiser: Account) -> None:
    api, upload = Caller(organiser), begun(organiser)
    parts = f"/uploads/{upload.pk}/parts"
    send(api, f"{parts}/3", THREE[2])
    other = send(api, f"{parts}/3", b"THE END")
    assert (other.status_code, "another content" in json.loads(other.content)["detail"]) == (409, True)
    for number, content in ((3, b"the end!"), (1, b"short"), (4, b"x"), (0, b"x")):
        assert send(api, f"{parts}/{number}", content).status_code == 409, number
    assert bytes(UploadPart.objects.get().content) == b"the end"


def test_parts_that_make_another_file_are_sent_again(organiser: Account) -> None:
    upload = begun(organiser)
    for number, content in enumerate([THREE[0], THREE[0][:-1] + b"?", THREE[2]], 1):
        store_part(upload, number, content)
    with pytest.raises(UploadRefused, match="do not make the file"):
        finish_upload(upload)
    assert missing_parts(upload) == [1, 2, 3]
    with pytest.raises(UploadRefused, match="choose it again"):
        whole_upload(upload.pk, organiser)


def test_a_file_is_its_senders_alone(organiser: Account, stranger: Account, club: Club) -> None:
    upload, other = begun(organiser), Caller(stranger)
    for method, path in (("GET", ""), ("DELETE", ""), ("PUT", "/parts/1"), ("POST", "/finish")):
        sent = {"kind": "application/octet-stream"} if method == "PUT" else {}
        body = THREE[0] if method == "PUT" else None
        assert other.ask(method, f"/uploads/{upload.pk}{path}", body, **sent).status_code == 404, method
    with pytest.raises(UploadRefused):
        whole_upload(upload.pk, stranger)
    assert begun(stranger).pk != upload.pk
    with pytest.raises(NotAllowed):  # who may import nothing anywhere
        begun(player_in(club))
    assert Caller(organiser).ask("DELETE", f"/uploads/{upload.pk}").status_code == 204
    assert not Upload.objects.filter(pk=upload.pk).exists()


def test_a_page_sends_as_its_reader_and_not_without_the_token_of_its_form(organiser: Account) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    body = {"size": 7, "sha256": digest(THREE[2])}
    assert client.post("/api/v1/uploads", body, content_type="application/json").status_code == 403
    client.get("/clubs/rotterdam/histories")
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    made = client.post("/api/v1/uploads", body, content_type="application/json", headers=headers)
    assert (made.status_code, Upload.objects.get().account) == (201, organiser)


def test_the_limits_of_a_file_of_an_account_and_of_the_server(
    organiser: Account, stranger: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UploadRefused, match="at most 20 MB"):
        begin_upload(organiser, size=LARGEST + 1, sha256="a" * 64)
    assert Caller(organiser).post("/uploads", {"size": LARGEST + 1, "sha256": "a" * 64}).status_code == 400
    monkeypatch.setattr(services, "OF_ACCOUNT", 3 * LARGEST)
    monkeypatch.setattr(services, "OF_SERVER", 4 * LARGEST)
    four = [begin_upload(organiser, size=LARGEST, sha256=letter * 64) for letter in "abcd"]
    assert list(Upload.objects.values_list("pk", flat=True)) == [each.pk for each in four[1:]]  # the oldest made room
    begin_upload(stranger, size=LARGEST, sha256="e" * 64)
    with pytest.raises(UploadRefused, match="Too many files"):
        begin_upload(stranger, size=1, sha256="f" * 64)


def test_what_nothing_uses_for_a_day_goes(organiser: Account) -> None:
    old, used = begun(organiser), begun(organiser, b"another")
    before = timezone.now() - timedelta(days=1, minutes=1)
    Upload.objects.update(used_at=before)
    store_part(used, 1, b"another")
    delete_old_uploads()
    assert list(Upload.objects.all()) == [used]
    assert old.pk != used.pk


@pytest.mark.usefixtures("real_database")
@pytest.mark.django_db(transaction=True)
def test_one_file_sent_by_two_at_once_is_stored_once(organiser: Account) -> None:
    def send_all() -> Upload:
        upload = begun(organiser)
        for number, content in enumerate(THREE, 1):
            store_part(upload, number, content)
        return finish_upload(upload)

    made = at_once(send_all, send_all, send_all)
    assert all(isinstance(each, Upload) for each in made), made
    assert (Upload.objects.count(), UploadPart.objects.count()) == (1, 3)
    assert read_upload(Upload.objects.get()) == FILE
