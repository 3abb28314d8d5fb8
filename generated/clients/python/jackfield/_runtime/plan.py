"""Decides what happens in a call: what is sent, and whether it is sent again. It does no input or
output, so the blocking and the asynchronous client share it."""

from __future__ import annotations

import json
import logging
import random
import socket
import uuid
from collections.abc import Mapping
from typing import Any, cast

from .errors import JackfieldError
from .http import Response
from .options import Options
from .request import UNSET, Request, Route, create_request

logger = logging.getLogger("jackfield")

#: How long the client waits beyond the time that the service may take.
_EXTRA_WAIT_SECONDS = 10.0
_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 8.0
#: A service that asks for a longer wait gets no further request.
_MAX_RETRY_AFTER_SECONDS = 60.0

_DEFAULT_HEADERS: Mapping[str, str | None] = {
    "accept": "application/json, application/problem+json",
    "user-agent": "jackfield-python/1.0.0",
}
_BODY_HEADERS: Mapping[str, str] = {"content-type": "application/json"}


class UnsentError(Exception):
    """The connection failed before anything was sent. Its cause is the reason."""


class Plan:
    """A call and its attempts."""

    def __init__(
        self,
        options: Options,
        route: Route[Any],
        values: Mapping[str, Any],
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        inputs = {name: value for name, value in values.items() if value is not UNSET}
        if route.has_key and inputs.get("idempotency_key") is None:
            inputs["idempotency_key"] = str(uuid.uuid4())
        self.route = route
        self.idempotency_key: str | None = inputs.get("idempotency_key")
        self.request: Request = create_request(route, inputs, path_prefix=options.path)
        self.timeout = _choose_timeout(options, route, inputs)
        self.attempts = 0
        self.sent = 0
        self.result: Any = None
        self._options = options
        self._own_headers = headers or {}

    def headers(self) -> dict[str, str]:
        """Returns the headers of the next attempt. They contain secrets, which no variable may
        hold, because tracebacks can show those."""
        return {
            name: value
            for name, value in {
                **_DEFAULT_HEADERS,
                **self._own_headers,
                **self._options.get_headers(),
                **self._credentials(),
                **({} if self.request.body is None else _BODY_HEADERS),
            }.items()
            if value is not None
        }

    def _credentials(self) -> dict[str, str]:
        get_api_key = self._options.get_api_key
        if get_api_key is None or "authorization" in self._options.get_headers():
            return {}
        return {"authorization": f"Bearer {get_api_key()}"}

    def received(self, response: Response) -> float | None:
        """Takes a response. Returns the seconds to wait before another attempt, or ``None`` if
        ``result`` is complete. Raises a ``JackfieldError`` if the call has failed."""
        self._count(is_sent=True)
        logger.debug(
            "%s %s: %d in attempt %d",
            self.request.method,
            self.route.path,
            response.status,
            self.attempts,
        )
        if self.route.streams and response.is_event_stream:
            return None
        is_readable, value = _parse_body(response.body)
        fault = None if is_readable else "a body that isn't JSON"
        if self.route.streams:
            fault = "no event stream"
        if 200 <= response.status < 300 and fault is None:
            self.result = value
            return None
        return self._decide(self._create_error(response, fault, value), is_unsent=False)

    def failed(self, cause: Exception) -> float:
        """Takes the failure of an attempt. Returns the seconds to wait before another, or raises a
        ``JackfieldError``."""
        is_unsent = isinstance(cause, UnsentError)
        reason: BaseException = (cause.__cause__ or cause) if is_unsent else cause
        self._count(is_sent=not is_unsent)
        if isinstance(reason, TimeoutError):
            code, message = "timed_out", f"No complete answer came within {self.timeout:g} seconds."
        else:
            code = "connection_failed"
            message = f"The connection to {self._options.base_url} failed ({_describe(reason)})."
        error = JackfieldError(
            code, message, retryable=self.route.repeats or is_unsent, **self._attempt_details()
        )
        # The frames of the traceback contain the request with its key.
        error.__cause__ = reason.with_traceback(None)
        logger.debug("%s %s: %s", self.request.method, self.route.path, code)
        return self._decide(error, is_unsent=is_unsent)

    def _count(self, *, is_sent: bool) -> None:
        self.attempts += 1
        self.sent += is_sent

    def _decide(self, error: JackfieldError, *, is_unsent: bool) -> float:
        delay = self._retry_delay(error, is_unsent=is_unsent)
        if delay is None or self.attempts > self._options.max_retries:
            raise error
        return delay

    def _retry_delay(self, error: JackfieldError, *, is_unsent: bool) -> float | None:
        if not self._may_repeat(error, is_unsent=is_unsent):
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= _MAX_RETRY_AFTER_SECONDS else None
        delay = min(_FIRST_DELAY_SECONDS * 2.0 ** (self.attempts - 1), _LONGEST_DELAY_SECONDS)
        return delay * random.uniform(0.5, 1)

    def _may_repeat(self, error: JackfieldError, *, is_unsent: bool) -> bool:
        if error.problem is not None and error.problem.get("retryable") is False:
            return False
        # The service rejected the request before it did anything.
        if is_unsent or error.status in (429, 503):
            return True
        if not self.route.repeats:
            return False
        if error.status is None:
            return True
        return error.status >= 500 or (error.status == 409 and error.retry_after is not None)

    def _create_error(self, response: Response, fault: str | None, value: Any) -> JackfieldError:
        status, headers = response.status, response.headers
        details: dict[str, Any] = {
            **self._attempt_details(),
            "status": status,
            "request_id": headers.get("request-id"),
            "retry_after": parse_retry_after(headers.get("retry-after")),
        }
        if _is_problem(value):
            hint = value.get("hint")
            message = f"{value['detail']} {hint}" if hint else str(value["detail"])
            return JackfieldError(value["code"], message, problem=value, **details)
        location = headers.get("location", "").split("?")[0]
        if 300 <= status < 400:
            to = f" to {location}" if location else ""
            message = f"The service redirected the request{to}. Set base_url to the final URL."
        else:
            message = (
                f"The service answered with status {status} and {fault or 'no problem details'}. "
                "Check base_url, and proxies on the way."
            )
        return JackfieldError(
            "unreadable_answer", message, retryable=status >= 500 or status == 429, **details
        )

    def _attempt_details(self) -> dict[str, Any]:
        return {
            "attempts": self.attempts,
            "sent": self.sent,
            "idempotency_key": self.idempotency_key,
        }


def _choose_timeout(options: Options, route: Route[Any], inputs: Mapping[str, Any]) -> float:
    """The client must wait for longer than the service may take."""
    if route.wait_seconds is None or options.is_timeout_final:
        return options.timeout
    asked = inputs.get("timeout")
    seconds = asked if isinstance(asked, (int, float)) else route.wait_seconds
    return max(options.timeout, seconds + _EXTRA_WAIT_SECONDS)


def _parse_body(body: bytes) -> tuple[bool, Any]:
    if not body:
        return True, None
    try:
        return True, json.loads(body)
    except ValueError:
        return False, None


def _is_problem(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    members = cast("dict[str, Any]", value)
    return isinstance(members.get("code"), str) and isinstance(members.get("detail"), str)


def _describe(reason: BaseException) -> str:
    if isinstance(reason, socket.gaierror):
        return "the host name wasn't found"
    text = reason.strerror if isinstance(reason, OSError) else str(reason)
    return text or type(reason).__name__


def parse_retry_after(value: str | None) -> float | None:
    """Reads ``Retry-After`` (RFC 9110, section 10.2.3): seconds or a date. Returns seconds."""
    if value is None:
        return None
    if value.isdecimal() and value.isascii():
        return float(value)
    # Only needed here, and slow to import.
    import datetime
    import email.utils

    try:
        date = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    now = datetime.datetime.now(date.tzinfo)
    return max(0.0, (date - now).total_seconds())
