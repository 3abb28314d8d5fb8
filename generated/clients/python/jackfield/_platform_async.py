# Written by `npm run generate` from spec/. Do not edit.
"""The asynchronous client of the platform."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import _platform_routes as routes
from ._runtime.async_transport import AsyncTransport
from ._runtime.client import BaseClient, without_none
from ._runtime.download import decode_part
from ._runtime.options import ApiKey, GivenOptions, resolve_options
from ._runtime.pages import AsyncPages
from .types import (
    App,
    AppList,
    AppSummary,
    Connection,
    ConnectionList,
    ConnectionTest,
    ConnectLink,
    CreatedTrigger,
    Event,
    EventDeletion,
    EventList,
    EventsReplay,
    FiredTrigger,
    Run,
    RunDeletion,
    RunList,
    RunOutcome,
    RunResult,
    Tool,
    ToolList,
    ToolsFound,
    ToolSummary,
    Trigger,
    TriggerAction,
    TriggerDeletion,
    TriggerList,
    TriggerType,
    TriggerTypeList,
    TriggerWatch,
)

if TYPE_CHECKING:
    import ssl


class AsyncJackfield(BaseClient):
    """An API for third-party apps. Users connect an app once. Clients with an API key then find
    its tools from a task in plain language, and run them. Close it with `aclose` or `async
    with`.
    """

    _transport: AsyncTransport

    def __init__(
        self,
        api_key: ApiKey | None = None,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Mapping[str, str | None] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = None,
    ) -> None:
        """Raises a ``JackfieldError`` (``invalid_input``) if an option is invalid."""
        given = GivenOptions(api_key=api_key, base_url=base_url, headers=headers, proxy=proxy)
        # Tracebacks can show local variables.
        del api_key, base_url, headers, proxy
        options = resolve_options(
            given,
            base_url_variable="JACKFIELD_BASE_URL",
            default_base_url="http://127.0.0.1:4200",
            api_key_variable="JACKFIELD_API_KEY",
            timeout=timeout,
            max_retries=max_retries,
            ssl_context=ssl_context,
        )
        self._bind(AsyncTransport(options))

    def _bind(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.apps = AsyncAppsResource(transport)
        self.tools = AsyncToolsResource(transport)
        self.triggers = AsyncTriggersResource(transport)
        self.connections = AsyncConnectionsResource(transport)
        self.events = AsyncEventsResource(transport)
        self.runs = AsyncRunsResource(transport)

    async def aclose(self) -> None:
        """Closes the kept connections. The client can still be used afterwards."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncJackfield:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def mcp(self) -> dict[str, Any]:
        """Returns the ``url`` and the ``headers`` with which MCP clients reach the same tools.
        The headers contain the API key.
        """
        options = self._transport.options
        get_api_key = options.get_api_key
        headers = {"authorization": f"Bearer {get_api_key()}"} if get_api_key else {}
        return {"url": f"{options.base_url}/mcp", "headers": headers}


class AsyncAppsResource:
    """The calls of ``apps``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def search(
        self,
        search: str | None = None,
        *,
        category: str | None = None,
        connected: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[AppSummary, AppList]:
        """Search the catalog for apps by name, purpose or a word of their description. To find a
        tool for a task, call ``tools.find`` instead: it searches the tools of all apps at once.

        ``category``: Return only apps in this category.

        ``connected``: Return only apps that the caller has connected (true) or hasn't connected
        (false).

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same search text and
        filters.
        """
        return self._transport.list(
            routes.SEARCH_APPS,
            without_none(
                category=category, connected=connected, limit=limit, cursor=cursor, search=search
            ),
        )

    async def get(self, app: str) -> App:
        """Get an app: how to connect it, the base URL of its API, and its number of tools."""
        return await self._transport.call(routes.GET_APP, {"app": app})

    async def connect(
        self,
        app: str,
        *,
        auth_method: str | None = None,
        scopes: Sequence[str] | None = None,
        label: str | None = None,
        user: str | None = None,
        return_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> ConnectLink:
        """Connect an app: create a link for the user to open. In the browser, the user reviews
        the requested access, then signs in at the app or enters a key. The caller never sees the
        credentials. The connection is then ``active``; check it with ``connections.list``.
        Repeated calls for the same app, user and method return the same pending connection with
        a new link. Only the first link that a user completes works.

        ``auth_method``: The ID of one of the app's authentication methods. Without it, the user
        chooses.

        ``scopes``: The OAuth scopes to request, as the app spells them. Without them, the app's
        default scopes are requested.

        ``label``: A label for the connection, without characters that people can't see. Default:
        the name of the app, and a number if that is taken.

        ``user``: The end user who owns the connection. A key that is bound to an end user can
        only connect apps for that user.

        ``return_url``: Where the browser goes when the user finishes or cancels. ``connection``
        and ``status`` (``active`` or ``failed``) are added to its query, and after a failure
        ``reason``: ``canceled``, ``refused_by_person`` or ``refused_by_app``. The operator of
        the service must allow its origin.

        ``idempotency_key``: An idempotency key. Until the link expires, a request with the same
        key and the same inputs returns the same link.
        """
        return await self._transport.call(
            routes.CONNECT_APP,
            without_none(
                auth_method=auth_method,
                scopes=scopes,
                label=label,
                user=user,
                return_url=return_url,
                idempotency_key=idempotency_key,
                app=app,
            ),
        )


class AsyncToolsResource:
    """The calls of ``tools``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, app: str, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncPages[ToolSummary, ToolList]:
        """List the tools of an app, sorted by name.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page.
        """
        return self._transport.list(
            routes.LIST_TOOLS, without_none(limit=limit, cursor=cursor, app=app)
        )

    async def find(
        self,
        task: str,
        *,
        limit: int | None = None,
        apps: Sequence[str] | None = None,
        connected: bool | None = None,
        schemas: bool | None = None,
    ) -> ToolsFound:
        """Find tools for a task in plain English, best match first, across all apps. Example
        task: ``create an issue in my GitHub repository``. Translate a task in another language
        to English first, and keep names. Among equally good matches, tools of connected apps
        come first, then tools with a higher ``check``. Call ``tools.get`` for the input schema
        of a tool. Read ``notices`` before you use a tool: they report an app that isn't
        available, that must be connected first, or of which the search found no tool, and a task
        that probably no tool serves.

        ``limit``: The maximum number of results. Default: 10.

        ``apps``: Return only tools of these apps, by ID.

        ``connected``: Return only tools of apps that the caller has connected (true) or hasn't
        connected (false).

        ``schemas``: Include the input schema of each tool, with at most 6 kB. ``tools.get``
        returns those that are longer completely. Default: False.
        """
        return await self._transport.call(
            routes.FIND_TOOLS,
            without_none(limit=limit, apps=apps, connected=connected, schemas=schemas, task=task),
        )

    async def get(self, tool: str, *, schema: Literal["short", "complete"] | None = None) -> Tool:
        """Get a tool with its input schema, its effects and its requirements. Call this before
        ``tools.run``. A schema of more than 6 kB is shortened: call this again with ``schema``
        set to ``complete`` if you need an argument whose description says that something is left
        out.

        ``schema``: How much of the input schema to return. Default: "short".
        """
        return await self._transport.call(routes.GET_TOOL, without_none(schema=schema, tool=tool))

    async def run(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        connection: str | None = None,
        idempotency_key: str | None = None,
        timeout: int | None = None,
        max_bytes: int | None = None,
    ) -> RunOutcome:
        """Run a tool using one of the caller's connections and return its result. Call
        ``tools.get`` first for the arguments.

        A response from the app is a success of this operation, even if the app refused the
        request: ``status`` says which, and ``data`` has the app's response. Jackfield never
        retries a request that changes something. If no response arrived, ``status`` is
        ``outcome_unknown``. With an ``idempotency_key``, you can send the same run again for 24
        hours; it is carried out once.

        ``connection``: The ID or the label of the connection to use. Required if the app has
        several connections and no default.

        ``idempotency_key``: An idempotency key. For 24 hours, a request with the same key and
        the same arguments is the same run. The app receives the key too if its API accepts one.

        ``timeout``: The maximum duration in seconds, including waits and retries. Default: 60.

        ``max_bytes``: The maximum number of bytes to return. Read the rest at ``result_url``.
        Default: 1000000.
        """
        return await self._transport.call(
            routes.RUN_TOOL,
            without_none(
                connection=connection,
                idempotency_key=idempotency_key,
                timeout=timeout,
                max_bytes=max_bytes,
                tool=tool,
                arguments=arguments,
            ),
        )


class AsyncTriggersResource:
    """The calls of ``triggers``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_types(
        self, app: str, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncPages[TriggerType, TriggerTypeList]:
        """List the trigger types of an app: the events that it sends, and the tools whose lists
        can be polled.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same filters.
        """
        return self._transport.list(
            routes.LIST_TRIGGER_TYPES, without_none(limit=limit, cursor=cursor, app=app)
        )

    def list(
        self,
        *,
        kind: Literal["schedule", "poll", "webhook", "app", "platform", "event"] | None = None,
        app: str | None = None,
        connection: str | None = None,
        user: str | None = None,
        status: Literal["active", "failing", "paused"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[Trigger, TriggerList]:
        """List triggers, newest first.

        ``kind``: Return only triggers of this kind.

        ``app``: Return only triggers that watch this app.

        ``connection``: Return only triggers that watch with this connection.

        ``user``: Return only triggers of this end user.

        ``status``: Return only triggers with this status.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same filters.
        """
        return self._transport.list(
            routes.LIST_TRIGGERS,
            without_none(
                kind=kind,
                app=app,
                connection=connection,
                user=user,
                status=status,
                limit=limit,
                cursor=cursor,
            ),
        )

    async def create(
        self,
        name: str,
        watch: TriggerWatch,
        actions: Sequence[TriggerAction],
        *,
        filter: str | None = None,
        order: Literal["none", "serial"] | None = None,
        max_per_minute: int | None = None,
        user: str | None = None,
        metadata: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedTrigger:
        """Create a trigger: what it watches, and what to do with each event. A ``poll`` trigger
        reads its list once before this call returns, so that it fires only for later items.

        ``filter``: A CEL expression over ``event``. Events for which it is false are filtered.
        Events for which it fails are stored as failed.

        ``order``: ``serial`` acts on one event at a time, in the order in which they were
        accepted. Default: "none".

        ``max_per_minute``: How many events are acted on in a minute. Others wait. Default: 60.

        ``user``: The end user that the trigger belongs to. A key that is bound to an end user
        can only create triggers for that user.

        ``metadata``: Values of your own, at most 20.

        ``idempotency_key``: An idempotency key. A request with the same key and the same inputs
        returns the same trigger, without its secrets.
        """
        return await self._transport.call(
            routes.CREATE_TRIGGER,
            without_none(
                filter=filter,
                order=order,
                max_per_minute=max_per_minute,
                user=user,
                metadata=metadata,
                idempotency_key=idempotency_key,
                name=name,
                watch=watch,
                actions=actions,
            ),
        )

    async def delete(self, trigger: str) -> TriggerDeletion:
        """Delete a trigger. Its waiting actions are canceled, and a subscription at the app is
        removed. Its events stay stored.
        """
        return await self._transport.call(routes.DELETE_TRIGGER, {"trigger": trigger})

    async def get(self, trigger: str) -> Trigger:
        """Get a trigger."""
        return await self._transport.call(routes.GET_TRIGGER, {"trigger": trigger})

    async def update(
        self,
        trigger: str,
        version: int,
        *,
        name: str | None = None,
        watch: TriggerWatch | None = None,
        seen_items: Literal["keep", "restart"] | None = None,
        actions: Sequence[TriggerAction] | None = None,
        filter: str | None = None,
        order: Literal["none", "serial"] | None = None,
        max_per_minute: int | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> CreatedTrigger:
        """Update a trigger. Inputs that are left out stay as they are. The kind can't change. A
        ``poll`` trigger keeps the items that it has seen, unless its tool or its arguments
        change.

        ``name``: The new name. Characters that people can't see aren't allowed.

        ``watch``: What to watch, as a whole.

        ``seen_items``: Whether a ``poll`` trigger whose tool or arguments change keeps the items
        that it has seen, or reads the new list once without firing.

        ``actions``: All actions. An action that delivers to the same address as before keeps its
        secret.

        ``filter``: The new filter. An empty text removes it.

        ``order``: The new order.

        ``max_per_minute``: How many events are acted on in a minute.

        ``metadata``: Values of your own, as a whole.
        """
        return await self._transport.call(
            routes.UPDATE_TRIGGER,
            without_none(
                name=name,
                watch=watch,
                seen_items=seen_items,
                actions=actions,
                filter=filter,
                order=order,
                max_per_minute=max_per_minute,
                metadata=metadata,
                trigger=trigger,
                version=version,
            ),
        )

    async def fire(
        self,
        trigger: str,
        *,
        data: Any | None = None,
        id: str | None = None,
        dry_run: bool | None = None,
    ) -> FiredTrigger:
        """Fire a trigger: send it an event, or check its list now. A dry run stores and does
        nothing, and returns what would happen.

        ``data``: The data of the event. Without it, a ``poll`` trigger reads its list now, and
        another one repeats the data of its last event.

        ``id``: The deduplication key of the event. A trigger accepts a key once in 30 days.

        ``dry_run``: Whether to return what would happen, without storing or doing anything.
        Default: False.
        """
        return await self._transport.call(
            routes.FIRE_TRIGGER, without_none(data=data, id=id, dry_run=dry_run, trigger=trigger)
        )

    async def pause(self, trigger: str, *, drop: bool | None = None) -> Trigger:
        """Pause a trigger. Actions that wait are carried out, unless ``drop`` is true.

        ``drop``: Whether actions that wait are canceled. Default: False.
        """
        return await self._transport.call(
            routes.PAUSE_TRIGGER, without_none(drop=drop, trigger=trigger)
        )

    async def resume(self, trigger: str) -> Trigger:
        """Resume a trigger. Its actions then run for the caller. A ``poll`` trigger fires for
        the items that it missed, at most 1,000.
        """
        return await self._transport.call(routes.RESUME_TRIGGER, {"trigger": trigger})

    async def rotate(
        self, trigger: str, *, secret: str | None = None, overlap: int | None = None
    ) -> CreatedTrigger:
        """Replace secrets of a trigger. The old ones remain valid for a time.

        ``secret``: The new signing secret of a webhook's sender. Without it, Jackfield creates
        one.

        ``overlap``: How long the old secrets remain valid, in seconds. Default: 86400.
        """
        return await self._transport.call(
            routes.ROTATE_TRIGGER, without_none(secret=secret, overlap=overlap, trigger=trigger)
        )


class AsyncConnectionsResource:
    """The calls of ``connections``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        app: str | None = None,
        status: Literal["pending", "active", "expired", "disabled", "failed", "revoked"]
        | None = None,
        user: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[Connection, ConnectionList]:
        """List connections with their status, and with a link for restoring those that don't
        work. Without ``status``, connections that no user has finished are left out: pending
        ones, and failed ones whose link expired.

        ``app``: Return only connections to this app.

        ``status``: Return only connections with this status.

        ``user``: Return only connections of this end user.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same filters.
        """
        return self._transport.list(
            routes.LIST_CONNECTIONS,
            without_none(app=app, status=status, user=user, limit=limit, cursor=cursor),
        )

    async def delete(self, connection: str) -> Connection:
        """Delete a connection. Its access is revoked at the app if the app supports that, and
        its credentials are erased at once.
        """
        return await self._transport.call(routes.DELETE_CONNECTION, {"connection": connection})

    async def get(self, connection: str) -> Connection:
        """Get a connection."""
        return await self._transport.call(routes.GET_CONNECTION, {"connection": connection})

    async def update(
        self,
        connection: str,
        *,
        label: str | None = None,
        default: bool | None = None,
        enabled: bool | None = None,
        context: Mapping[str, str] | None = None,
    ) -> Connection:
        """Change the label of a connection, make it the default, disable or enable it, or choose
        what it belongs to at the app.

        ``label``: The new label. Characters that people can't see aren't allowed.

        ``default``: True makes the connection the default for its app and replaces the previous
        default.

        ``enabled``: False disables the connection: it can't run tools until it is enabled again.

        ``context``: The ID of a choice by the name of its ``context``. Tools use it from then
        on, also after the user has signed in again.
        """
        return await self._transport.call(
            routes.UPDATE_CONNECTION,
            without_none(
                label=label,
                default=default,
                enabled=enabled,
                context=context,
                connection=connection,
            ),
        )

    async def reconnect(
        self,
        connection: str,
        *,
        auth_method: str | None = None,
        scopes: Sequence[str] | None = None,
        return_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> ConnectLink:
        """Create a link for the user to sign in again. The connection keeps its ID and keeps
        working until the user finishes.

        ``auth_method``: The ID of a different authentication method. Without it, the method
        stays the same.

        ``scopes``: The OAuth scopes to request. Without them, the same scopes as before are
        requested.

        ``return_url``: Where the browser goes when the user finishes, as for ``apps.connect``.

        ``idempotency_key``: An idempotency key. Until the link expires, a request with the same
        key and the same inputs returns the same link.
        """
        return await self._transport.call(
            routes.RECONNECT_CONNECTION,
            without_none(
                auth_method=auth_method,
                scopes=scopes,
                return_url=return_url,
                idempotency_key=idempotency_key,
                connection=connection,
            ),
        )

    async def test(self, connection: str) -> ConnectionTest:
        """Test whether a connection works. The test refreshes the access token, or reads the
        caller's own account at the app. If the app rejects the credentials, the connection
        becomes ``expired``.
        """
        return await self._transport.call(routes.TEST_CONNECTION, {"connection": connection})

    async def wait(
        self, connection: str, *, interval: float = 2.0, timeout: float = 900.0
    ) -> Connection:
        """Waits until the user has finished or refused, and returns the connection. It requests the
        connection every ``interval`` seconds. Raises ``TimeoutError`` after ``timeout`` seconds.
        """
        deadline = time.monotonic() + timeout
        while True:
            current = await self.get(connection)
            if current["status"] != "pending":
                return current
            if time.monotonic() + interval > deadline:
                raise TimeoutError(f"The connection is still pending after {timeout:g} seconds.")
            await asyncio.sleep(interval)


class AsyncEventsResource:
    """The calls of ``events``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        trigger: str | None = None,
        type: str | None = None,
        status: Literal["acting", "done", "filtered", "failed", "canceled"] | None = None,
        app: str | None = None,
        connection: str | None = None,
        after: str | None = None,
        before: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[Event, EventList]:
        """List the events of the last 30 days without their data, newest first.

        ``trigger``: Return only events of this trigger.

        ``type``: Return only events of this type.

        ``status``: Return only events with this status.

        ``app``: Return only events of this app.

        ``connection``: Return only events of this connection.

        ``after``: Return only events that were accepted at this time or later.

        ``before``: Return only events that were accepted before this time.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same filters.
        """
        return self._transport.list(
            routes.LIST_EVENTS,
            without_none(
                trigger=trigger,
                type=type,
                status=status,
                app=app,
                connection=connection,
                after=after,
                before=before,
                limit=limit,
                cursor=cursor,
            ),
        )

    async def replay_all(
        self,
        trigger: str,
        *,
        after: str | None = None,
        before: str | None = None,
        max: int | None = None,
    ) -> EventsReplay:
        """Act again on the failed events of a trigger.

        ``after``: Replay only events that were accepted at this time or later.

        ``before``: Replay only events that were accepted before this time.

        ``max``: The maximum number of events, the oldest first. Default: 1000.
        """
        return await self._transport.call(
            routes.REPLAY_EVENTS, without_none(after=after, before=before, max=max, trigger=trigger)
        )

    async def delete(self, event: str) -> EventDeletion:
        """Delete an event and its data. Its waiting actions are canceled."""
        return await self._transport.call(routes.DELETE_EVENT, {"event": event})

    async def get(self, event: str) -> Event:
        """Get an event with its data and what was done. The data needs the ``run`` permission.
        Over HTTP, ``Accept: application/cloudevents+json`` returns it as a CloudEvent
        (CloudEvents 1.0.2).
        """
        return await self._transport.call(routes.GET_EVENT, {"event": event})

    async def replay(self, event: str, *, actions: Sequence[str] | None = None) -> Event:
        """Act on an event again. Deliveries are sent again with the same ``webhook-id``. A run
        that may have changed something isn't repeated, unless it failed.

        ``actions``: The IDs of the actions to repeat. Default: all.
        """
        return await self._transport.call(
            routes.REPLAY_EVENT, without_none(actions=actions, event=event)
        )

    def stream(
        self, *, trigger: str | None = None, type: str | None = None, after: str | None = None
    ) -> AsyncGenerator[Event, None]:
        """Yields the events that the platform accepts from now on, without their data, or those
        after the event ``after``. It reconnects when the connection is lost, and no event is left
        out. It ends when it or the client is closed.

        ``trigger``: Only the events of this trigger.

        ``type``: Only the events of this type.

        ``after``: Continue after the event with this ID. Default: with the next event.
        """
        return self._transport.stream(trigger=trigger, type=type, after=after)


class AsyncRunsResource:
    """The calls of ``runs``."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        app: str | None = None,
        tool: str | None = None,
        connection: str | None = None,
        status: Literal["queued", "running", "succeeded", "failed", "outcome_unknown"]
        | None = None,
        trigger: str | None = None,
        event: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncPages[Run, RunList]:
        """List the runs of the last 30 days, newest first.

        ``app``: Return only runs of this app's tools.

        ``tool``: Return only runs of this tool.

        ``connection``: Return only runs with this connection.

        ``status``: Return only runs with this status.

        ``trigger``: Return only runs that this trigger started.

        ``event``: Return only runs that act on this event.

        ``limit``: The maximum number of results. Default: 20.

        ``cursor``: The ``next_cursor`` of the previous page, sent with the same filters.
        """
        return self._transport.list(
            routes.LIST_RUNS,
            without_none(
                app=app,
                tool=tool,
                connection=connection,
                status=status,
                trigger=trigger,
                event=event,
                limit=limit,
                cursor=cursor,
            ),
        )

    async def delete(self, run: str) -> RunDeletion:
        """Delete a run and its stored result. This doesn't undo the effects of the run."""
        return await self._transport.call(routes.DELETE_RUN, {"run": run})

    async def get(self, run: str) -> Run:
        """Get a run."""
        return await self._transport.call(routes.GET_RUN, {"run": run})

    async def get_result(
        self, run: str, *, offset: int | None = None, limit: int | None = None
    ) -> RunResult:
        """Read the app's response to a run, in parts. Results are stored for 24 hours, and only
        if they were truncated or the run had an idempotency key.

        ``offset``: The offset to read from, in bytes. Default: 0.

        ``limit``: The maximum number of bytes to return. Default: 1000000.
        """
        return await self._transport.call(
            routes.GET_RUN_RESULT, without_none(offset=offset, limit=limit, run=run)
        )

    async def download(self, run: str) -> bytes:
        """Downloads the whole stored result of a run."""
        content = bytearray()
        offset: int | None = 0
        while offset is not None:
            part = await self.get_result(run, offset=offset)
            content += decode_part(part)
            offset = part["next_offset"]
        return bytes(content)
