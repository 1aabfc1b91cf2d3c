"""The search for what nobody uses finds each kind of it, and nothing else."""

from pathlib import Path

import pytest

from tests.unused.__main__ import unused

USED = {
    "companion/web.py": """
def show(kind: str) -> None:
    render("page.html", face=kind)
    render(f"games/{kind}/felt.html")


show("boodle")
""",
    "templates/base.html": """
<link href="{{ url_for('static', filename='css/all.css') }}">
{% for name in ('tap',) %}<script src="{{ url_for('static', filename='js/' ~ name ~ '.js') }}">
</script>{% endfor %}<body class="{% block page_class %}{% endblock %}">
""",
    "templates/page.html": """
{% extends 'base.html' %}
{% from 'macros.html' import card as one_card %}
{% block page_class %}table-page{% endblock %}
{{ one_card(face) }}
""",
    "templates/macros.html": """
{% macro card(face) %}<b class="card {{ 'is-lit' if face }} suit-{{ face }}">{{ _pip() }}</b>
{% endmacro %}
{% macro _pip() %}<i class="pip"></i>{% endmacro %}
""",
    "templates/games/boodle/felt.html": "<p>Felt</p>",
    "static/css/all.css": """
/* .old was here */
.table-page { background: url(../img/felt.svg); }
@media (min-width: 40rem) { .card.is-lit .pip, .suit-boodle { color: red; } }
.is-busy { opacity: .5; }
""",
    "static/js/tap.js": 'document.body.classList.add("is-busy");',
    "static/img/felt.svg": "<svg/>",
}


def project(root: Path, **more: str) -> Path:
    """A small project in which everything is used, but for what a test adds."""
    for name, text in USED.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + more.pop(path.stem, ""))
    return root


def test_nothing_is_found_where_everything_is_used(tmp_path: Path) -> None:
    assert unused(project(tmp_path)) == []


@pytest.mark.parametrize(
    ("where", "planted", "told"),
    [
        ("macros", "{% macro fan() %}{% endmacro %}", "macro “fan” is not used"),
        ("page", "{% from 'macros.html' import card %}", "import “card” is not used"),
        ("page", "{% from 'macros.html' import no %}{{ no() }}", "macros.html has no “no”"),
        ("all", ".podium { gap: 0; }", "nothing has the class “podium”"),
        ("all", ".card .suit-poker { gap: 0; }", "nothing has the class “suit-poker”"),
        ("web", "def settle() -> None: ...", "function “settle” is not used"),
        ("web", "ROUNDS = 3", "variable “ROUNDS” is not used"),
    ],
)
def test_what_is_planted_is_found(tmp_path: Path, where: str, planted: str, told: str) -> None:
    (line,) = unused(project(tmp_path, **{where: planted}))
    assert line.endswith(f": {told}")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("templates/forgotten.html", "nothing renders it"),
        ("templates/games/boodle/old.html", "nothing renders it"),
        ("templates/games/rook/felt.html", "nothing renders it"),
        ("static/img/rose.svg", "nothing refers to it"),
        ("static/js/sound.js", "nothing refers to it"),
    ],
)
def test_a_planted_file_is_found(tmp_path: Path, name: str, told: str) -> None:
    path = project(tmp_path) / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    assert unused(tmp_path) == [f"{name}: {told}"]
