"""Calls a server as often as asked, and prints the CPU time of each call in microseconds.

`python-calls.py CLIENT URL CALLS PACKAGE_FOLDER`. It exits with status 3 if the client isn't
installed. The asynchronous clients make ten calls at a time.
"""

import asyncio
import http.client
import importlib.util
import json
import sys
import time
import urllib.parse
import urllib.request

name, url, count, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
sys.path.insert(0, folder)

from jackfield import AsyncJackfield, Jackfield  # noqa: E402

KEY = "jf_live_bench"
PATH = "/api/v1/tools/find"
TASK = "create an issue in my GitHub repository"
BODY = json.dumps({"limit": 5, "task": TASK}).encode()
HEADERS = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
WARM_UP_CALLS = 200
WIDTH = 10


def call_urllib() -> None:
    request = urllib.request.Request(url + PATH, BODY, HEADERS)
    with urllib.request.urlopen(request, timeout=60) as response:
        json.load(response)


connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=60)


def call_http_client() -> None:
    connection.request("POST", PATH, BODY, HEADERS)
    json.loads(connection.getresponse().read())


client = Jackfield(KEY, base_url=url)


def call_jackfield() -> None:
    client.tools.find(TASK, limit=5)


def create_call(module: str):
    if importlib.util.find_spec(module) is None:
        sys.exit(3)
    library = importlib.import_module(module)
    session = library.Session() if module == "requests" else library.Client()
    return lambda: session.post(url + PATH, data=BODY, headers=HEADERS, timeout=60).json()


def measure(call) -> float:
    for _ in range(WARM_UP_CALLS):
        call()
    before = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - before) / count


async def measure_async(call) -> float:
    async def repeat(calls: int) -> None:
        for _ in range(calls // WIDTH):
            await asyncio.gather(*(call() for _ in range(WIDTH)))

    await repeat(WARM_UP_CALLS)
    before = time.process_time()
    await repeat(count)
    return (time.process_time() - before) / count


async def measure_jackfield_async() -> float:
    async with AsyncJackfield(KEY, base_url=url) as asynchronous:
        return await measure_async(lambda: asynchronous.tools.find(TASK, limit=5))


if name == "jackfield, asyncio":
    seconds = asyncio.run(measure_jackfield_async())
elif name == "jackfield in asyncio.to_thread":
    seconds = asyncio.run(measure_async(lambda: asyncio.to_thread(call_jackfield)))
else:
    calls = {
        "urllib": call_urllib,
        "http.client, kept": call_http_client,
        "jackfield": call_jackfield,
    }
    seconds = measure(calls.get(name) or create_call(name))
print(seconds * 1e6)
