"""Measures of what a hall screen shows: the smallest letters, and texts that are cut, outside or over one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

LEAST_AT_1920 = 26
"""The height of the smallest letters on a screen of 1920 pixels, and in proportion on others."""
_OVER = 2
"""How far texts may reach into each other, in pixels, before they count as over one another."""
_READ = """() => {
  const root = document.querySelector('.slide.is-on') ?? document.querySelector('#hall');
  const texts = [];
  const cut = [];
  let count = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    const words = node.textContent.trim();
    if (!words || holder.closest('.sr, svg, input, select')) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    count += 1;
    const range = document.createRange();
    range.selectNodeContents(node);
    const frame = holder.getBoundingClientRect();
    const isClipped = getComputedStyle(holder).overflowY === 'hidden';
    const size = Number.parseFloat(getComputedStyle(holder).fontSize);
    const box = holder.closest('.hall-table, td, th, .seat-list li, .draw-rows li, .bk-side, .pages');
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      const middle = (rect.top + rect.bottom) / 2;
      if (isClipped && middle > frame.bottom) {
        cut.push(words);
        continue;
      }
      texts.push({ words: words.slice(0, 30), node: count, size, left: rect.left, right: rect.right,
        top: middle - size * 0.4, bottom: middle + size * 0.4,
        edge: box ? box.getBoundingClientRect().right : innerWidth });
    }
  }
  return { texts, cut, height: innerHeight, width: innerWidth,
    scroll: document.documentElement.scrollHeight - innerHeight };
}"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a screen: what is wrong, and with which words."""

    kind: str
    words: str


def measure(page: Page) -> list[Fault]:
    """Returns the faults of what a hall screen shows now."""
    read = page.evaluate(_READ)
    texts, width = read["texts"], read["width"]
    least = LEAST_AT_1920 * width / 1920
    faults = [Fault("scrolls", str(read["scroll"]))] if read["scroll"] > 1 else []
    faults += [Fault("cut", words) for words in read["cut"]]
    for text in texts:
        if text["size"] < least - 0.1:
            faults.append(Fault(f"small {text['size']:.1f} of {least:.1f}", text["words"]))
        if text["right"] > min(text["edge"], width) + 1.5 or text["bottom"] > read["height"] or text["left"] < 0:
            faults.append(Fault("outside", text["words"]))
    for first, second in _overlaps(texts):
        faults.append(Fault("over another", f"{first['words']} / {second['words']}"))
    return faults


def _overlaps(texts: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yields texts of two nodes that are over one another, from the left to the right."""
    ordered = sorted(texts, key=lambda text: text["left"])
    for at, first in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other["left"] > first["right"] - _OVER:
                break
            wide = min(first["right"], other["right"]) - other["left"]
            high = min(first["bottom"], other["bottom"]) - max(first["top"], other["top"])
            if first["node"] != other["node"] and wide > _OVER and high > _OVER:
                yield first, other
