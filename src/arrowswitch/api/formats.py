"""Files: deals and hand records, results, movements, draws and league calendars, from bytes to values and back."""

from __future__ import annotations

from arrowswitch.formats.deals.deal_file import DealFile
from arrowswitch.formats.deals.formats import DEAL_ENDINGS, DealFormat, deal_format
from arrowswitch.formats.detect import READ_ENDINGS, RESULT_ENDINGS, read_results
from arrowswitch.formats.detect import writer_for as results_format
from arrowswitch.formats.movement.movement_file import read_movement_file
from arrowswitch.formats.movement.movement_text import format_movement_text
from arrowswitch.formats.pairing.draw_file import read_draw_file
from arrowswitch.formats.pairing.knockout_file import KnockoutFile, read_knockout_file
from arrowswitch.formats.pairing.league_file import LeagueFile, read_league_file
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.results import FileContestant, FileLine, FileMatch, FileTeam, ResultsFile
from arrowswitch.formats.results.scoring_input import scoring_input

__all__ = [
    "DEAL_ENDINGS",
    "READ_ENDINGS",
    "RESULT_ENDINGS",
    "DealFile",
    "DealFormat",
    "FileContestant",
    "FileLine",
    "FileMatch",
    "FileTeam",
    "Format",
    "KnockoutFile",
    "LeagueFile",
    "ResultsFile",
    "deal_format",
    "format_movement_text",
    "read_draw_file",
    "read_knockout_file",
    "read_league_file",
    "read_movement_file",
    "read_results",
    "results_format",
    "scoring_input",
]
