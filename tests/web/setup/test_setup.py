"""A table is set up: players, house rules, and what is refused."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.core import options as house_rules
from companion.core.options import Option
from companion.games import all_games
from companion.store.entries import Tap, append_entry, create_table
from companion.store.tables import load_table
from companion.store.visits import list_tokens
from tests.evenings import record
from tests.notation import entries, entry
from tests.web.pages import escaped, page_of
from tests.web.sending import filled, send

NAMES = ["Ann", "Bob", "Cal"]
GAMES = list(all_games())
EVIL = '"><script>alert(1)</script>'


def new(client: FlaskClient, game: str = "michigan-kitty", **fields: Any) -> MultiDict[str, str]:
    """The fields of a new table's page, three players named, and others changed."""
    form = filled(client.get(f"/new?game={game}").text)
    form.setlist("names", NAMES)
    form.setlist("purses", [""] * len(NAMES))
    form["same_board"] = "1"
    return with_(form, **fields)


def with_(form: MultiDict[str, str], **fields: Any) -> MultiDict[str, str]:
    for name, value in fields.items():
        form.setlist(name, value if isinstance(value, list) else [value])
    return form


def filled_by(client: FlaskClient, form: MultiDict[str, str], do: str, **fields: Any) -> Any:
    """Return the form as a tap leaves it."""
    return filled(tap(client, form, do, **fields).text)


def start(client: FlaskClient, form: MultiDict[str, str], address: str = "/new") -> TestResponse:
    return send(client, address, with_(form, do="start"))


def tap(client: FlaskClient, form: MultiDict[str, str], do: str, **fields: Any) -> TestResponse:
    return send(client, "/new", with_(form, do=do, **fields))


def stored(app: Flask, answer: TestResponse) -> dict[str, Any]:
    """The set-up of the table that an answer leads to."""
    assert answer.status_code == 303, answer.text
    with app.app_context():
        evening = load_table(answer.location.rsplit("/", 1)[-1])
        return evening.setup_record


def test_michigan_kitty_is_what_a_new_table_plays(client: FlaskClient) -> None:
    assert filled(client.get("/new").text)["game"] == "michigan-kitty"
    assert filled(client.get("/new?game=whist").text)["game"] == "michigan-kitty"


@pytest.mark.parametrize("game", GAMES)
def test_three_names_and_a_tap_open_a_table(client: FlaskClient, app: Flask, game: str) -> None:
    answer = start(client, new(client, game))
    assert stored(app, answer) == record(
        game, NAMES, dealer="Ann", options={}, chips=all_games()[game].starting_chips
    )
    assert client.get(answer.location).status_code == 200


def test_a_field_for_other_chips_shows_no_number_that_could_be_out_of_date(
    client: FlaskClient,
) -> None:
    page = page_of(tap(client, new(client), "next", chips="14").text)
    assert {field.get("placeholder") for field in page.all("input", name="purses")} == {"…"}


def test_the_page_offers_every_game_with_its_players(client: FlaskClient) -> None:
    page = client.get("/new").text
    for game in all_games().values():
        assert escaped(game.name) in page
        assert escaped(game.tagline) in page
        assert f"{game.min_players}–{game.max_players} players" in page


def test_another_game_keeps_the_players_and_brings_its_own_rules(client: FlaskClient) -> None:
    form = new(client, rule_ante="7", rule_penalties="True")
    page = tap(client, form, "game:boodle").text
    after = filled(page)
    assert after["game"] == "boodle"
    assert [name for name in after.getlist("names") if name] == NAMES
    assert after["rule_ante"] == "1"
    assert after.getlist("rule_board") == ["", "AH", "KC", "QD", "JS"]


def test_through_htmx_the_form_alone_comes_back_and_an_opened_table_is_gone_to(
    client: FlaskClient,
) -> None:
    form, opened = (
        send(client, "/new", with_(new(client), do=do), htmx=True) for do in ("seat-add", "start")
    )
    assert form.text.lstrip().startswith("<form")
    assert opened.headers["HX-Redirect"].startswith("/t/")


@pytest.mark.parametrize("name", ["נועה בת־דוד", "Bo 🦊👨‍👩‍👧", EVIL, "M" * 40, "a'b&amp;c"])
def test_any_name_may_sit_down_and_is_shown_as_it_is(
    client: FlaskClient, app: Flask, name: str
) -> None:
    answer = start(client, new(client, names=["Ann", name, "Cal"]))
    assert stored(app, answer)["players"] == ["Ann", name, "Cal"]
    table = answer.location
    for path in (f"{table}/setup", f"{table}/seats"):
        assert escaped(name) in client.get(path).text


def test_spaces_round_a_name_and_empty_seats_do_not_count(client: FlaskClient, app: Flask) -> None:
    form = new(client, names=["", " Ann ", "  ", "Bob", "Cal", ""], dealer="3")
    setup = stored(app, start(client, form))
    assert setup["players"] == NAMES
    assert setup["dealer"] == "Bob"


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_form_has_seats_enough_and_one_for_all_who_may_come(
    client: FlaskClient, game: str
) -> None:
    form = filled(client.get(f"/new?game={game}").text)
    assert len(form.getlist("names")) >= all_games()[game].min_players
    for _ in range(all_games()[game].max_players):
        form = filled_by(client, form, "seat-add")
    assert len(form.getlist("names")) == all_games()[game].max_players
    assert tap(client, form, "seat-add").status_code == 422


def test_a_seat_is_removed_and_the_deal_stays_with_its_player(client: FlaskClient) -> None:
    after = filled_by(client, new(client, dealer="2", purses=["1", "2", "3"]), "seat-remove:0")
    assert after.getlist("names") == ["Bob", "Cal"]
    assert after.getlist("purses") == ["2", "3"]
    assert after["dealer"] == "1"
    assert filled_by(client, new(client, dealer="1"), "seat-remove:1")["dealer"] == "0"


@pytest.mark.parametrize(
    ("do", "names", "dealer"),
    [
        ("seat-up:1", ["Bob", "Ann", "Cal"], "1"),
        ("seat-down:1", ["Ann", "Cal", "Bob"], "0"),
        ("seat-up:0", ["Cal", "Bob", "Ann"], "2"),
        ("seat-down:2", ["Cal", "Bob", "Ann"], "2"),
    ],
)
def test_a_player_moves_one_seat_with_his_chips(
    client: FlaskClient, do: str, names: list[str], dealer: str
) -> None:
    after = filled_by(client, new(client, purses=["1", "2", "3"]), do)
    assert after.getlist("names") == names
    purses = dict(zip(NAMES, ["1", "2", "3"], strict=True))
    assert after.getlist("purses") == [purses[name] for name in names]
    assert after["dealer"] == dealer


@pytest.mark.parametrize("do", ["seat-up:9", "seat-remove:-1", "seat-down:x", "fly", "", ":"])
def test_a_tap_that_makes_no_sense_is_refused_and_changes_nothing(
    client: FlaskClient, do: str
) -> None:
    answer = tap(client, new(client), do)
    assert answer.status_code == 422
    assert filled(answer.text).getlist("names") == NAMES


def test_enter_goes_on_to_an_empty_seat(client: FlaskClient) -> None:
    form = filled_by(client, new(client), "next")
    assert form.getlist("names") == [*NAMES, ""]
    assert len(filled_by(client, form, "next").getlist("names")) == 4


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"names": ["Ann", "Ann", "Bob"]}, "Ann is listed twice."),
        ({"names": ["x" * 41, "Ann", "Bob"]}, "A name must have 1 to 40 visible characters"),
        ({"names": ["pot:QS", "Ann", "Bob"]}, "A name must have 1 to 40 visible characters"),
        ({"names": ["Ann", "", ""]}, "Michigan Kitty is for 2 to 10 players, not 1."),
        ({"names": ["Ann", "", "Bob"], "dealer": "1"}, "The first dealer needs a name."),
        ({"dealer": "7"}, "Choose who deals first."),
        ({"dealer": "x"}, "“x” is not a whole number from 0 to 1,000,000."),
        ({"chips": ""}, "Enter how many chips each player starts with."),
        ({"chips": "-3"}, "“-3” is not a whole number"),
        ({"chips": "1000001"}, "“1000001” is not a whole number from 0 to 1,000,000."),
        ({"chips": "9" * 5000}, f"“{'9' * 40}” is not a whole number"),
        ({"purses": ["", "1_0", ""]}, "Bob’s number of chips must be a whole number from 0"),
        ({"purses": ["", "1000001", ""]}, "Bob’s number of chips must be a whole number from"),
        ({"rule_ante": "half"}, "This must be a whole number from 0 to 1,000,000."),
        ({"rule_ante": "1000001"}, "This must be a whole number from 0 to 1,000,000."),
        ({"rule_ante": ""}, "This must be a whole number from 0 to 1,000,000."),
        ({"rule_rounds": "0"}, "This must be a whole number from 1 up, or left empty."),
        ({"rule_first_lead": EVIL}, "This must be lowest-card or lowest-of-suit."),
        ({"rule_penalties": "maybe"}, "This must be on or off."),
        (
            {"rule_board": ["", "QS", "QS"]},
            "The board needs saucers that are all different (QS appears more than once).",
        ),
        (
            {"rule_board": ["", EVIL]},
            "The board needs saucers such as KH (a card), QKD or 8-9-10 (combinations)",
        ),
        ({"rule_board": [""]}, "The board needs 1 to 52 saucers."),
    ],
)
def test_a_refused_set_up_says_what_is_wrong_and_keeps_what_is_typed(
    client: FlaskClient, app: Flask, fields: dict[str, Any], sentence: str
) -> None:
    form = new(client, **{"rule_per_card": "3", "chips": "77", **fields})
    answer = start(client, form)
    assert answer.status_code == 422
    assert escaped(sentence) in answer.text
    assert 'id="faults"' in answer.text
    assert "<script>alert" not in answer.text
    kept = filled(answer.text)
    assert kept["rule_per_card"] == "3"
    for name, value in fields.items():
        if name.startswith("rule_") and name not in ("rule_first_lead", "rule_penalties"):
            assert kept.getlist(name) == (value if isinstance(value, list) else [value])
        if name in ("names", "purses"):
            assert kept.getlist(name) == value
    with app.app_context():
        assert list_tokens() == []


def test_the_wrong_name_is_marked_in_its_own_seat(client: FlaskClient) -> None:
    page = page_of(start(client, new(client, names=["Ann", "Bob", "Ann"])).text)
    seats = page.all("input", name="names")[:3]
    marked = [(seat.get("aria-invalid"), seat.get("aria-describedby")) for seat in seats]
    assert marked == [("true", "name-0-error"), ("", ""), ("true", "name-2-error")]
    told = [error.get("id") for error in page.all("p", class_="error")]
    assert told == ["name-0-error", "name-2-error"]


def test_a_player_may_start_with_other_chips_than_the_rest(client: FlaskClient, app: Flask) -> None:
    setup = stored(app, start(client, new(client, chips="50", purses=["", "80", ""])))
    assert setup["chips"] == {"Ann": 50, "Bob": 80, "Cal": 50}


def test_all_the_same_typed_one_by_one_is_all_the_same(client: FlaskClient, app: Flask) -> None:
    setup = stored(app, start(client, new(client, chips="50", purses=["50", "", "50"])))
    assert setup["chips"] == 50


def test_a_game_without_chips_does_not_ask_for_them(client: FlaskClient) -> None:
    unit = {slug: game.unit for slug, game in all_games().items()}
    for slug in GAMES:
        assert ('name="chips"' in client.get(f"/new?game={slug}").text) == (unit[slug] == "chips")


def values_of(option: Option) -> list[Any]:
    """Every value that a table can pick, or two numbers where it types one."""
    if option.in_turn:
        return [[3], [2]]
    return [value for value, _ in option.choices] or [3, 2]


@pytest.mark.share(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_house_rule_can_be_chosen(
    client: FlaskClient, app: Flask, game: str
) -> None:
    usual = house_rules.option_values(all_games()[game].defaults)
    asked = [option for option in all_games()[game].options if not option.is_board]
    pairs = [(option, value) for option in asked for value in values_of(option)]
    if game == "boodle":  # its board has neither kitty nor jackpot
        pairs = [(option, value) for option, value in pairs if value != "kitty"]
    form = new(client, game)
    for option, value in pairs:
        name, text = option.name, str(value).strip("[]")
        drawn = {f"rule_{name}": text, "once": f"{name} {text}"}
        answer = start(client, with_(form.copy(), **drawn))
        setup = stored(app, answer)
        assert setup["options"] == ({} if usual[name] == value else {name: value})
        assert json.loads(json.dumps(setup)) == setup
        if len(option.choices) != 1:
            assert filled(client.get(f"{answer.location}/setup").text)[f"rule_{name}"] == text


@pytest.mark.parametrize("game", GAMES)
def test_the_games_own_value_is_marked_for_every_choice(client: FlaskClient, game: str) -> None:
    page = client.get(f"/new?game={game}").text
    asked = [option for option in all_games()[game].options if len(option.choices) > 1]
    assert page.count('<small class="usual">') == len(asked)


def test_a_number_left_empty_means_what_its_words_say(client: FlaskClient, app: Flask) -> None:
    form = new(client, "great-lakes", rule_rounds="")
    assert stored(app, start(client, form))["options"] == {"rounds": None}


def opened(app: Flask, log: str = "", **setup: Any) -> str:
    """Return the address of a table."""
    with app.app_context():
        return f"/t/{create_table(record('boodle', NAMES, **setup), entries(log))}"


def test_before_the_first_deal_everything_can_be_changed(client: FlaskClient, app: Flask) -> None:
    setup = {"options": {"ante": 4}, "chips": {"Ann": 1, "Bob": 2, "Cal": 3}}
    address = f"{opened(app, **setup)}/setup"
    form = filled(client.get(address).text)
    assert form["rule_ante"] == "4"
    assert form.getlist("purses")[:3] == ["1", "2", "3"]
    assert form["dealer"] == "2"
    with_(form, names=["Dee", "Cal"], purses=["", ""], game="michigan-kitty", dealer="1")
    changed = stored(app, start(client, form, address))
    assert changed["game"] == "michigan-kitty"
    assert (changed["players"], changed["dealer"]) == (["Dee", "Cal"], "Cal")
    assert "The setup has been saved." in client.get(address.removesuffix("/setup")).text


def test_a_change_that_an_entry_cannot_stand_is_refused(client: FlaskClient, app: Flask) -> None:
    address = f"{opened(app, 'Bob buys in 5')}/setup"
    form = with_(filled(client.get(address).text), names=["Ann", "Eve", "Cal"])
    answer = start(client, form, address)
    assert answer.status_code == 422
    assert "Bob" in answer.text
    assert "Eve" in filled(answer.text).getlist("names")


def test_a_change_made_on_an_old_page_is_not_stored(client: FlaskClient, app: Flask) -> None:
    table = opened(app)
    form = with_(filled(client.get(f"{table}/setup").text), names=["Eve", "Bob", "Cal"])
    with app.app_context():
        append_entry(table.removeprefix("/t/"), Tap(0, "a tap", lambda _: entry("Bob buys in 5")))
    answer = start(client, form, f"{table}/setup")
    assert answer.status_code == 409
    assert "Somebody else tapped first" in answer.text
    assert filled(answer.text)["version"] == "1"
    assert "Eve" not in filled(answer.text).getlist("names")


def test_after_the_first_deal_only_the_seats_can_be_put_right(
    client: FlaskClient, app: Flask
) -> None:
    table = opened(app, "deal")
    shown = client.get(f"{table}/setup")
    sent = start(client, new(client), f"{table}/setup")
    for answer in (shown, sent):
        assert (answer.status_code, answer.location) == (303, f"{table}/seats")


def test_a_new_table_can_be_like_an_old_one(client: FlaskClient, app: Flask) -> None:
    table = opened(app, "deal", options={"penalties": "off"})
    form = filled(client.get(f"/new?like={table.removeprefix('/t/')}").text)
    assert form["game"] == "boodle"
    assert form.getlist("names")[:3] == NAMES
    assert form["rule_penalties"] == "False"
    assert client.get("/new?like=nowhere").status_code == 404


def test_a_crowd_of_seats_is_cut_short(client: FlaskClient) -> None:
    answer = start(client, new(client, names=[str(n) for n in range(500)]))
    assert answer.status_code == 422
    assert "Michigan Kitty is for 2 to 10 players" in answer.text
    assert len(filled(answer.text).getlist("names")) == 20
