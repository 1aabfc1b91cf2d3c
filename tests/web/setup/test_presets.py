"""House rules that a device keeps under a name."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.store import presets
from companion.store.presets import list_presets
from tests.web.pages import page_of
from tests.web.sending import filled
from tests.web.setup.test_setup import filled_by, new, start, stored, tap

GRANDMA = "Grandma’s rules"


def kept(text: str) -> dict[str, str]:
    """The kept house rules on a page: what they are called, and the number to use them by."""
    taps = [(e.get("value"), e.text.strip()) for e in page_of(text).all("button", name="do")]
    return {words: do.split(":")[1] for do, words in taps if do.startswith("rules-use:")}


def keep(client: FlaskClient, name: str = GRANDMA, **fields: object) -> MultiDict[str, str]:
    form = new(client, **{"rule_ante": "2", "rule_penalties": "True", **fields})
    answer = tap(client, form, "rules-keep", rules_name=name)
    assert answer.status_code == 200, answer.text
    return filled(answer.text)


def test_house_rules_are_kept_and_used_at_the_next_table(client: FlaskClient, app: Flask) -> None:
    left = keep(client, rule_board=["", "QS", "kitty"])
    assert (left["rule_ante"], left["rules_name"]) == ("2", "")
    number = kept(client.get("/new").text)[GRANDMA]
    form = filled_by(client, new(client, rule_ante="9"), f"rules-use:{number}")
    assert stored(app, start(client, form))["options"] == {
        "board": ["QS", "kitty"],
        "ante": 2,
        "penalties": True,
    }


def test_a_name_that_is_missing_or_too_long_is_reported_at_its_field(client: FlaskClient) -> None:
    for name in ("x" * 41, " "):
        answer = tap(client, new(client), "rules-keep", rules_name=name)
        assert answer.status_code == 422
    page = page_of(answer.text)
    [field] = page.all("input", name="rules_name")
    [error] = page.all("p", id=field.get("aria-describedby"))
    assert field.get("aria-invalid") == "true"
    assert "A name for house rules must have 1 to 40 characters." in error.text
    assert [p.text for p in page.all("p", class_="error")] == [error.text]


def test_the_same_name_again_replaces_them(client: FlaskClient) -> None:
    keep(client)
    keep(client, rule_ante="5")
    page = client.get("/new").text
    assert list(kept(page)) == [GRANDMA]
    again = tap(client, new(client), f"rules-use:{kept(page)[GRANDMA]}").text
    assert filled(again)["rule_ante"] == "5"


def test_they_are_thrown_away_again(client: FlaskClient) -> None:
    keep(client)
    number = kept(client.get("/new").text)[GRANDMA]
    assert kept(tap(client, new(client), f"rules-drop:{number}").text) == {}
    answer = tap(client, new(client), f"rules-use:{number}")
    assert answer.status_code == 422
    assert "no longer saved here" in answer.text


def test_another_game_does_not_see_them_and_another_device_does_not_drop_them(
    client: FlaskClient, app: Flask
) -> None:
    keep(client)
    number = kept(client.get("/new").text)[GRANDMA]
    assert kept(client.get("/new?game=boodle").text) == {}
    stranger = app.test_client()
    assert kept(stranger.get("/new").text) == {}
    tap(stranger, new(stranger), f"rules-drop:{number}")
    assert tap(stranger, new(stranger), f"rules-use:{number}").status_code == 422
    assert list(kept(client.get("/new").text)) == [GRANDMA]


def test_a_device_keeps_so_many_and_is_told(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presets, "MAX_PRESETS", 2)
    keep(client)
    keep(client, "Aunt’s rules")
    answer = tap(client, new(client), "rules-keep", rules_name="Mine")
    assert answer.status_code == 422
    assert "You have already saved 2 sets of house rules. Remove one first." in answer.text
    keep(client)
    assert set(kept(client.get("/new").text)) == {GRANDMA, "Aunt’s rules"}


def test_house_rules_that_cannot_be_are_not_kept(client: FlaskClient) -> None:
    answer = tap(client, new(client, rule_ante="lots"), "rules-keep", rules_name=GRANDMA)
    assert answer.status_code == 422
    assert "This must be a whole number from 0" in answer.text
    assert filled(answer.text)["rules_name"] == GRANDMA
    assert kept(answer.text) == {}


def test_as_usual_brings_the_games_own_rules_back(client: FlaskClient) -> None:
    form = filled_by(client, new(client, rule_ante="9"), "rules-usual")
    assert form["rule_ante"] == "1"


def test_rules_kept_from_an_older_version_that_cannot_be_any_more_are_refused(
    client: FlaskClient, app: Flask
) -> None:
    keep(client)
    with app.app_context():
        from companion.store.database import db
        from companion.store.models import Preset

        db.session.query(Preset).update({"options": '{"ante": -1}'})
        db.session.commit()
        device = db.session.query(Preset.device).scalar()
        number = list_presets(device, "michigan-kitty")[0].id
    answer = tap(client, new(client), f"rules-use:{number}")
    assert answer.status_code == 422
    assert "The house rule “Ante for each saucer, in chips” (ante) must be" in answer.text
