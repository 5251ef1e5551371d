"""From boards to totals, ranks and what comes after: carry-over, strata, handicaps, qualifying."""
