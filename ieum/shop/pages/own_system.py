"""Operating system that a browser says it runs on, by the names that the pages of the systems have."""

# In this order: Android says that it is a Linux, and an iPhone that it is like a Mac.
_SIGNS = {
    "Windows NT": "windows",
    "Android": "android",
    "iPhone": "ios",
    "iPad": "ios",
    "iPod": "ios",
    "Macintosh": "macos",
}


def system_of(user_agent: str) -> str:
    """Empty where it is none of ours. An iPad that asks for desktop pages says that it is a Mac."""
    return next((system for sign, system in _SIGNS.items() if sign in user_agent), "")
