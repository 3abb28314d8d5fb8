"""Lists of 0, 1 and 3 pages."""

from __future__ import annotations

import asyncio
import re
import unittest

from jackfield import JackfieldError
from support import answer, async_client, served, Server


def lists(*pages: list[int]):
    """Replies with these pages; the cursor is the number of the page."""

    def reply(number: int, head: str, body: bytes) -> bytes:
        cursor = re.search(r"cursor=(\d+)", head)
        page = int(cursor[1]) if cursor else 0
        following = str(page + 1) if page + 1 < len(pages) else None
        data = [{"id": item} for item in pages[page]]
        return answer({"data": data, "next_cursor": following})

    return reply


class Pages(unittest.TestCase):
    def test_all_items_of_all_pages(self) -> None:
        for pages in [[[]], [[1, 2]], [[1, 2], [3], [4, 5]], [[], [1]]]:
            with served() as (server, client):
                server.reply = lists(*pages)
                found = [run["id"] for run in client.runs.list(status="failed")]
                self.assertEqual(found, sum(pages, []))
                self.assertEqual(len(server.requests), len(pages))
                for head, _ in server.requests:
                    self.assertIn("status=failed", head)

                async def main() -> None:
                    async with async_client(server) as client:
                        found = [run["id"] async for run in client.runs.list()]
                        self.assertEqual(found, sum(pages, []))

                asyncio.run(main())

    def test_a_list_requests_nothing_until_it_is_used_and_no_page_ahead(self) -> None:
        with served() as (server, client):
            server.reply = lists([1, 2], [3], [4])
            runs = client.runs.list()
            self.assertEqual(server.requests, [])
            for run in runs:
                if run["id"] == 2:
                    break
            self.assertEqual(len(server.requests), 1)
            self.assertEqual([item["id"] for item in runs.all(max=3)], [1, 2, 3])
            self.assertEqual(len(server.requests), 3)
            self.assertEqual(runs.all(max=0), [])
            self.assertEqual(len(server.requests), 3)

    def test_the_first_page_and_single_pages(self) -> None:
        with served() as (server, client):
            server.reply = lists([1], [2])
            self.assertEqual(client.runs.list().first(), {"data": [{"id": 1}], "next_cursor": "1"})
            self.assertEqual([page["next_cursor"] for page in client.runs.list().pages()], ["1", None])

            async def main() -> None:
                async with async_client(server) as client:
                    self.assertEqual((await client.runs.list())["next_cursor"], "1")
                    self.assertEqual((await client.runs.list().first())["next_cursor"], "1")
                    self.assertEqual(len(await client.runs.list().all()), 2)

            asyncio.run(main())

    def test_an_error_in_the_second_page_is_raised_there(self) -> None:
        with served(max_retries=0) as (server, client):
            server.reply = lambda number, *request: (
                lists([1], [2])(number, *request) if number == 1 else None
            )
            seen = []
            with self.assertRaises(JackfieldError):
                for run in client.runs.list():
                    seen.append(run["id"])
            self.assertEqual(seen, [1])
