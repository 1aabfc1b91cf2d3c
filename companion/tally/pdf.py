"""The tally on paper: one page as a rule, more if the evening was long."""

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Table

from companion.tally import rows as tables
from companion.tally.chart import Chart, Line, chart_of
from companion.tally.fonts import BOLD, PLAIN, load_fonts, markup, runs, width

PAPERS = {"a4": A4, "letter": LETTER}
MARGIN, MARGIN_ABOVE = 15 * mm, 12 * mm
CHART_SHARES = (1, 0.8, 0.6)
"""How much of the width the chart takes: the most with which the evening fits on one page."""

LABEL = 12
INK, DIM, RULE = HexColor("#1c1f1a"), HexColor("#5c5847"), HexColor("#b9b29f")
COLOURS = tuple(
    HexColor(code)
    for code in (
        "#1d5a3f", "#b3261e", "#1f4fa3", "#9a6700", "#6b3fa0",
        "#007a87", "#a3386c", "#4d5a12", "#5c4033", "#33383f",
    )
)  # fmt: skip
"""One for every line of the chart; each is dark enough on white, and dashed and marked too."""

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=17, leading=21, textColor=INK)
UNDER = ParagraphStyle("under", fontName=PLAIN, fontSize=9.5, leading=13, textColor=DIM)
HEAD = ParagraphStyle("head", fontName=BOLD, fontSize=11, leading=14, spaceBefore=9, spaceAfter=3)
TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=9, leading=11.5, textColor=INK)
STRONG = ParagraphStyle("strong", parent=TEXT, fontName=BOLD)


def pdf_of(tally: dict[str, Any], started: date, paper: str = "a4") -> bytes:
    """Draw a tally as a PDF, on ``a4`` or ``letter``."""
    load_fonts()
    first, pages = _built(tally, started, paper, CHART_SHARES[0])
    for share in CHART_SHARES[1:] if pages == 2 else ():
        smaller, pages = _built(tally, started, paper, share)
        if pages == 1:
            return smaller
    return first


def _built(tally: dict[str, Any], started: date, paper: str, share: float) -> tuple[bytes, int]:
    """Build the PDF and count its pages."""
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=PAPERS[paper],
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN_ABOVE,
        bottomMargin=MARGIN_ABOVE,
        title=f"{tally['name']}, {started:%d %B %Y}",
        author="Companion",
        invariant=1,
    )
    document.build(_story(tally, started, document.width, share), onLaterPages=_number_page)
    return out.getvalue(), document.page


def _story(
    tally: dict[str, Any], started: date, across: float, chart_share: float
) -> list[Flowable]:
    """List what stands on the paper, from the top."""
    story: list[Flowable] = [
        Paragraph(markup(tally["name"], BOLD), TITLE),
        Paragraph(f"{started:%d %B %Y} · {_stage(tally)}", UNDER),
        *_titled("Places", _places(tally, across)),
    ]
    if tally["proof"]["bought"]:
        story += _notes(tally, across)
    chart = chart_of(tally["chart"])
    if chart is not None:
        drawn = ChartFlowable(chart, chart_share * across)
        story += _titled(f"Result after each hand, in {tally['unit']}", drawn)
        story += [Paragraph("Hand by hand", HEAD), _hands(tally, across)]
    return story + _proof(tally, across)


def _stage(tally: dict[str, Any]) -> str:
    hands = len(tally["hands"])
    after = f"after {hands} hand{'' if hands == 1 else 's'}"
    return f"final tally {after}" if tally["over"] else f"running tally {after}"


def _titled(title: str, what: Flowable) -> list[Flowable]:
    return [KeepTogether([Paragraph(title, HEAD), what])]


def _places(tally: dict[str, Any], across: float) -> Table:
    heading, *rows = tables.places(tally)
    at = heading.index("Result") if "Result" in heading else None
    told = [
        [_gain(cell) if place == at else cell for place, cell in enumerate(row)] for row in rows
    ]
    return _table([heading, *told], across, words=(1,))


def _gain(cell: tables.Cell) -> str:
    return tables.signed(int(cell))


def _notes(tally: dict[str, Any], across: float) -> list[Flowable]:
    notes = tables.notes(tally)
    if len(notes) == 1:
        return _titled("Notes to settle", Paragraph("None: nobody owes anybody.", TEXT))
    return _titled("Notes to settle", _table(notes, across, words=(0, 1)))


def _hands(tally: dict[str, Any], across: float) -> Table:
    """Tell hand by hand; names are cut so that each heading stays on two lines at most."""
    heading, *rows = tables.hands(tally)
    room = 1.6 * across / (len(heading) + 1.3)
    short = {player: fitted(player, room, TEXT.fontSize) for player in tally["chart"]}
    told = [[*row[:3], *map(_gain, row[3:])] for row in rows]
    named = [[short.get(str(cell), cell) for cell in row] for row in (heading, *told)]
    return _table(named, across, words=(1, 2), total=True)


def _proof(tally: dict[str, Any], across: float) -> list[Flowable]:
    """Prove that chips in = chips out; a game without chips has nothing to prove."""
    story: list[Flowable] = []
    corrections = tables.corrections(tally)
    if len(corrections) > 1:
        story += _titled("Corrections by counting", _table(corrections, across, words=(0,)))
    if tally["proof"]["bought"] or tally["proof"]["corrections"]:
        story += _titled("Proof", Paragraph(markup(tables.proof_line(tally)), TEXT))
    return story


def _table(
    rows: Sequence[tables.Row], across: float, words: tuple[int, ...], total: bool = False
) -> Table:
    """Rule a table: words to the left, numbers to the right, the heading again on every page."""
    columns = range(len(rows[0]))
    weights = [1.8 if at in words else 1 if at else 0.9 for at in columns]
    widths = [across * weight / sum(weights) for weight in weights]
    cells = [
        [_cell(row[at], at == 0 or at in words, number == 0) for at in columns]
        for number, row in enumerate(rows)
    ]
    table = Table(cells, colWidths=widths, repeatRows=1, hAlign="LEFT")
    table.setStyle([*RULES, *([("LINEABOVE", (0, -1), (-1, -1), 0.9, INK)] if total else [])])
    return table


RULES: list[Any] = [
    ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ("TOPPADDING", (0, 0), (-1, -1), 1.2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
    ("LEFTPADDING", (0, 0), (-1, -1), 2),
    ("RIGHTPADDING", (0, 0), (-1, -1), 2),
    ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
    ("LINEBELOW", (0, 1), (-1, -1), 0.3, RULE),
]


def _cell(cell: tables.Cell, left: bool, heading: bool) -> Paragraph:
    style = STRONG if heading else TEXT
    aligned = ParagraphStyle("cell", parent=style, alignment=0 if left else 2, splitLongWords=1)
    return Paragraph(markup(str(cell), style.fontName), aligned)


def _number_page(canvas: Canvas, document: Any) -> None:
    canvas.setFont(PLAIN, 8)
    canvas.drawRightString(document.pagesize[0] - MARGIN, 7 * mm, f"page {document.page}")


class ChartFlowable(Flowable):
    """The chart, scaled to the width of the page."""

    def __init__(self, chart: Chart, across: float) -> None:
        """Take a chart and the width of the page in points."""
        super().__init__()
        self.chart = chart
        self.scale = across / chart.width
        self.width, self.height = across, chart.height * self.scale

    def wrap(self, *_: float) -> tuple[float, float]:
        """Tell how much room the chart needs, in points."""
        return self.width, self.height

    def draw(self) -> None:
        """Draw axes, lines and names."""
        canvas = self.canv
        canvas.translate(0, self.height)
        canvas.scale(self.scale, self.scale)
        _draw_axes(canvas, self.chart)
        for line in self.chart.lines:
            _draw_line(canvas, self.chart, line)


def _draw_axes(canvas: Canvas, chart: Chart) -> None:
    canvas.setFont(PLAIN, 11)
    canvas.setFillColor(DIM)
    for y, number in chart.up:
        canvas.setStrokeColor(INK if number == 0 else RULE)
        canvas.setLineWidth(1 if number == 0 else 0.5)
        canvas.line(chart.left, -y, chart.right, -y)
        canvas.drawRightString(chart.left - 7, -y - 4, tables.signed(number))
    for x, hand in chart.across:
        canvas.drawCentredString(x, -chart.bottom - 16, str(hand))


def _draw_line(canvas: Canvas, chart: Chart, line: Line) -> None:
    colour = COLOURS[line.style]
    canvas.setStrokeColor(colour)
    canvas.setFillColor(colour)
    canvas.setLineWidth(2)
    canvas.setDash(list(line.dash))
    _draw_path(canvas, line.points, stroke=1)
    canvas.setDash()
    for x, y in line.marked:
        _draw_path(canvas, [(x + dx, y + dy) for dx, dy in line.marker], fill=1)
    _draw_name(canvas, chart, line)


def _draw_path(
    canvas: Canvas, points: Sequence[tuple[float, float]], stroke: int = 0, fill: int = 0
) -> None:
    path = canvas.beginPath()
    for at, (x, y) in enumerate(points):
        (path.lineTo if at else path.moveTo)(x, -y)
    if fill:
        path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill)


def _draw_name(canvas: Canvas, chart: Chart, line: Line) -> None:
    """Write a result and its name at the end of a line, with a thin lead where they had to move."""
    x, y = line.points[-1]
    canvas.setLineWidth(0.6)
    canvas.line(x + 7, -y, chart.right + 16, -line.label_y)
    at = chart.right + 20.0
    number = [(BOLD, f"{tables.signed(line.end)} ")]
    name = runs(fitted(line.label, chart.width - at - width(number[0][1], LABEL, BOLD)), BOLD)
    for font, part in number + name:
        canvas.setFont(font, LABEL)
        canvas.drawString(at, -line.label_y - 4, part)
        at += canvas.stringWidth(part, font, LABEL)


def fitted(text: str, room: float, size: float = LABEL) -> str:
    """Shorten a name to so much room in points, at a size in bold."""
    shortened = text
    while shortened and width(shortened, size, BOLD) > room:
        shortened = shortened.rstrip("…")[:-1] + "…" if shortened != "…" else ""
    return shortened
