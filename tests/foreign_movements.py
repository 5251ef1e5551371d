"""The same small movement as files of other programs: four pairs, three rounds, a Howell on three sets of two boards.

    round 1: 1-2 set 1, 3-4 set 1;  round 2: 1-3 set 2, 4-2 set 2;  round 3: 1-4 set 3, 2-3 set 3

All were written by hand from the descriptions of the formats.
"""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.formats.movement.foreign import MovementFormat

EBUSCORE = "[H2] Home\n0,2,6,2,3\n1,2,1,1,3,2,1,4,3\n3,4,1,4,2,2,2,3,3\n"
BRIDGECENTRAL = (
    "1¤4¤Home, 4 pairs¤2¤3¤1¤¤2¤0¤1¤0¤0¤\r\n1¤1|3¤0|0¤2|4¤0|0¤1|1\r\n2¤1|4¤0|0¤3|2¤0|0¤2|2\r\n3¤1|2¤0|0¤4|3¤0|0¤3|3\r\n"
)
_CELLS = ((1, 1, 1, 2, 1), (1, 2, 3, 4, 1), (2, 1, 1, 3, 2), (2, 2, 4, 2, 2), (3, 1, 1, 4, 3), (3, 2, 2, 3, 3))
YAML = "---\nname: Home\nnumberTeams: 4\nhands:\n" + "".join(
    f"- table: {table}\n  round: {played}\n  ns: {ns}\n  ew: {ew}\n  boards:\n  - {2 * at - 1}\n  - {2 * at}\n"
    for played, table, ns, ew, at in _CELLS
)
HOWELL_CARDS = (
    '{"4":\t// 4 pairs\n\t{Rounds: 3, Tables: 2, BoardMovement: null, Arrangement:\n'
    "\t\t[[{NS: 1, EW: 2, Board: 0}, {NS: 3, EW: 4, Board: 0}],\n"
    "\t\t[{NS: 1, EW: 3, Board: 1}, {NS: 4, EW: 2, Board: 1}],\n"
    "\t\t[{NS: 1, EW: 4, Board: 2}, {NS: 2, EW: 3, Board: 2}]]}}\n"
)
ROUND_DATA = "Section,Table,Round,NSPair,EWPair,LowBoard,HighBoard\n" + "".join(
    f"A,{table},{played},{ns},{ew},{2 * at - 1},{2 * at}\n" for played, table, ns, ew, at in _CELLS
)
GUIDE_CARDS = "Pair;Round;Table;Direction;Opponent;Boards\n" + "".join(
    f"{ns};{played};{table};NS;{ew};{2 * at - 1}-{2 * at}\n{ew};{played};{table};E-W;{ns};{2 * at - 1}-{2 * at}\n"
    for played, table, ns, ew, at in _CELLS
)
ASC = "4  2  3  3 0\n 1- 2 A  3- 4 A\n 1- 3 B  4- 2 B  # the second round\n 1- 4 C  2- 3 C\n"
GRID = "\tTable 1\tTable 2\n1\t1-2 1\t3-4 1\n2\t1-3 2\t4-2 2\n3\t1-4 3\t2-3 3\n"

FILES: Mapping[MovementFormat, bytes] = {
    MovementFormat.EBUSCORE: EBUSCORE.encode(),
    MovementFormat.BRIDGECENTRAL: BRIDGECENTRAL.encode("cp1252"),
    MovementFormat.BRIDGE_SCORER: YAML.encode(),
    MovementFormat.HOWELL_CARDS: HOWELL_CARDS.encode(),
    MovementFormat.ROUND_DATA: ROUND_DATA.encode(),
    MovementFormat.GUIDE_CARDS: GUIDE_CARDS.encode(),
    MovementFormat.ASC: ASC.encode(),
    MovementFormat.GRID: GRID.encode(),
}
