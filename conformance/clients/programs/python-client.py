"""Calls the Python client on behalf of the suite.

Reads a request as a JSON line, and writes the outcome as one. Names and units are those of the
JavaScript client: `python-client.py PACKAGE_FOLDER CLASS [async]`.
"""

import asyncio
import contextlib
import json
import os
import re
import sys
import traceback

folder, class_name, *mode = sys.argv[1:]
sys.path.insert(0, folder)

import jackfield  # noqa: E402

#: The folder of the package. The folder of the project may have the same name.
PACKAGE = os.path.dirname(jackfield.__file__)


def to_snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda match: "_" + match[0].lower(), name)


def to_options(options: dict) -> dict:
    names = {"apiKey": "api_key", "baseUrl": "base_url", "retries": "max_retries"}
    python = {names.get(name, name): value for name, value in options.items()}
    if "timeout" in python:
        python["timeout"] /= 1000
    return python


def prepare(client_class: type, options: dict, call: dict):
    client = client_class(**to_options(options)).with_options(
        **to_options(call.get("callOptions") or {})
    )
    resource = call.get("resource")
    receiver = getattr(client, to_snake_case(resource)) if resource else client
    return client, getattr(receiver, to_snake_case(call["method"]))


def print_frames(error: BaseException) -> str:
    """The error and its causes with the local variables of the client's own frames."""
    lines = []
    current: BaseException | None = error
    while current is not None:
        trace = traceback.TracebackException.from_exception(current, capture_locals=True)
        frames = [frame for frame in trace.stack if frame.filename.startswith(PACKAGE)]
        lines += [*traceback.StackSummary.from_list(frames).format(), repr(current)]
        lines += [f"{frame.locals}" for frame in frames]
        current = current.__cause__ or current.__context__
    return "\n".join(lines)


def describe(error: BaseException) -> dict:
    printed = print_frames(error)
    if not isinstance(error, jackfield.JackfieldError):
        return {"isJackfieldError": False, "code": type(error).__name__, "message": str(error),
                "printed": printed}
    members = {
        "code": error.code,
        "message": error.message,
        "status": error.status,
        "requestId": error.request_id,
        "hint": error.hint,
        "retryable": error.retryable,
        "retryAfter": error.retry_after,
        "problem": error.problem,
        "attempts": error.attempts,
        "sent": error.sent,
        "idempotencyKey": error.idempotency_key,
        "printed": printed,
    }
    return {"isJackfieldError": True,
            **{name: value for name, value in members.items() if value is not None}}


def run(options: dict, call: dict) -> object:
    client, method = prepare(getattr(jackfield, class_name), options, call)
    result = method(*call["positional"], **(call.get("named") or {}))
    if "collects" in call:
        items = []
        with contextlib.closing(result):
            for item in result:
                items.append(item)
                if len(items) == call["collects"]:
                    if not call.get("aborts"):
                        break
                    client.close()
        return items
    if call.get("readsAllPages"):
        return result.all()
    return result.first() if isinstance(result, jackfield.Pages) else result


async def run_async(options: dict, call: dict) -> object:
    client, method = prepare(getattr(jackfield, f"Async{class_name}"), options, call)
    result = method(*call["positional"], **(call.get("named") or {}))
    if "collects" in call:
        items = []
        async with contextlib.aclosing(result):
            async for item in result:
                items.append(item)
                if len(items) == call["collects"]:
                    if not call.get("aborts"):
                        break
                    await client.aclose()
        return items
    return await (result.all() if call.get("readsAllPages") else result)


def outcome_of(line: str) -> dict:
    request = json.loads(line)
    # Without a variable for the options, because tracebacks show those.
    try:
        if mode:
            value = asyncio.run(run_async(request["options"], request["call"]))
        else:
            value = run(request["options"], request["call"])
    except Exception as error:
        return {"id": request["id"], "error": describe(error)}
    return {"id": request["id"], "value": value}


for line in sys.stdin:
    print(json.dumps(outcome_of(line)), flush=True)
