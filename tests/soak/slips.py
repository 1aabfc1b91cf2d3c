"""How often the true repair of a slip is found: a table by kind of slip."""

import sys
import time
from collections import Counter, defaultdict
from typing import Any

from companion.core.force import Line
from companion.core.log import Log
from companion.core.repair.evidence import Evidence, Finding, Refusal
from companion.core.repair.search import Repair, repairs
from companion.core.repair.rank import ranked
from tests.simulated.scorer import SLIPS, Scored, scored


def evidence(made: Scored) -> Evidence:
    if made.refused is not None:
        kinds = made.log.setup.game.kinds
        return Refusal(Line(len(made.log.raw), made.refused, kinds))
    return Finding(made.found[0])


def said(log: Log) -> list[Any]:
    return [line.entry for line in log.lines]


def same(made: Scored, repair: Repair, exact: bool) -> bool:
    twin = made.log.copy()
    twin.enter(repair.raw)
    if made.refused is not None:
        twin.enter(
            {
                **made.refused,
                **(
                    {"player": turn}
                    if (
                        turn := twin.setup.game.turn(
                            twin.table, Line(0, made.refused, twin.setup.game.kinds).entry
                        )
                    )
                    else {}
                ),
            }
        )
    if exact:
        return said(twin) == said(made.truth)
    game = twin.setup.game
    return {**game.result(twin.table), "findings": 0} == {
        **game.result(made.truth.table),
        "findings": 0,
    }


def main(each: int, seed: int) -> None:
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    slow = []
    why = Counter()
    for kind in SLIPS:
        row = rows[kind]
        number = seed
        while row["hands"] < each:
            number += 1
            made = scored(number, kind)
            if made.slipped is None:
                continue
            row["hands"] += 1
            if not made.found and made.refused is None:
                row["unseen"] += 1
                continue
            row["seen"] += 1
            began = time.perf_counter()
            found = repairs(made.log, evidence(made))
            shown = ranked(found)
            slow.append(time.perf_counter() - began)
            exact = [i for i, c in enumerate(shown) for r in c.repairs if same(made, r, True)]
            like = [i for i, c in enumerate(shown) for r in c.repairs if same(made, r, False)]
            row["possible"] += len(found)
            row["more"] += len({(r.number, r.slip.kind) for r in found}) > 3
            row["outcomes"] += len({r.outcome for r in found}) > 3
            row["exact 3"] += bool(exact and exact[0] < 3)
            row["exact 1"] += bool(exact and exact[0] < 1)
            row["like 3"] += bool(like and like[0] < 3)
            row["like 1"] += bool(like and like[0] < 1)
            if "-v" in sys.argv and not like:
                print(kind, number, made.slipped, made.refused, made.found, len(made.log.raw))
            rows["all"].update({k: 0 for k in row})
    keys = [
        "hands",
        "unseen",
        "seen",
        "possible",
        "more",
        "outcomes",
        "exact 3",
        "exact 1",
        "like 3",
        "like 1",
    ]
    print("%-12s" % "", *("%9s" % k for k in keys))
    for kind, row in rows.items():
        if kind == "all":
            continue
        print("%-12s" % kind, *("%9d" % row[k] for k in keys))
    total = Counter()
    for kind in SLIPS:
        total.update(rows[kind])
    print("%-12s" % "all", *("%9d" % total[k] for k in keys))
    print("%-12s" % "%", *("%9.0f" % (100 * total[k] / max(1, total["seen"])) for k in keys))
    slow.sort()
    print(
        "ms: median %.0f p95 %.0f max %.0f"
        % tuple(1000 * slow[int(q * (len(slow) - 1))] for q in (0.5, 0.95, 1))
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
