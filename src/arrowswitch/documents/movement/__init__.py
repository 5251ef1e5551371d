"""Sheets for the tables: guide cards and slips, master sheet, table numbers, the plan of the room."""
