"""Decodes the parts of a stored result."""

from __future__ import annotations

import base64
from typing import Any


def decode_part(part: Any) -> bytes:
    data: str = part["data"]
    return base64.b64decode(data) if part["encoding"] == "base64" else data.encode()
