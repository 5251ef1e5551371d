"""The director's judgement: awards, penalties, boards not played or fouled."""
