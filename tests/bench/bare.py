"""What a tap is measured against: a bare Flask route with one SQLite commit and a template."""

import sys
from pathlib import Path

from flask import Flask, render_template_string
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.serve import make_server, open_socket
from companion.server.connections import MAX_CONNECTIONS
from companion.server.gateway import Gateway
from companion.store.database import PRAGMAS

PAGE = "<ul>{% for place in range(rows) %}<li>row {{ place }} of {{ rows }}</li>{% endfor %}</ul>"


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


def make_app(database: Path, size: int) -> Flask:
    """An app whose one route stores a row and answers with about ``size`` bytes."""
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{database}"
    db = SQLAlchemy(app, model_class=Base)
    with app.app_context():
        event.listen(db.engine, "connect", _set_up)
        Base.metadata.create_all(db.engine)

    @app.post("/tap")
    def tap() -> str:
        db.session.add(Row(text="tap"))
        db.session.commit()
        return render_template_string(PAGE, rows=size // len("<li>row 100 of 300</li>"))

    return app


def _set_up(connection: object, _: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]


if __name__ == "__main__":
    folder, port, size = sys.argv[1:]
    app = make_app(Path(folder) / "bare.sqlite", int(size))
    gateway = Gateway(app, 0, lambda _: {})
    make_server(gateway, MAX_CONNECTIONS).run([open_socket("127.0.0.1", [int(port)])])
