"""Presses on the page of recovery as a browser makes them: a plan is taken with the fields of its form."""

from __future__ import annotations

import re
from html import unescape

import httpx

from tests.web.playing import Playing

_CARD = re.compile(r'id="plan-(\d+)"(.*?)</form>', re.DOTALL)
_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def plan_forms(html: str) -> list[dict[str, str]]:
    """Returns the hidden fields of each plan on a page."""
    return [{name: unescape(value) for name, value in _FIELD.findall(card)} for _, card in _CARD.findall(html)]


def take_plan(playing: Playing, html: str, place: int, **more: str) -> httpx.Response:
    """Takes the plan at a place of a page."""
    return playing.post("/recovery/plan", **plan_forms(html)[place - 1], **more)
