"""The routers of the workbench."""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.desk.workbench import comparing, listing, output, sheet

routers: tuple[APIRouter, ...] = (listing.router, comparing.router, output.router, sheet.router)
"""The fixed addresses come before those of a sheet."""
