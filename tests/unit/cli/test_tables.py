"""Tables in a terminal."""

from arrowswitch.cli.tables import text_table, width


def test_kanji_are_two_places_wide() -> None:
    assert [width(text) for text in ("春川", "Oak", "ｱﾙ", "é")] == [4, 3, 2, 1]


def test_columns_line_up() -> None:
    table = text_table(("名前", "%"), (("春川", "61.75"), ("Oak", "9.10")), right=(1,))
    assert table.splitlines() == ["名前      %", "春川  61.75", "Oak    9.10"]
