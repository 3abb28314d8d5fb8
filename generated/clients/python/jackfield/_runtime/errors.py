"""The error of every failed call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class JackfieldError(Exception):
    """A call failed. It contains no API key and no arguments.

    ``code`` is the problem's code, or one of ``connection_failed``, ``timed_out``,
    ``unreadable_answer`` and ``invalid_input``, which no service described.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        problem: Mapping[str, Any] | None = None,
        retryable: bool | None = None,
        retry_after: float | None = None,
        attempts: int = 0,
        sent: int | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        #: The problem's code as a word to compare.
        self.code = code
        self.message = message
        #: The HTTP status, if there was an answer.
        self.status = status
        #: The ID with which the operator finds the request in the log.
        self.request_id = request_id
        #: The problem as the service described it (RFC 9457).
        self.problem = problem
        #: How to fix the problem.
        self.hint: str | None = problem.get("hint") if problem else None
        if retryable is None:
            retryable = bool(problem and problem.get("retryable"))
        #: Whether the same call may succeed later.
        self.retryable = retryable
        #: The seconds to wait before the next attempt, if the service named them.
        self.retry_after = retry_after
        #: How often the client tried.
        self.attempts = attempts
        #: How many requests may have reached the service. With 0, nothing has happened there.
        self.sent = attempts if sent is None else sent
        #: The key of the call. Send it again to continue the same call.
        self.idempotency_key = idempotency_key

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.__dict__,))


# Tracebacks then show the name under which programs import it.
JackfieldError.__module__ = "jackfield"


def _restore(state: dict[str, Any]) -> JackfieldError:
    error = JackfieldError(state["code"], state["message"])
    error.__dict__.update(state)
    return error


def invalid_input(message: str) -> JackfieldError:
    """Creates the error for an argument with which nothing was sent."""
    return JackfieldError("invalid_input", message)
