"""Check lists, the condition of boards, the announced end of corrections."""
