"""Lists that are requested page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Pages(Generic[Item, Page]):
    """Iterate over it for the items of all pages. Each page is requested when its first item is
    needed."""

    def __init__(self, request: Callable[[str | None], Any]) -> None:
        self._request = request

    def first(self) -> Page:
        """Requests the first page."""
        page: Page = self._request(None)
        return page

    def pages(self) -> Iterator[Page]:
        """Iterates over the pages."""
        cursor: str | None = None
        while True:
            page = self._request(cursor)
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def all(self, *, max: int | None = None) -> list[Item]:
        """Collects the items of all pages, at most ``max`` of them."""
        items: list[Item] = []
        if max is not None and max <= 0:
            return items
        for item in self:
            items.append(item)
            if len(items) == max:
                break
        return items

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            items: Any = page
            yield from items["data"]


class AsyncPages(Generic[Item, Page]):
    """Iterate over it with ``async for``, or await it for its first page."""

    def __init__(self, request: Callable[[str | None], Awaitable[Any]]) -> None:
        self._request = request

    def __await__(self) -> Any:
        return self._request(None).__await__()

    async def first(self) -> Page:
        """Requests the first page."""
        page: Page = await self._request(None)
        return page

    async def pages(self) -> AsyncIterator[Page]:
        """Iterates over the pages."""
        cursor: str | None = None
        while True:
            page = await self._request(cursor)
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def all(self, *, max: int | None = None) -> list[Item]:
        """Collects the items of all pages, at most ``max`` of them."""
        items: list[Item] = []
        if max is not None and max <= 0:
            return items
        async for item in self:
            items.append(item)
            if len(items) == max:
                break
        return items

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            items: Any = page
            for item in items["data"]:
                yield item
