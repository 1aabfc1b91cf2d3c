"""Records that are nearly right, judged by the rules core: no exception, and none for long."""

import json
import time

from companion.core.entries.parsing import InvalidJson, parse_json
from companion.core.log.replay import record_result
from companion.games import all_games
from tests.soak.figures import Figures, memory
from tests.soak.making import Maker


def run(seed: int, records: int) -> Figures:
    """Judge so many records; 200 stands for accepted, 422 for refused, 500 for an exception."""
    figures, maker = Figures("mutated records"), Maker(seed)
    settled = 0.0
    for at in range(records):
        if at == records // 5:
            settled = memory()
        text = json.dumps(maker.record())
        before = time.thread_time()
        figures.note(_judge(text), time.thread_time() - before, text[:400])
    figures.grown = memory() - settled
    return figures


def _judge(text: str) -> int:
    try:
        judged = record_result(parse_json(text), all_games())
    except InvalidJson:
        return 422
    except Exception:
        return 500
    json.dumps(judged)
    return 200 if judged["ok"] else 422
