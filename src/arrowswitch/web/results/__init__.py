"""The results for everybody: what was published, as pages to read in a browser.

They are the pages of the result package (`documents.publication`), served as they stand; here is only the list of the
events and the search for a player. Nothing can be sent.
"""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.results import routes

routers: tuple[APIRouter, ...] = (routes.router, routes.of_events)
"""Every router of the results."""
