# Written by `npm run generate` from spec/. Do not edit.
"""The operations, as the clients send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime.request import Route

if TYPE_CHECKING:
    from .types import (
        App,
        AppList,
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
        Trigger,
        TriggerDeletion,
        TriggerList,
        TriggerTypeList,
    )

SEARCH_APPS: Route[AppList] = Route("GET", "/api/v1/apps", repeats=True)
GET_APP: Route[App] = Route("GET", "/api/v1/apps/{app}", repeats=True)
CONNECT_APP: Route[ConnectLink] = Route(
    "POST", "/api/v1/apps/{app}/connect", has_body=True, repeats=True, has_key=True
)
LIST_TOOLS: Route[ToolList] = Route("GET", "/api/v1/apps/{app}/tools", repeats=True)
LIST_TRIGGER_TYPES: Route[TriggerTypeList] = Route(
    "GET", "/api/v1/apps/{app}/triggers", repeats=True
)
LIST_CONNECTIONS: Route[ConnectionList] = Route("GET", "/api/v1/connections", repeats=True)
DELETE_CONNECTION: Route[Connection] = Route(
    "DELETE", "/api/v1/connections/{connection}", repeats=True
)
GET_CONNECTION: Route[Connection] = Route("GET", "/api/v1/connections/{connection}", repeats=True)
UPDATE_CONNECTION: Route[Connection] = Route(
    "PATCH", "/api/v1/connections/{connection}", has_body=True, repeats=True
)
RECONNECT_CONNECTION: Route[ConnectLink] = Route(
    "POST", "/api/v1/connections/{connection}/reconnect", has_body=True, repeats=True, has_key=True
)
TEST_CONNECTION: Route[ConnectionTest] = Route(
    "POST", "/api/v1/connections/{connection}/test", repeats=True
)
LIST_EVENTS: Route[EventList] = Route("GET", "/api/v1/events", repeats=True)
REPLAY_EVENTS: Route[EventsReplay] = Route("POST", "/api/v1/events/replay", has_body=True)
DELETE_EVENT: Route[EventDeletion] = Route("DELETE", "/api/v1/events/{event}", repeats=True)
GET_EVENT: Route[Event] = Route("GET", "/api/v1/events/{event}", repeats=True)
REPLAY_EVENT: Route[Event] = Route("POST", "/api/v1/events/{event}/replay", has_body=True)
LIST_RUNS: Route[RunList] = Route("GET", "/api/v1/runs", repeats=True)
DELETE_RUN: Route[RunDeletion] = Route("DELETE", "/api/v1/runs/{run}", repeats=True)
GET_RUN: Route[Run] = Route("GET", "/api/v1/runs/{run}", repeats=True)
GET_RUN_RESULT: Route[RunResult] = Route("GET", "/api/v1/runs/{run}/result", repeats=True)
FIND_TOOLS: Route[ToolsFound] = Route("POST", "/api/v1/tools/find", has_body=True, repeats=True)
GET_TOOL: Route[Tool] = Route("GET", "/api/v1/tools/{tool}", repeats=True)
RUN_TOOL: Route[RunOutcome] = Route(
    "POST", "/api/v1/tools/{tool}/run", has_body=True, repeats=True, has_key=True, wait_seconds=60
)
LIST_TRIGGERS: Route[TriggerList] = Route("GET", "/api/v1/triggers", repeats=True)
CREATE_TRIGGER: Route[CreatedTrigger] = Route(
    "POST", "/api/v1/triggers", has_body=True, repeats=True, has_key=True
)
DELETE_TRIGGER: Route[TriggerDeletion] = Route("DELETE", "/api/v1/triggers/{trigger}", repeats=True)
GET_TRIGGER: Route[Trigger] = Route("GET", "/api/v1/triggers/{trigger}", repeats=True)
UPDATE_TRIGGER: Route[CreatedTrigger] = Route(
    "PATCH", "/api/v1/triggers/{trigger}", has_body=True, repeats=True
)
FIRE_TRIGGER: Route[FiredTrigger] = Route("POST", "/api/v1/triggers/{trigger}/fire", has_body=True)
PAUSE_TRIGGER: Route[Trigger] = Route(
    "POST", "/api/v1/triggers/{trigger}/pause", has_body=True, repeats=True
)
RESUME_TRIGGER: Route[Trigger] = Route("POST", "/api/v1/triggers/{trigger}/resume", repeats=True)
ROTATE_TRIGGER: Route[CreatedTrigger] = Route(
    "POST", "/api/v1/triggers/{trigger}/rotate", has_body=True
)
