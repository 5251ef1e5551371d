"""The process in which deals are analysed: a line of JSON with deals comes in, a line with what was found goes out.

It is started by `process`, gives way to everything else on the computer, and ends when nobody writes to it any more.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress

from arrowswitch.analysis.solver import analyse, best_leads
from arrowswitch.core.deals.deal import DealSet, card_text, parse_deal
from arrowswitch.core.deals.double_dummy import tricks_text

GIVES_WAY = 10


def answer(line: str) -> str:
    """Returns the analysis of a line `[[board, deal], ...]` as a line `[[board, tricks, leads], ...]`."""
    deals = DealSet({board: parse_deal(text) for board, text in json.loads(line)})
    analyses = dict(analyse(deals))
    contracts = {board: one.par.results[0].contract for board, one in analyses.items() if one.par.results}
    leads = best_leads(deals, contracts)
    return json.dumps(
        [
            [board, tricks_text(one.tricks), " ".join(map(card_text, leads.get(board, ())))]
            for board, one in analyses.items()
        ]
    )


def main() -> None:
    """Answers until the other side is gone."""
    with suppress(AttributeError, OSError):
        os.nice(GIVES_WAY)
    for line in sys.stdin:
        sys.stdout.write(f"{answer(line)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
