"""`python -m gipf_engine certify --verify --key`: what a server signed, and what becomes of it when it is changed."""

import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from gipf_engine.commands.runner import main
from gipf_engine.rules.certificate import certify_record, digest_of
from gipf_engine.signatures import PublicKey, id_of, list_keys, public_key_of, sign, signed_bytes
from testing import PROJECT
from testing.engine.rules.lyngk_data import reference_games
from testing.engine.rules.records import lyngk_record

# RFC 8032, 7.1, test 1.
PRIVATE = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
OTHER = bytes(32)
SIGNED_AT = datetime(2026, 11, 24, 2, 26, 8, tzinfo=UTC)


def statement(private: bytes = PRIVATE, **changed) -> dict:
    certificate = certify_record(lyngk_record(reference_games()[0]))
    said = {"kind": "game", "server": "https://example.org", "game": 7, "result": "0-1", "certificate": certificate}
    return sign(said | changed, private, SIGNED_AT)


@pytest.fixture
def verify(tmp_path, capsys):
    """Writes a document and verifies it with a key: the exit code, the answer, the complaint."""

    def run(document: dict, key: str) -> tuple[int, str, str]:
        file = tmp_path / "signed.json"
        file.write_text(json.dumps(document, indent=1))
        code = main(["certify", "--verify", str(file), *(["--key", key] if key else [])])
        out, err = capsys.readouterr()
        return code, out.replace(str(file), "F"), err.replace(str(file), "F")

    return run


def keys_file(tmp_path, **dates) -> str:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps(list_keys("https://example.org", [PublicKey(bytes.fromhex(PUBLIC), **dates)])))
    return str(file)


def test_the_public_key_is_that_of_the_rfc_and_the_bytes_are_as_written_down():
    assert public_key_of(PRIVATE).hex() == PUBLIC
    assert id_of(bytes.fromhex(PUBLIC)) == "21fe31dfa154a261"  # sha256sum of the 32 bytes
    said = {"b": [1, "é"], "signature": "ff", "a": {"d": None, "c": "\U0001f600\n"}}
    assert signed_bytes(said) == rb'{"a":{"c":"\ud83d\ude00\n","d":null},"b":[1,"\u00e9"]}'


def test_a_statement_holds_by_the_digits_a_file_of_them_and_a_list(tmp_path, verify):
    digits = tmp_path / "key.txt"
    digits.write_text(PUBLIC + "\n")
    told = (
        "F:1: signed with the key 21fe31dfa154a261: game 7 of https://example.org,"
        " result in force at 2026-11-24T02:26:08Z: 0-1"
    )
    for key in (PUBLIC, str(digits), keys_file(tmp_path)):
        code, out, err = verify(statement(), key)
        assert (code, err) == (0, "")
        assert out.splitlines()[0].startswith("F:1: 0-1, because Black has more own stacks of four")
        assert out.splitlines()[2] == told


@pytest.mark.parametrize(
    "change", [{"result": "1-0"}, {"game": 8}, {"server": "https://example.com"}, {"signed_at": "2026-11-24T02:26:09Z"},
               {"more": 1}, {"game": True}, {"result": None}]
)  # fmt: skip
def test_whatever_is_changed_breaks_the_signature(verify, change):
    code, out, err = verify(statement() | change, PUBLIC)
    assert (code, out) == (1, "")
    assert err == "F:1: The signature does not match: the text was changed, or this key did not sign it.\n"


def test_another_certificate_put_in_breaks_it_though_that_one_is_sound(verify):
    other = certify_record(lyngk_record(reference_games()[1]))
    assert verify(statement() | {"certificate": other}, PUBLIC)[0] == 1


def test_a_signed_certificate_that_does_not_follow_is_refused_all_the_same(verify):
    wrong = certify_record(lyngk_record(reference_games()[0])) | {"result": "1-0"}
    code, _out, err = verify(statement(certificate=wrong | {"digest": digest_of(wrong)}), PUBLIC)
    assert (code, err) == (1, "F:1: “result” does not follow from the game.\n")
    assert verify(statement(certificate=None), PUBLIC)[0] == 1


def test_another_key_is_named_and_does_not_pass_under_a_false_name(verify):
    forged = statement(OTHER)
    code, _out, err = verify(forged, PUBLIC)
    assert (code, err) == (1, f"F:1: It was signed with another key, {id_of(public_key_of(OTHER))}.\n")
    code, _out, err = verify(forged | {"key": id_of(bytes.fromhex(PUBLIC))}, PUBLIC)
    assert (code, err[:35]) == (1, "F:1: The signature does not match: ")


def test_without_a_signature_a_key_is_not_content_and_without_a_key_the_signature_is_not_trusted(verify):
    code, _out, err = verify(statement()["certificate"], PUBLIC)
    assert (code, err) == (1, "F:1: This certificate is not signed.\n")
    code, out, _err = verify(statement(OTHER), "")
    assert code == 0
    assert "the signature was not checked, give --key" in out
    bare = {name: value for name, value in statement().items() if name != "signature"}
    assert verify(bare, PUBLIC)[2] == "F:1: This is not a signed statement of the form gipfel-signed-1.\n"


def test_a_statement_about_something_else_is_no_certificate_of_a_game(verify):
    assert verify(statement(kind="club"), PUBLIC)[2] == "F:1: This statement is not about a game.\n"


@pytest.mark.parametrize(
    ("dates", "holds"),
    [
        ({"made_at": datetime(2026, 11, 1, tzinfo=UTC), "retired_at": datetime(2026, 11, 25, tzinfo=UTC)}, True),
        ({"made_at": SIGNED_AT, "retired_at": SIGNED_AT}, True),
        (
            {"made_at": datetime(2026, 11, 1, tzinfo=UTC), "retired_at": datetime(2026, 11, 24, 2, 25, tzinfo=UTC)},
            False,
        ),
        ({"made_at": datetime(2026, 11, 24, 2, 28, tzinfo=UTC)}, False),
    ],
)
def test_a_key_signs_within_its_dates(tmp_path, verify, dates, holds):
    code, _out, err = verify(statement(), keys_file(tmp_path, **dates))
    assert code == (0 if holds else 1)
    assert err == ("" if holds else "F:1: The key was not in use when this was signed, 2026-11-24T02:26:08Z.\n")


@pytest.mark.parametrize("text", ["", "abc", PUBLIC[:-1], '{"format": "gipfel-keys-2", "keys": []}', "[]", "{}"])
def test_what_is_no_key_is_refused_before_anything_is_verified(tmp_path, verify, text):
    file = tmp_path / "key"
    file.write_text(text)
    code, out, err = verify(statement(), str(file))
    assert (code, out) == (2, "")
    assert "neither 64 hexadecimal digits nor a list of keys of the form gipfel-keys-1" in err


def test_a_list_with_a_false_name_or_date_is_refused(tmp_path, verify):
    for change in ({"id": "0" * 16}, {"retired_at": "yesterday"}, {"algorithm": "none"}):
        listed = list_keys("https://example.org", [PublicKey(bytes.fromhex(PUBLIC))])
        listed["keys"][0] |= change
        file = tmp_path / "keys.json"
        file.write_text(json.dumps(listed))
        assert verify(statement(), str(file))[0] == 2


def test_a_key_that_is_not_there_empty_or_without_verify_is_refused(tmp_path, verify, capsys):
    for key in (str(tmp_path / "none"), " "):
        assert verify(statement(), key)[0] == 2
    assert main(["certify", str(tmp_path / "x"), "--key", PUBLIC]) == 2
    assert main(["certify", "--verify", str(tmp_path / "signed.json"), "--key", ""]) == 2
    assert "--key goes with --verify" in capsys.readouterr().err


def test_without_the_package_the_rest_works_and_a_key_says_what_is_missing(tmp_path):
    """The package is hidden from a process of its own, as where it was never installed."""
    signed = tmp_path / "signed.json"
    signed.write_text(json.dumps(statement()))
    hide = (
        "import sys; sys.modules['cryptography'] = None; from gipf_engine.commands.runner import main; sys.exit(main())"
    )
    commands = [["certify", "--verify", str(signed)], ["certify", "--verify", str(signed), "--key", PUBLIC]]
    plain, keyed = (
        subprocess.run([sys.executable, "-c", hide, *each], cwd=PROJECT, capture_output=True, text=True, check=False)
        for each in commands
    )
    assert plain.returncode == 0
    assert keyed.returncode == 1
    assert keyed.stdout == ""
    assert keyed.stderr == "-c certify: this needs the package cryptography: pip install 'gipfel-engine[signatures]'\n"
