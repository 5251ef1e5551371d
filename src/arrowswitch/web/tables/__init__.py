"""The pages of the tables: a device at each table reports results, and shows where everybody goes next.

A table opens its page with its code (`tournament.devices.codes`). One page stays open for the whole session and never
navigates: results that cannot be sent wait in the browser and are sent again (`static/js/sending.js`).
"""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.tables import reporting, review, routes, seating

routers: tuple[APIRouter, ...] = (
    reporting.router,
    routes.typing,
    routes.router,
    seating.router,
    review.router,
)
"""Every router of the tables' pages."""
