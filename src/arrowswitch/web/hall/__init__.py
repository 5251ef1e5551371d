"""The hall screens: what everybody in the room reads from the wall."""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.hall import bracket, club_screen, screen, teams

routers: tuple[APIRouter, ...] = (club_screen.router, screen.router, bracket.router, teams.router)
"""Every router of the hall; a page's module is imported above and its `router` is added here."""
