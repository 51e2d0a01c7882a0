"""Photograph the built site for its manifest, the sample open: `python3 -m tools.screenshots [--site dist]`.

Browsers show the pictures where they offer to install the site. They are kept in the repository, so run this after the
page has changed its looks; it needs what the browser tests need.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from playwright.sync_api import expect

from tools.bench import served_in_chromium
from tools.pins import ROOT

FOLDER = ROOT / "web" / "screenshots"
PATIENCE = 120_000  # milliseconds
SHAPES = {"wide": (1280, 800, 1), "narrow": (390, 844, 2)}  # width and height in CSS pixels, and the pixels of each


def main() -> None:
    """Take one picture of each shape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    site = parser.parse_args().site
    FOLDER.mkdir(exist_ok=True)
    with served_in_chromium(site) as (url, browser):
        for name, (width, height, scale) in SHAPES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                has_touch=name == "narrow",
                service_workers="block",
            )
            page = context.new_page()
            page.goto(url)
            page.get_by_test_id("sample-button").click()
            status = page.get_by_test_id("status")
            expect(page.get_by_test_id("query")).to_have_count(3, timeout=PATIENCE)
            expect(status).to_have_attribute("data-state", "ready", timeout=PATIENCE)
            expect(page.get_by_test_id("summary")).to_contain_text(re.compile(r"of \d+ answers"), timeout=PATIENCE)
            if name == "narrow":
                page.locator("#tabs button").nth(1).click()
            page.screenshot(path=FOLDER / f"{name}.png")
            context.close()


if __name__ == "__main__":
    main()
