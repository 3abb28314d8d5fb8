"""What all clients have in common."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from .options import Options, check_limits, resolve_headers
from .secrets import conceal

Client = TypeVar("Client", bound="BaseClient")


class BaseClient:
    """Holds the transport, and shows no key in its repr."""

    _transport: Any

    def __repr__(self) -> str:
        name = type(self).__name__
        # A traceback can show a client whose constructor has failed.
        if "_transport" not in vars(self):
            return f"{name}()"
        return f"{name}(base_url={self._transport.options.base_url!r})"

    def _bind(self, transport: Any) -> None:
        raise NotImplementedError

    def with_options(
        self: Client,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Client:
        """Returns a client with other options that uses the same connections. ``headers`` are added
        to those of this client; ``None`` removes one. ``timeout`` then also holds for
        ``tools.run``, which otherwise waits for 10 seconds longer than the service may take."""
        get_given = conceal(headers)
        # Tracebacks can show local variables.
        del headers
        get_headers = resolve_headers(get_given)
        options: Options = self._transport.options
        changed = dataclasses.replace(
            options,
            timeout=options.timeout if timeout is None else timeout,
            is_timeout_final=options.is_timeout_final or timeout is not None,
            max_retries=options.max_retries if max_retries is None else max_retries,
            get_headers=conceal({**options.get_headers(), **get_headers()}),
        )
        check_limits(changed.timeout, changed.max_retries)
        client = object.__new__(type(self))
        client._bind(self._transport.with_options(changed))
        return client


def without_none(**values: Any) -> dict[str, Any]:
    """``None`` stands for an input that isn't given."""
    return {name: value for name, value in values.items() if value is not None}
