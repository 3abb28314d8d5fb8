"""Verifies webhooks that Jackfield sends (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._runtime.errors import JackfieldError, invalid_input
from ._runtime.secrets import conceal


@dataclass(frozen=True)
class Webhook:
    """A webhook whose signature is valid."""

    #: The ID of the message, the same at each delivery. Store it for as long as
    #: ``tolerance_seconds`` to detect repeated deliveries.
    id: str
    #: When the message was sent, in UTC.
    timestamp: datetime.datetime
    #: The parsed JSON of the body.
    payload: Any


def verify(
    payload: str | bytes | bytearray,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300.0,
    now: float | None = None,
) -> Webhook:
    """Verifies a webhook and parses its body.

    ``payload`` is the body exactly as it was received. ``secret`` may be several secrets while one
    replaces another. ``now`` is the current time in seconds since 1970.

    Raises a ``JackfieldError`` with the code ``missing_header``, ``invalid_timestamp``,
    ``invalid_signature``, ``invalid_payload`` or ``invalid_input``.
    """
    get_keys = conceal(_decode_secrets([secret] if isinstance(secret, str) else secret))
    # Tracebacks can show local variables.
    del secret
    if not get_keys():
        raise invalid_input("No secret. Pass the webhook's secret.")
    if not all(get_keys()):
        raise invalid_input("The secret isn't valid. It must be Base64, such as whsec_MfKQ9r8G.")
    body = _to_bytes(payload)
    by_name = {name.lower(): value for name, value in headers.items()}
    message_id = _require_header(by_name, "webhook-id")
    timestamp = _require_header(by_name, "webhook-timestamp")
    sent_at = int(timestamp) if re.fullmatch(r"[0-9]{1,12}", timestamp) else float("nan")
    # Written so that NaN is refused too.
    if not abs((time.time() if now is None else now) - sent_at) <= tolerance_seconds:
        raise JackfieldError(
            "invalid_timestamp",
            f"The timestamp isn't within {tolerance_seconds:g} seconds of the current time.",
        )
    signatures = _require_header(by_name, "webhook-signature").encode(errors="replace").split(b" ")
    message = f"{message_id}.{timestamp}.".encode() + body
    if not _is_signed(message, signatures, get_keys()):
        raise JackfieldError(
            "invalid_signature",
            "No signature matches. Check the secret, and pass the body exactly as it was received.",
        )
    sent = datetime.datetime.fromtimestamp(sent_at, datetime.timezone.utc)
    return Webhook(message_id, sent, _parse(body))


def _decode_secrets(secrets: Sequence[str]) -> list[bytes]:
    """Decodes Base64, after ``whsec_`` or alone. A secret that isn't valid becomes empty."""
    keys: list[bytes] = []
    for secret in secrets:
        try:
            keys.append(base64.b64decode(secret.removeprefix("whsec_"), validate=True))
        except (binascii.Error, ValueError):
            keys.append(b"")
    return keys


def _is_signed(message: bytes, signatures: Sequence[bytes], keys: Sequence[bytes]) -> bool:
    is_valid = False
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.digest(key, message, hashlib.sha256))
        for signature in signatures:
            is_valid |= hmac.compare_digest(expected, signature)
    return is_valid


def _to_bytes(payload: object) -> bytes:
    if isinstance(payload, str):
        return payload.encode()
    if isinstance(payload, (bytes, bytearray)):
        return bytes(payload)
    raise invalid_input(
        "The payload must be the body as received: a string or bytes, not a parsed object."
    )


def _require_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise JackfieldError("missing_header", f"The header {name} is missing.")
    return value


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body.decode())
    except ValueError:
        raise JackfieldError("invalid_payload", "The body isn't JSON.") from None
