"""The types of finished pages and of the files that belong to them, by the endings of their names."""

from __future__ import annotations

PAGE_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "jpg": "image/jpeg",
    "svg": "image/svg+xml; charset=utf-8",
    "woff2": "font/woff2",
    "csv": "text/csv; charset=utf-8",
    "pbn": "application/octet-stream",
    "xml": "application/xml",
}
