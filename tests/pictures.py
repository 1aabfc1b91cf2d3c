"""The pictures of the documents, taken from a played evening: python -m tests.pictures.

Chromium encodes them, so that no library for pictures is needed.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.conftest import house, lay, tablet
from tests.browser.places import FOUR, circle_file
from tests.browser.walks import enter
from tests.serving import Server

TESTS = Path(__file__).parent
FOLDER = TESTS.parent / "docs/tour"
EVENING = json.loads((TESTS / "cases/kitty-evening-of-three-hands.json").read_text())["record"]

# The animation shows the first hand, which has so many entries, and each picture for so long.
HAND, MILLISECONDS = 44, 700
# The last picture of the animation stays longer.
LAST_MILLISECONDS = 4_000
# How well WebP keeps the pictures, from 0 to 1: this keeps the animation below 1.5 MB.
QUALITY = 0.75

ENCODE = """async ([png, width, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(image.height * width / image.width);
    const paper = canvas.getContext('2d');
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


class Scene(NamedTuple):
    """A page of the evening's table after so many entries, on a screen or as it is printed."""

    name: str
    entries: int
    page: str = "/t/{table}"
    size: str = "tablet"
    printed: bool = False


# What is on the table if not Ann but Dee played the 10 of hearts.
COUNT = "chips:Ann=96&cards:Ann=9&chips:Dee=98&cards:Dee=8"
SCENES = (
    Scene("set-up", 0, "/new?like={table}"),
    Scene("deal", 0),
    Scene("auction", 3),
    Scene("lead", 5),
    Scene("follow", 7),
    Scene("pot-won", 21),
    Scene("wrong-tap", 21, f"/t/{{table}}/wrong?{COUNT}", size="tablet-upright"),
    Scene("kitty", HAND),
    Scene("podium", 144),
    Scene("tally", 144, "/t/{table}/tally", printed=True),
    Scene("phone", 26, size="phone"),
)
CIRCLE = Scene("circle", 0)


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with house() as (server, browser):
        for scene in SCENES:
            path = server.import_table({**EVENING, "log": EVENING["log"][: scene.entries]})
            page = scene.page.format(table=path.removeprefix("/t/"))
            _take(browser, scene, server.url + page)
        circle = {**circle_file(FOUR), "name": "Sundays at Grandma’s"}
        _take(browser, CIRCLE, server.url + server.import_table(circle))
        (FOLDER / "hand.webp").write_bytes(animation([*_hand(server, browser)]))


def _take(browser: Browser, scene: Scene, address: str) -> None:
    with tablet(browser, scene.size, reduced_motion="reduce") as page:
        page.goto(address)
        if scene.printed:
            page.emulate_media(media="print")
            page.evaluate("document.body.style.padding = '12mm 15mm'")  # the margins of the paper
            page.set_viewport_size({"width": 794, "height": 1123})
        picture = encoded(page, page.screenshot(), width=min(page.viewport_size["width"], 1024))
        (FOLDER / f"{scene.name}.webp").write_bytes(picture)


def _hand(server: Server, browser: Browser) -> Iterator[bytes]:
    """Yield the pictures of a hand, entry by entry."""
    with tablet(browser, has_touch=True, reduced_motion="reduce") as page:
        lay(server, page, {**EVENING, "log": []})
        yield encoded(page, page.screenshot(), width=640)
        for entry in EVENING["log"][:HAND]:
            assert enter(page, entry, lambda: None) == 200
            yield encoded(page, page.screenshot(), width=640)


def encoded(page: Page, picture: bytes, width: int) -> bytes:
    """Return a picture as WebP of this width."""
    png = base64.b64encode(picture).decode()
    with page.context.new_page() as paper:
        return base64.b64decode(paper.evaluate(ENCODE, [png, width, QUALITY]))


def animation(pictures: list[bytes]) -> bytes:
    """Return WebP pictures of one size as an animation that begins again at its end."""
    first = _chunks(pictures[0])["VP8 "]
    width, height = (int.from_bytes(first[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    size = _three(width - 1) + _three(height - 1)
    animated = bytes([0b10, 0, 0, 0])
    parts = [_chunk("VP8X", animated + size), _chunk("ANIM", bytes(6))]
    for number, picture in enumerate(pictures, 1):
        stays = MILLISECONDS if number < len(pictures) else LAST_MILLISECONDS
        head = _three(0) + _three(0) + size + _three(stays) + bytes([0b10])
        parts.append(_chunk("ANMF", head + _chunk("VP8 ", _chunks(picture)["VP8 "])))
    return _chunk("RIFF", b"WEBP" + b"".join(parts))


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: str, data: bytes) -> bytes:
    return name.encode() + len(data).to_bytes(4, "little") + data + bytes(len(data) % 2)


def _chunks(picture: bytes) -> dict[str, bytes]:
    """Return the chunks of a WebP file, by name."""
    chunks, at = {}, 12
    while at < len(picture):
        length = int.from_bytes(picture[at + 4 : at + 8], "little")
        chunks[picture[at : at + 4].decode()] = picture[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
    return chunks


if __name__ == "__main__":
    main()
