# Written by `npm run generate` from spec/. Do not edit.
"""The operations, as the clients send them."""

from ._request import Route

SEARCH_APPS = Route("GET", "/api/v1/apps", repeats=True)
GET_APP = Route("GET", "/api/v1/apps/{app}", repeats=True)
CONNECT_APP = Route("POST", "/api/v1/apps/{app}/connect", has_body=True, repeats=True, has_key=True)
LIST_TOOLS = Route("GET", "/api/v1/apps/{app}/tools", repeats=True)
LIST_CONNECTIONS = Route("GET", "/api/v1/connections", repeats=True)
DELETE_CONNECTION = Route("DELETE", "/api/v1/connections/{connection}", repeats=True)
GET_CONNECTION = Route("GET", "/api/v1/connections/{connection}", repeats=True)
UPDATE_CONNECTION = Route("PATCH", "/api/v1/connections/{connection}", has_body=True, repeats=True)
RECONNECT_CONNECTION = Route(
    "POST", "/api/v1/connections/{connection}/reconnect", has_body=True, repeats=True, has_key=True
)
TEST_CONNECTION = Route("POST", "/api/v1/connections/{connection}/test", repeats=True)
LIST_RUNS = Route("GET", "/api/v1/runs", repeats=True)
DELETE_RUN = Route("DELETE", "/api/v1/runs/{run}", repeats=True)
GET_RUN = Route("GET", "/api/v1/runs/{run}", repeats=True)
GET_RUN_RESULT = Route("GET", "/api/v1/runs/{run}/result", repeats=True)
FIND_TOOLS = Route("POST", "/api/v1/tools/find", has_body=True, repeats=True)
GET_TOOL = Route("GET", "/api/v1/tools/{tool}", repeats=True)
RUN_TOOL = Route(
    "POST", "/api/v1/tools/{tool}/run", has_body=True, repeats=True, has_key=True, wait_seconds=60
)
