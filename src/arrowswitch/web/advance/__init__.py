"""The pages of advance entry for everybody: what is announced, who has entered, and for each who enters a link of their
own. They show names, and nothing else of people."""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.advance import own, routes

routers: tuple[APIRouter, ...] = (routes.router, own.router)
"""Every router of the pages of advance entry."""
