"""The game itself: seats, boards, contracts, results and duplicate scores."""
