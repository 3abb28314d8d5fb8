# Written by `npm run generate` from spec/. Do not edit.
"""Find and run the tools of third-party apps, and read and search websites, with Jackfield."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._platform import Jackfield
from ._runtime.errors import JackfieldError
from ._runtime.options import ApiKey
from ._runtime.pages import AsyncPages, Pages
from ._runtime.request import UNSET
from ._site import JackfieldSite

if TYPE_CHECKING:
    from ._platform_async import AsyncJackfield
    from ._site_async import AsyncJackfieldSite

__version__ = "1.0.0"

__all__ = [
    "UNSET",
    "ApiKey",
    "AsyncJackfield",
    "AsyncJackfieldSite",
    "AsyncPages",
    "Jackfield",
    "JackfieldError",
    "JackfieldSite",
    "Pages",
]

#: These import asyncio, which is slow, so they are loaded when a program uses them.
_ASYNC = {
    "AsyncJackfieldSite": "_site_async",
    "AsyncJackfield": "_platform_async",
}


def __getattr__(name: str) -> Any:
    if name not in _ASYNC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f".{_ASYNC[name]}", __name__), name)
