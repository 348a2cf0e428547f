"""The Chromium that tests drive: which program it is, and how it is started."""

import os
import shutil

# The headless shell draws and runs pages with the same engine, and needs a fifth less CPU time than the whole browser,
# which draws windows for nobody. The night's tests drive the whole one.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Chromium's address bar is two hidden pages of its own for each window, which cost as much as a page of ours.
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
# Chromium obeys the last list alone, so that what Playwright 1.65 leaves out by itself stands here, too.
LEFT_OUT_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages of one context share a process: to start one takes longer than to draw a page.
    "--process-per-site",
    f"--disable-features={','.join((*ADDRESS_BAR, *LEFT_OUT_BY_PLAYWRIGHT))}",
]


def find_chromium() -> str | None:
    """The path of the one that IEUM_CHROMIUM names, and of no other; without it, of the first that is installed."""
    named = os.environ.get("IEUM_CHROMIUM")
    names = (named,) if named else NAMES
    return next((found for name in names if (found := shutil.which(name))), None)
