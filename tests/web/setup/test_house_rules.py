"""Set-up as families speak: antes by pot, who deals first, and rules under other games' names."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.game import Game, NamedVariant
from companion.core.log.record import parse_options
from companion.games import all_games
from tests.web.pages import escaped, page_of
from tests.web.sending import filled
from tests.web.setup.test_setup import filled_by, new, start, stored, tap

KNOWN = [(game, known) for game in all_games().values() for known in game.variants]


def test_a_pot_can_have_an_ante_of_its_own_which_is_shown_again(
    client: FlaskClient, app: Flask
) -> None:
    form = new(client, "boodle", antes=["", "2", "", "5"])
    answer = start(client, form)
    assert stored(app, answer)["options"] == {"ante": {"AH": 1, "KC": 2, "QD": 1, "JS": 5}}
    page = page_of(client.get(f"{answer.location}/setup").text)
    assert page.values("antes") == ["1", "2", "1", "5"]


def test_a_half_typed_ante_is_said_and_kept(client: FlaskClient) -> None:
    answer = start(client, new(client, "boodle", antes=["", "2x", "", ""]))
    assert answer.status_code == 422
    assert "The ante for K♣ must be" in answer.text
    assert "2x" in answer.text


def test_a_pot_that_goes_takes_its_ante_along(client: FlaskClient) -> None:
    form = new(client, "boodle", antes=["", "2", "", "5"])
    answer = tap(client, form, "pot-remove:KC")
    assert page_of(answer.text).values("antes") == ["", "", "5"]


def test_setup_says_who_deals_first_and_draws_one(client: FlaskClient) -> None:
    form = new(client, "wanagan")
    assert "The oldest player deals first." in client.get("/new?game=wanagan").text
    drawn = {filled_by(client, form, "seat-draw")["dealer"] for _ in range(20)}
    assert len(drawn) > 1
    assert drawn <= {"0", "1", "2"}
    page = tap(client, form, "seat-draw").text
    drawn_name = form.getlist("names")[int(filled(page)["dealer"])]
    assert f"Drawn: {drawn_name} deals first." in page_of(page).said


@pytest.mark.parametrize(("game", "known"), KNOWN, ids=lambda one: getattr(one, "slug", None))
def test_a_game_of_another_name_is_on_the_first_page_and_sets_its_rules(
    client: FlaskClient, game: Game, known: NamedVariant
) -> None:
    address = f"/new?game={game.slug}&rules={known.slug}"
    first = client.get(f"/?search={known.slug.replace('-', ' ')}" if known.cousin else "/").text
    assert escaped(known.name) in first
    assert escaped(address) in first
    form = new(client, game.slug)
    tapped = tap(client, form, f"rules-known:{known.slug}")
    assert tapped.status_code == 200
    assert known.cousin or str(known.about) in page_of(tapped.text).text


@pytest.mark.parametrize(
    ("text", "game", "rules"),
    [
        ("newmarket", "boodle", "newmarket"),
        ("MICHIGAN", "boodle", "michigan"),
        ("tripoley", "michigan-rummy-tournament", "tripoley"),
        ("poker hand hearts", "michigan-rummy-tournament", "tripoley"),
        ("Tripoli", "michigan-rummy-tournament", "tripoley"),
        ("three in one", "michigan-rummy-tournament", "tripoley"),
        ("Rummoli", "michigan-rummy-tournament", "rummoli"),
        ("Royal Rummy", "michigan-rummy-tournament", "rummoli"),
        ("Michigan Rummy", "michigan-kitty", "michigan-rummy"),
        ("stops", "boodle", "stops"),
        ("Chicago", "boodle", "michigan"),
        ("oh hell", "oh-claire", "oh-hell"),
        ("Pope Joan", "boodle", "pope-joan"),
        ("nain jaune", "boodle", "nain-jaune"),
        ("Poch", "michigan-rummy-tournament", "poch"),
    ],
)
def test_house_rules_are_found_by_a_name_on_the_first_page(
    client: FlaskClient, text: str, game: str, rules: str
) -> None:
    page = page_of(client.get(f"/?search={text}").text)
    assert f"/new?game={game}&rules={rules}" in page.links
    shown = [a.get("href") for a in page.all("a", **{"class": "game-choice"})]
    assert f"/new?game={game}" in shown
    assert "/new?game=wanagan" not in shown


WORDS = {
    "michigan-kitty": "widow, extra hand, dead hand, exchange, auction, pennies, saucers, pay card",
    "kids-rummy": "meld, book",
}


@pytest.mark.parametrize("game", WORDS)
def test_a_game_is_found_by_the_words_of_its_sheet(client: FlaskClient, game: str) -> None:
    for text in WORDS[game].split(", "):
        assert f"/new?game={game}" in page_of(client.get(f"/?search={text}").text).links, text


def test_a_cousin_is_shown_where_it_is_sought_and_said_to_be_none_of_the_box(
    client: FlaskClient,
) -> None:
    assert "Pope Joan" not in client.get("/").text
    assert "does not have this game" in page_of(client.get("/?search=pope+joan").text).text


def test_michigan_is_played_as_its_sheet_says_and_tripoley_with_all_cards() -> None:
    named = {known.slug: (game, known.options) for game, known in KNOWN}
    game, options = named["michigan"]
    assert parse_options({**options}, game) == game.defaults
    game, options = named["tripoley"]
    assert parse_options({**options}, game).counts_played("poker", held_only=game.poker_held_only)


def test_what_is_called_nothing_is_said_to_be_found_nowhere(client: FlaskClient) -> None:
    page = page_of(client.get("/?search=ombre").text)
    assert "Nothing found for “ombre”." in page.text
    assert page.all("a", **{"class": "game-choice"}) == []


def test_house_rules_are_found_by_a_name_at_set_up_of_any_game(
    client: FlaskClient, app: Flask
) -> None:
    form = new(client, "michigan-kitty")
    form["rules_search"] = "newmarket"
    found = tap(client, form, "rules-find")
    assert "game:boodle:newmarket" in page_of(found.text).values("do", "button")
    setup = stored(app, start(client, filled_by(client, form, "game:boodle:newmarket")))
    assert (setup["game"], setup["options"]["next_lead"]) == ("boodle", "any")


def test_house_rules_that_are_not_searched_for_stay_on_the_form(client: FlaskClient) -> None:
    form = new(client, "boodle")
    form["rule_next_lead"], form["rules_search"] = "any", "penalties"
    page = page_of(tap(client, form, "rules-find").text)
    hidden = {e.get("id") for e in page.elements if "hidden" in e.attributes}
    assert "field-rule_next_lead" in hidden
    assert "field-rule_penalties" not in hidden
    assert filled_by(client, form, "rules-find")["rule_next_lead"] == "any"
