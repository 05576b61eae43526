"""Fields and query parameters that an endpoint does not know are refused by name, at every endpoint alike."""

from __future__ import annotations

from testing.api.api_fixture import World
from testing.api.caller import Caller, callers_for, error
from testing.api.endpoints import endpoints, writing_endpoints
from testing.tables import rows_of_all_tables
from tests.api.test_bad_input import IDS, known_ids

WITH_BODY = sorted(each for each in writing_endpoints() if each[0] != "DELETE")
READ = [route for route, view in endpoints() if hasattr(view, "get") and route != "schema"]


def test_every_endpoint_refuses_a_field_that_it_does_not_have(world: World) -> None:
    callers = callers_for(world)
    before = rows_of_all_tables()
    for endpoint in WITH_BODY:
        request = world.requests[endpoint]
        body = dict(request.body or {}) | {"vresion": 1}
        answer = callers[request.by].ask(endpoint[0], request.path, body)
        assert (answer.status_code, list(error(answer)["fields"])) == (400, ["vresion"]), endpoint
    assert rows_of_all_tables() == before


def test_every_endpoint_refuses_a_parameter_that_it_does_not_have(world: World) -> None:
    known, administrator = known_ids(world), Caller(world.administrator)
    for route in READ:
        path = "/" + IDS.sub(lambda found: str(known.get(found[1], 1)), route)
        answer = administrator.get(f"{path}?q=kim&vresion=1&rules=gipf-basic")
        assert answer.status_code == 400, path
        assert "vresion" in error(answer)["fields"], path


def test_a_write_with_an_unknown_parameter_does_nothing(world: World) -> None:
    organiser = Caller(world.organiser)
    before = rows_of_all_tables()
    answer = organiser.delete(f"/events/{world.draft.pk}?vresion=0")
    assert error(answer)["fields"] == {"vresion": ["There is no parameter vresion. Did you mean version?"]}
    assert rows_of_all_tables() == before


def test_names_that_may_be_meant_are_told(world: World) -> None:
    organiser = Caller(world.organiser)
    answer = organiser.patch(f"/events/{world.draft.pk}", {"nmae": "A", "scoring": {"wins": "3.0"}, "%s": 1})
    fields = error(answer)["fields"]
    assert fields["nmae"] == ["There is no field nmae. Did you mean name?"]
    assert fields["scoring"] == {"wins": ["There is no field wins. Did you mean win?"]}
    assert fields["%s"][0].startswith("There is no field %s. Known are: about, ")
    answer = organiser.post(f"/events/{world.started.pk}/start", {"groups": [{"entry": 1, "group": 1, "gruop": 2}]})
    assert error(answer)["fields"]["groups"]["0"] == {"gruop": ["There is no field gruop. Did you mean group?"]}
    answer = organiser.post(f"/attempts/{world.practised}/begin", {"turn": "1"})
    assert error(answer)["fields"] == {"turn": ["There is no field turn. None are accepted here."]}


def test_pages_of_lists_and_forms_of_answers_are_known(world: World) -> None:
    for path in ("/clubs?page=1&size=2", f"/events/{world.running.pk}/rounds?size=9", "/schema?format=yaml"):
        assert Caller().get(path).status_code == 200, path
    answer = Caller().get(f"/events/{world.running.pk}/standings?page=1")
    assert error(answer)["fields"] == {"page": ["There is no parameter page. Known are: round."]}
