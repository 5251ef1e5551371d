"""The candidates of the chooser of pair movements, before any movement is made."""

from __future__ import annotations

import pytest

from tests.movement_candidates import PAIRS, candidate_digest, stored_digests


@pytest.mark.slow
def test_the_candidates_and_their_order_equal_the_stored_table() -> None:
    """2 to 40 tables, with 168 combinations of winners, rounds, boards and time for each number of pairs."""
    stored = stored_digests()
    assert list(stored) == [str(pairs) for pairs in PAIRS]
    assert [pairs for pairs in PAIRS if candidate_digest(pairs) != stored[str(pairs)]] == []
