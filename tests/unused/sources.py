"""What a project is written in, read once: modules, templates, styles and scripts."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from jinja2 import Environment, nodes
from jinja2.ext import do

WORD = re.compile(r"[\w-]+")
# Stands for what a text made of parts holds at a place that is worked out.
ANY = "\0"


class Sources:
    """The sources of a project below a folder, laid out as this one."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def templates(self) -> dict[str, nodes.Template]:
        folder, jinja = self.root / "templates", Environment(extensions=[do])
        return {
            str(path.relative_to(folder)): jinja.parse(path.read_text())
            for path in sorted(folder.rglob("*.*"))
            if path.suffix in (".html", ".js", ".webmanifest")
        }

    @cached_property
    def modules(self) -> dict[Path, ast.Module]:
        return {path: ast.parse(path.read_text()) for path in self.paths("companion", "py")}

    @cached_property
    def styles(self) -> dict[Path, str]:
        """Every style sheet, without comments."""
        return {
            path: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            for path in self.paths("static/css", "css")
        }

    @cached_property
    def scripts(self) -> str:
        return "\n".join(path.read_text() for path in self.paths("static/js", "js"))

    def paths(self, folder: str, ending: str) -> list[Path]:
        return sorted((self.root / folder).rglob(f"*.{ending}"))

    @cached_property
    def texts(self) -> set[str]:
        """Every text in the code of modules and templates, ANY where it is worked out."""
        found = {text for tree in self.modules.values() for text in _texts_of_module(tree)}
        found |= {text for tree in self.templates.values() for text in texts_of(tree)}
        return found

    @cached_property
    def words(self) -> set[str]:
        """Every word of those texts, also in small letters, and the names of games."""
        games = {path.stem.replace("_", "-") for path in self.modules}
        games |= {path.parent.name.replace("_", "-") for path in self.modules}
        words = games | {word for text in self.texts for word in WORD.findall(text)}
        return words | {word.lower() for word in words}


def _texts_of_module(tree: ast.Module) -> Iterator[str]:
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else ANY for part in node.values)
            yield "".join(map(str, parts))
        elif _is_text(node) and id(node) not in docstrings:
            yield node.value


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def texts_of(tree: nodes.Template) -> Iterator[str]:
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str):
            yield const.value
    for glued in tree.find_all(nodes.Concat):
        yield "".join(_part(part) for part in glued.nodes)


def _part(node: nodes.Expr) -> str:
    return node.value if isinstance(node, nodes.Const) and isinstance(node.value, str) else ANY
