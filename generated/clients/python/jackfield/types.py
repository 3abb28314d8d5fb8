# Written by `npm run generate` from spec/. Do not edit.
"""The models of the platform. A newer service may add members."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

#: How an app authenticates a connection.
AuthType = Literal[
    "oauth2", "oauth2_cc", "api_key", "basic", "bearer", "sigv4", "mcp_oauth", "none"
]


#: The problem codes of the platform service, each with its status:
#:
#: - `invalid_input` (400): the request doesn't match the API specification; `errors` says where.
#: - `unauthorized` (401): the API key is missing or unknown.
#: - `key_expired` (401): the API key has expired.
#: - `key_revoked` (401): the API key has been revoked.
#: - `permission_denied` (403): the API key lacks the required permission or access to the app, or
#: the
#: request comes from a web origin that the key isn't bound to.
#: - `not_found` (404): nothing is served at this path.
#: - `app_not_found` (404): the app doesn't exist.
#: - `tool_not_found` (404): the tool doesn't exist.
#: - `run_not_found` (404): the caller has no such run, or the run has no stored result.
#: - `connection_not_found` (404): the connection doesn't exist.
#: - `method_not_offered` (400): the app doesn't support this authentication method.
#: - `return_url_refused` (400): the operator of the service hasn't allowed the origin of
#: `return_url`.
#: - `connection_required` (409): the app isn't connected; a user can connect it at `connect_url`.
#: - `connection_ambiguous` (409): several connections match; `candidates` lists them,
#: and `hint` names the request that chooses one.
#: - `connection_inactive` (409): a user has to reconnect the connection at `reconnect_url`.
#: - `connection_incomplete` (409): the app didn't return a value that the tool takes from the
#: connection, such as the ID of an organization.
#: - `app_not_configured` (409): the app needs an OAuth client, and the operator hasn't configured
#: one.
#: - `link_expired` (410): the connect link was used, or its 15 minutes have passed.
#: - `provider_unavailable` (503): the sign-in server of the app is unavailable.
#: - `secret_unreadable` (500): the stored credentials can't be decrypted with the service's key.
#: - `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods
#: that it supports.
#: - `not_acceptable` (406): none of the accepted media types is available.
#: - `request_in_flight` (409): a request with the same idempotency key is in progress.
#: - `scope_missing` (403): the connection lacks `scopes`; a user can grant them at `reconnect_url`.
#: - `invalid_arguments` (422): the arguments don't match the tool's input schema; `errors` has JSON
#: Pointers into the input.
#: - `idempotency_conflict` (422): the idempotency key was used for a different request.
#: - `blocked_address` (422): the app is at an address that the service refuses to connect to, such
#: as a private network.
#: - `body_too_large` (413): the request body is too large.
#: - `wrong_host` (421): the service doesn't serve this host.
#: - `rate_limited` (429): the key, or the network of a client without a key, exceeded its rate
#: limit.
#: - `trigger_not_found` (404): the caller has no such trigger.
#: - `event_not_found` (404): the caller has no such event.
#: - `trigger_changed` (409): the trigger has changed since the caller read it.
#: - `too_many_triggers` (409): the account or the end user has too many triggers.
#: - `data_gone` (409): the data of the event is no longer stored, so it can't be replayed.
#: - `expression_invalid` (422): a filter or a `${…}` expression is invalid; `errors` says where.
#: - `schedule_invalid` (422): the schedule is invalid or never fires.
#: - `poll_not_possible` (422): the tool doesn't list items that can be told apart.
#: - `signing_required` (422): the app or the trigger needs a signature scheme.
#: - `subscription_refused` (422): the app rejected the subscription to its events, or can't reach
#: this service.
#: - `destination_refused` (422): the address can't be reached, or didn't accept the test delivery.
#: - `internal` (500): an error in the service.
#: - `catalog_not_ready` (503): the app catalog is still being compiled.
#: - `storage_unavailable` (503): the storage is unavailable.
ProblemCode = Literal[
    "invalid_input",
    "unauthorized",
    "key_expired",
    "key_revoked",
    "permission_denied",
    "not_found",
    "app_not_found",
    "tool_not_found",
    "run_not_found",
    "connection_required",
    "connection_ambiguous",
    "connection_inactive",
    "connection_incomplete",
    "request_in_flight",
    "scope_missing",
    "invalid_arguments",
    "idempotency_conflict",
    "blocked_address",
    "connection_not_found",
    "method_not_offered",
    "return_url_refused",
    "app_not_configured",
    "link_expired",
    "provider_unavailable",
    "secret_unreadable",
    "method_not_allowed",
    "not_acceptable",
    "body_too_large",
    "wrong_host",
    "rate_limited",
    "trigger_not_found",
    "event_not_found",
    "trigger_changed",
    "too_many_triggers",
    "data_gone",
    "expression_invalid",
    "schedule_invalid",
    "poll_not_possible",
    "signing_required",
    "subscription_refused",
    "destination_refused",
    "internal",
    "catalog_not_ready",
    "storage_unavailable",
]


#: The status of a run. The last three are final.
RunStatus = Literal["queued", "running", "succeeded", "failed", "outcome_unknown"]


#: Why a run did not succeed.
RunErrorCode = Literal[
    "upstream_bad_request",
    "upstream_auth",
    "upstream_forbidden",
    "upstream_not_found",
    "upstream_rate_limited",
    "upstream_server",
    "upstream_redirect",
    "upstream_timeout",
    "upstream_unreachable",
    "blocked_address",
    "upstream_bad_answer",
    "response_too_large",
    "interrupted",
]


#: The status of a connection:
#:
#: - `pending`: waiting for a user to open the connect link. Deleted after a day.
#: - `active`: ready to run tools.
#: - `expired`: the app no longer accepts its credentials. A user can reconnect at `reconnect_url`.
#: - `disabled`: disabled by its owner.
#: - `failed`: the user or the app refused, or the connect link expired. Deleted after a day.
#: - `revoked`: deleted, together with its credentials.
ConnectionStatus = Literal["pending", "active", "expired", "disabled", "failed", "revoked"]


#: The types of events of Jackfield itself.
PlatformEventType = Literal[
    "connection.expired",
    "connection.recovered",
    "run.failed",
    "run.succeeded",
    "trigger.paused",
    "trigger.gap",
    "destination.failing",
    "subscription.failing",
]


#: The status of a trigger:
#:
#: - `active`: the trigger watches.
#: - `failing`: the last 10 checks failed. Checks continue, at most once an hour.
#: - `paused`: the trigger doesn't watch. `status_reason` says why.
TriggerStatus = Literal["active", "failing", "paused"]


#: The status of an event. The last four are final.
EventStatus = Literal["acting", "done", "filtered", "failed", "canceled"]


#: Why an event failed or was canceled, as a code.
EventReasonCode = Literal[
    "filter_error", "action_dead", "action_unknown", "too_deep", "paused", "canceled"
]


#: The status of an action for one event.
ActionStatus = Literal[
    "waiting", "retrying", "succeeded", "dead", "outcome_unknown", "skipped", "canceled"
]


#: How the requests of a tool compare with those of the vendor's own client. It says what a client
#: sends, not what the service accepts:
#:
#: - `matches_client`: the client sends the same requests for the same inputs.
#: - `matches_example`: a request that the vendor publishes as an example is the same.
#: - `known_endpoint`: the client has the method and the path. The rest wasn't compared, or differs
#: in
#: a way that the service accepts.
#: - `compiled`: the tool was compiled from an API document, and not compared.
#: - `refuted`: the client sends something else. The tool probably fails.
CheckLevel = Literal["matches_client", "matches_example", "known_endpoint", "compiled", "refuted"]


#: Why the tools found may not be the ones that the task needs:
#:
#: - `no_such_tool`: the search found no tool of the app that the task names. The tools found do
#: something else, or belong to other apps.
#: - `no_such_app`: the task seems to name an app that isn't available.
#: - `connection_required`: the task names an `mcp` app, whose tools can be found once it is
#: connected.
#: - `tools_not_listed`: the task names a connected `mcp` app whose tools haven't been listed yet.
#: - `not_english`: the task doesn't seem to be in English, so the search may not understand it.
#: - `refuted_tool`: the vendor's client sends something else than the best match, which comes last.
#: - `no_match`: no tool matches, or probably none serves the task. The confidence in those found is
#: low.
SearchNoticeCode = Literal[
    "no_such_tool",
    "no_such_app",
    "connection_required",
    "tools_not_listed",
    "not_english",
    "refuted_tool",
    "no_match",
]


class AppSummary(TypedDict):
    """An app in a list."""

    id: str
    """The ID of the app. Names of its tools start with it."""

    name: str
    """The display name of the app."""

    description: str
    """A description of the app, at most 300 characters long."""

    vendor: str
    """The vendor of the app: a registrable domain."""

    categories: list[str]
    """The categories of the app."""

    kind: Literal["http", "mcp"]
    """The kind of app. Tools of an `http` app are operations of its HTTP API. Tools of an `mcp`
    app come from its remote MCP server, and are listed once the app is connected.
    """

    auth_types: list[AuthType]
    """The authentication types that the app supports."""

    tools_count: int
    """The number of tools. It is 0 for an `mcp` app whose tools haven't been listed."""

    connections_count: int
    """The number of connections that the caller has to the app."""

    verified: Literal["unverified", "reviewed", "run"]
    """How far the app has been verified: `unverified` (only its API document says so),
    `reviewed` (the sign-in was reviewed by hand) or `run` (its tools have been run).
    """

    own: bool
    """Whether the account added the app. Other accounts can't see it."""


class AppList(TypedDict):
    """A page of apps."""

    data: list[AppSummary]
    """The apps: best match first for a search, otherwise by name."""

    total: int
    """The total number of apps."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class InputError(TypedDict):
    """One error in the input."""

    pointer: str
    """The location of the error: a JSON Pointer into the input (RFC 6901). The empty string is
    the whole input.
    """

    detail: str
    """A description of the error."""


class _ConnectionCandidateRequired(TypedDict):
    id: str
    """The ID of the connection."""

    label: str
    """The label of the connection."""


class ConnectionCandidate(_ConnectionCandidateRequired, total=False):
    """A connection that matches the request."""

    account: str
    """The account at the app."""


class _ProblemRequired(TypedDict):
    type: str
    """The problem type, a stable URI: `urn:problem-type:jackfield:` followed by the code."""

    title: str
    """A short summary of the problem type. It is the same for every occurrence."""

    status: int
    """The HTTP status code, repeated for clients that only see the body."""

    code: ProblemCode
    """The problem type as a code to switch on."""

    detail: str
    """An explanation of this occurrence, with the value that caused it."""

    retryable: bool
    """Whether the same request may succeed later."""


class Problem(_ProblemRequired, total=False):
    """Problem details (RFC 9457), with members that help to resolve connection problems."""

    hint: str
    """How to fix the problem."""

    instance: str
    """A URI that identifies this occurrence: the request ID as a URN. The operator finds the
    request in the log with it.
    """

    errors: list[InputError]
    """The errors in the input."""

    connect_url: str
    """The connect link for the app (`connection_required`)."""

    reconnect_url: str
    """The connect link for restoring the connection (`connection_inactive`, `scope_missing`)."""

    candidates: list[ConnectionCandidate]
    """The connections that match (`connection_ambiguous`). Send the ID or the label of one as
    `connection`.
    """

    scopes: list[str]
    """The missing scopes as the app spells them (`scope_missing`)."""


class _CredentialFieldRequired(TypedDict):
    name: str
    """The name of the field."""

    label: str
    """The label of the field on the connect page."""

    secret: bool
    """Whether the value is encrypted and never shown again."""

    required: bool
    """Whether the field is required."""


class CredentialField(_CredentialFieldRequired, total=False):
    """A value that the user enters to connect an app."""

    pattern: str
    """A regular expression (ECMA-262) that the whole value must match."""

    help: str
    """Where the user finds the value."""


class _AuthScopeRequired(TypedDict):
    name: str
    """The scope as the app spells it."""

    default: bool
    """Whether the scope is requested unless others are chosen."""


class AuthScope(_AuthScopeRequired, total=False):
    """An OAuth scope."""

    description: str
    """What the scope allows."""


class _AuthMethodRequired(TypedDict):
    id: str
    """The ID of the authentication method within the app."""

    type: AuthType
    """The authentication type."""

    fields: list[CredentialField]
    """The values that the user enters."""

    scopes: list[AuthScope]
    """The OAuth scopes that can be requested."""

    configured: bool
    """Whether the method can be used now. An OAuth method needs a client, which the operator of
    the service configures.
    """


class AuthMethod(_AuthMethodRequired, total=False):
    """A way to connect an app."""

    setup_url: str
    """The page where the user gets the key or registers an OAuth client."""

    redirect_uri: str
    """The redirect URI to enter when registering an OAuth client."""


class _AppSourceRequired(TypedDict):
    origin: str
    """The package or repository that contains the API document, with its version."""

    document: str
    """The path of the document within the package."""

    retrieved_at: str
    """When the document was retrieved (RFC 3339, UTC)."""


class AppSource(_AppSourceRequired, total=False):
    """The source of an app's definition."""

    license: str
    """The license that the document states."""

    version: str
    """The version that the document states."""


class CheckCounts(TypedDict):
    """The number of an app's tools by the level of their `check`."""

    matches_client: int
    """A client of the vendor sends the same requests for the same inputs."""

    matches_example: int
    """A request that the vendor publishes as an example is the same."""

    known_endpoint: int
    """A client of the vendor has the method and the path."""

    compiled: int
    """Compiled from an API document, and not compared."""

    refuted: int
    """A client of the vendor sends something else."""


class _AppRequired(TypedDict):
    id: str
    """The ID of the app. Names of its tools start with it."""

    name: str
    """The display name of the app."""

    description: str
    """A description of the app, at most 300 characters long."""

    vendor: str
    """The vendor of the app: a registrable domain."""

    categories: list[str]
    """The categories of the app."""

    kind: Literal["http", "mcp"]
    """The kind of app. Tools of an `http` app are operations of its HTTP API. Tools of an `mcp`
    app come from its remote MCP server, and are listed once the app is connected.
    """

    auth_types: list[AuthType]
    """The authentication types that the app supports."""

    tools_count: int
    """The number of tools. It is 0 for an `mcp` app whose tools haven't been listed."""

    connections_count: int
    """The number of connections that the caller has to the app."""

    verified: Literal["unverified", "reviewed", "run"]
    """How far the app has been verified: `unverified` (only its API document says so),
    `reviewed` (the sign-in was reviewed by hand) or `run` (its tools have been run).
    """

    own: bool
    """Whether the account added the app. Other accounts can't see it."""

    aliases: list[str]
    """Other names of the app."""

    auth: list[AuthMethod]
    """The ways to connect the app."""

    base_url: str
    """The base URL of the API. The user who connects the app enters the values for the parts in
    braces.
    """

    base_url_fields: list[CredentialField]
    """The values for the parts of the base URL in braces. Users enter them, unless the app
    returns them after the sign-in.
    """

    source: AppSource
    """The source of the app's definition."""

    checks: CheckCounts
    """The number of the app's tools by the level of their `check`."""


class App(_AppRequired, total=False):
    """An app."""

    website: str
    """The website of the app."""

    docs_url: str
    """The API documentation of the app."""

    tools_listed_at: str
    """When the server of an `mcp` app last listed its tools for one of the caller's connections
    (RFC 3339, UTC); absent before.
    """

    tools_problem: str
    """Why tools of an `mcp` app are missing, and what to do: the app isn't connected, its server
    didn't list them for one of the caller's connections, or the list exceeds a limit.
    """


class _RunErrorRequired(TypedDict):
    code: RunErrorCode
    """The kind of error as a code to switch on."""

    message: str
    """The error as a sentence, with the app's error message if there is one."""

    retryable: bool
    """Whether the same run may succeed later."""


class RunError(_RunErrorRequired, total=False):
    """Why a run did not succeed."""

    retry_after: int
    """Seconds to wait before the next attempt, if the app says so."""


class _RunResponseRequired(TypedDict):
    headers: dict[str, str]
    """Headers that describe the response. Headers that may hold a credential are left out."""

    size: int
    """The size in bytes."""

    truncated: bool
    """Whether `data` is incomplete because the response exceeds `max_bytes` or isn't text."""


class RunResponse(_RunResponseRequired, total=False):
    """Metadata of the app's response."""

    status_code: int
    """The HTTP status code; absent for a response of a remote MCP server."""

    media_type: str
    """The media type."""

    result_url: str
    """Where to read the complete response for 24 hours. Present only if `data` is incomplete or
    the run had an idempotency key.
    """


class _RunOutcomeRequired(TypedDict):
    run: str
    """The ID of the run."""

    tool: str
    """The name of the tool."""

    app: str
    """The ID of the app."""

    connection: str | None
    """The ID of the connection; null if the tool needs none."""

    status: RunStatus
    """The status of the run."""


class RunOutcome(_RunOutcomeRequired, total=False):
    """The outcome of running a tool."""

    data: Any
    """The app's response: JSON as is, otherwise text. If `response.truncated` is true, `data` is
    the beginning of the response as text, or absent for a response that isn't text. After a
    refusal, `data` is the app's error response.
    """

    error: RunError
    """Why the run did not succeed."""

    response: RunResponse
    """Metadata of the response; absent if none arrived."""

    next_arguments: dict[str, Any]
    """For a list with more pages: the arguments to change to get the next page from the same
    tool.
    """


class _RunAttemptRequired(TypedDict):
    started_at: str
    """When the request was sent (RFC 3339, UTC)."""

    duration_ms: int
    """The duration in milliseconds."""


class RunAttempt(_RunAttemptRequired, total=False):
    """One request to the app."""

    status_code: int
    """The HTTP status code of the response."""

    error: RunErrorCode
    """Why there was no response."""


class _RunRequired(TypedDict):
    run: str
    """The ID of the run."""

    tool: str
    """The name of the tool."""

    app: str
    """The ID of the app."""

    connection: str | None
    """The ID of the connection; null if the tool needs none."""

    status: RunStatus
    """The status of the run."""

    user: str | None
    """The end user; null for a run of the account itself."""

    key: str
    """The ID of the API key that ran the tool, or of the person, for runs from a page."""

    arguments: dict[str, Any]
    """The arguments, without values that may be secret and with long texts shortened."""

    attempts: list[RunAttempt]
    """The requests to the app, in order."""

    created_at: str
    """When the run was requested (RFC 3339, UTC)."""


class Run(_RunRequired, total=False):
    """A stored run. Runs are stored for 30 days by default."""

    error: RunError
    """Why the run did not succeed."""

    response: RunResponse
    """Metadata of the response; absent if none arrived."""

    source: Literal["api", "mcp", "page", "trigger"]
    """How the run was requested. Absent for runs of earlier versions."""

    trigger: str
    """The ID of the trigger that started the run."""

    event: str
    """The ID of the event that the run acts on."""

    action: str
    """The ID of the trigger's action."""

    request_id: str
    """The ID of the request that started the run. Absent for runs of earlier versions."""

    again: str
    """The ID of the run that this one repeats."""

    idempotency_key: str
    """The idempotency key that the caller sent."""

    finished_at: str
    """When the run finished."""

    duration_ms: int
    """The time from request to finish, in milliseconds."""


class RunList(TypedDict):
    """A page of runs."""

    data: list[Run]
    """The runs, newest first."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class _RunResultRequired(TypedDict):
    run: str
    """The ID of the run."""

    encoding: Literal["text", "base64"]
    """The encoding of `data`: `text` (UTF-8) or `base64` (RFC 4648, section 4)."""

    data: str
    """The part of the response."""

    offset: int
    """The offset of this part, in bytes."""

    size: int
    """The size of the complete response, in bytes."""

    next_offset: int | None
    """The offset of the next part; null at the end."""


class RunResult(_RunResultRequired, total=False):
    """A part of an app's response."""

    media_type: str
    """The media type of the response."""


class RunDeletion(TypedDict):
    """A deleted run."""

    run: str
    """The ID of the run."""

    deleted: Literal[True]
    """Always true: nothing about the run is stored any longer."""


class ConnectionReason(TypedDict):
    """The reason for a connection's status."""

    code: str
    """The reason as a code: `link_expired`, `refused_by_person`, `refused_by_app`,
    `grant_refused`, `not_refreshable`, `refresh_failing`, `not_tested`, `switched_off` or
    `deleted`.
    """

    message: str
    """The reason as a sentence, with the app's error message if there is one."""

    at: str
    """When the reason first applied."""


class ConnectionAccount(TypedDict, total=False):
    """The account at the app, as far as the app reports it."""

    id: str
    """The ID of the account at the app."""

    name: str
    """The name of the account at the app."""

    email: str
    """The email address of the account at the app."""


class _ConnectionChoiceRequired(TypedDict):
    id: str
    """Its ID at the app. To choose it, update the connection with it."""


class ConnectionChoice(_ConnectionChoiceRequired, total=False):
    """One of the things that a connection can belong to."""

    name: str
    """Its name at the app."""


class _ConnectionContextRequired(TypedDict):
    label: str
    """What it is."""

    id: str | None
    """The ID that tools use; null if the app listed none."""


class ConnectionContext(_ConnectionContextRequired, total=False):
    """Something that the connection belongs to at the app, such as an organization. The app's
    tools use its ID, so callers don't pass it.
    """

    name: str
    """Its name at the app."""

    choices: list[ConnectionChoice]
    """The choices that the app lists, if there are several. The first one is the default."""

    failure: str
    """Why the app listed none. Jackfield requests the list again when a tool needs it."""


class _ConnectionRequired(TypedDict):
    id: str
    """The ID of the connection. Reconnecting keeps it."""

    app: str
    """The ID of the app."""

    auth_method: str | None
    """The ID of the authentication method, as in the app's `auth`; null until the user chooses
    one.
    """

    user: str | None
    """The end user who owns the connection; null for a connection of the account itself."""

    label: str
    """The label of the connection."""

    default: bool
    """Whether the connection is used when several match and the request names none. The first
    connection to an app becomes the default. If the default stops working, the next new
    connection takes its place, unless the app says that it belongs to another account.
    """

    status: ConnectionStatus
    """The status of the connection."""

    fields: dict[str, str]
    """The values that the user entered, without secrets. Example: a subdomain."""

    created_at: str
    """When the connection was created."""

    updated_at: str
    """When the connection was last changed."""


class Connection(_ConnectionRequired, total=False):
    """A connection to an app. It never includes credentials."""

    status_reason: ConnectionReason
    """The reason for the status. An active connection has one while refreshing its access token
    fails, or if its credentials could not be tested.
    """

    account: ConnectionAccount
    """The account at the app."""

    scopes: list[str]
    """The granted scopes, if the app reports them."""

    context: dict[str, ConnectionContext]
    """What the connection belongs to at the app, by name. Example: an organization."""

    expires_at: str
    """When the access token expires. Jackfield refreshes it if the app allows that."""

    last_refreshed_at: str
    """When the access token was last refreshed."""

    next_refresh_at: str
    """When the access token is next refreshed."""

    last_used_at: str
    """When the connection last ran a tool."""

    reconnect_url: str
    """A connect link for restoring the connection. It works once and expires after 15 minutes.
    Only connections that need it have one, and only keys with the `connect` permission see it.
    """


class ConnectLink(TypedDict):
    """A link that a user opens to connect an app."""

    url: str
    """The URL for the user to open. It works once, in one browser, and expires after 15 minutes.
    Show it only to that user.
    """

    expires_at: str
    """When the link expires."""

    connection: Connection
    """The connection. It becomes `active` when the user finishes."""


class ConnectionList(TypedDict):
    """A page of connections."""

    data: list[Connection]
    """The connections, newest first."""

    total: int
    """The total number of connections."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class ConnectionTest(TypedDict):
    """The result of testing a connection."""

    ok: bool | None
    """Whether the app accepts the connection; null if the test can't tell."""

    tried: Literal["refreshed", "requested", "decrypted"]
    """What the test did: `refreshed` (the app refreshed the access token), `requested`
    (Jackfield sent a read request to the app) or `decrypted` (nothing was sent to the app).
    """

    detail: str
    """The result as a sentence."""

    connection: Connection
    """The connection after the test."""


class _TriggerTypeRequired(TypedDict):
    type: str
    """The name of the type."""

    kind: Literal["poll", "app"]
    """The kind of trigger to create."""

    title: str
    """What the list contains, or when the app sends an event."""

    required: list[str]
    """The names of required arguments."""


class TriggerType(_TriggerTypeRequired, total=False):
    """A type of trigger that an app has."""

    tool: str
    """The tool to poll. Absent for the kind `app`."""

    arguments: dict[str, Any]
    """The JSON Schemas of the arguments, by name. Absent for the kind `poll`: see the tool."""


class TriggerTypeList(TypedDict):
    """A page of trigger types."""

    data: list[TriggerType]
    """Events that the app sends first, and then its lists, those without required arguments
    first.
    """

    total: int
    """The total number of types."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class _ScheduleWatchRequired(TypedDict):
    kind: Literal["schedule"]
    """The kind of trigger."""


class ScheduleWatch(_ScheduleWatchRequired, total=False):
    """A clock. Set one of `cron`, `every` and `at`."""

    cron: str
    """A cron pattern of 5 fields, or of 6 if the first is a single second."""

    timezone: str
    """The time zone of `cron` (IANA). Default: `UTC`."""

    every: int
    """The interval in seconds, from the creation of the trigger."""

    at: str
    """The only time to fire at."""

    missed: Literal["latest", "skip", "all"]
    """What happens to times that were missed while the service was down or the trigger was
    paused: fire once for the latest (the default), skip them, or fire for all of them, at most
    100.
    """


class _PollWatchRequired(TypedDict):
    kind: Literal["poll"]
    """The kind of trigger."""

    tool: str
    """The name of a read-only tool."""


class PollWatch(_PollWatchRequired, total=False):
    """The items that a read tool lists. Jackfield calls the tool at an interval and compares the
    items with those that it has seen.
    """

    arguments: dict[str, Any]
    """The arguments of the tool."""

    connection: str
    """The ID or the label of the connection."""

    interval: int
    """The interval in seconds. Default: 300."""

    adaptive: bool
    """Whether the interval grows up to 8 times, and at most to an hour, while nothing happens.
    Default: true.
    """

    items: str
    """The JSON Pointer of the items in the response. Default: found in the first response."""

    id: str
    """The JSON Pointer of the ID in an item. Default: found in the first response."""

    changed: str
    """The JSON Pointer of the field of an item that changes with it. Default: found, or the
    whole item.
    """

    since: str
    """The argument that limits the list to items after a time."""

    on: list[Literal["new", "changed", "removed"]]
    """Which items fire events. Default: `new` only."""

    backfill: int
    """How many of the items that are listed at the creation fire events. Default: 0."""

    pages: int
    """The maximum number of pages to read at once. Default: 5."""


class _WebhookWatchRequired(TypedDict):
    kind: Literal["webhook"]
    """The kind of trigger."""


class WebhookWatch(_WebhookWatchRequired, total=False):
    """An address of its own, which any sender can call."""

    scheme: str
    """The name of a signature scheme: `github`, `stripe`, `slack` and others. Default:
    `standard` (Standard Webhooks).
    """

    signing: Literal["required", "none"]
    """`none` accepts requests without a signature. Their events are unverified: they can't start
    destructive tools unless the action allows it.
    """

    secret: str
    """The signing secret that the sender gave you. Without it, Jackfield creates one for you to
    enter at the sender. Never returned.
    """

    each: str
    """The JSON Pointer of a list in the body, of which each item becomes an event."""


class _AppWatchRequired(TypedDict):
    kind: Literal["app"]
    """The kind of trigger."""

    type: str
    """A type of `listTriggerTypes` with the kind `app`. Those of Slack, HubSpot, Notion and Zoom
    exist only if the operator has stored the signing secret of the app.
    """


class AppWatch(_AppWatchRequired, total=False):
    """Events that an app sends by itself. Jackfield subscribes, renews the subscription and
    removes it.
    """

    arguments: dict[str, Any]
    """The arguments of the type."""

    secret: str
    """The signing secret, if the app has one for all subscriptions: for Shopify, the client
    secret of the app that the connection belongs to. Never returned.
    """

    connection: str
    """The ID or the label of the connection."""


class PlatformWatch(TypedDict):
    """Events of Jackfield itself."""

    kind: Literal["platform"]
    """The kind of trigger."""

    types: list[PlatformEventType]
    """The types of events."""


class EventWatch(TypedDict):
    """Events that callers send with `fireTrigger`."""

    kind: Literal["event"]
    """The kind of trigger."""


class _RunActionRequired(TypedDict):
    kind: Literal["run"]
    """The kind of action."""

    tool: str
    """The name of the tool."""


class RunAction(_RunActionRequired, total=False):
    """Run a tool for each event."""

    arguments: dict[str, Any]
    """The arguments. In texts, `${…}` is replaced by the value of a CEL expression over `event`.
    A text that consists of one expression becomes the value itself, of any type.
    """

    connection: str
    """The ID or the label of the connection."""

    when: str
    """A CEL expression over `event`. If it is false, the action is skipped."""

    unverified: Literal["allow", "refuse"]
    """Whether unverified events may run a destructive tool. Default: `refuse`."""

    timeout: int
    """The maximum duration in seconds, including waits and retries. Default: 60."""


class _DeliverActionRequired(TypedDict):
    kind: Literal["deliver"]
    """The kind of action."""

    url: str
    """The address. At the creation, Jackfield sends a signed `webhook.ping`, which must be
    answered with 2xx. Redirects aren't followed.
    """


class DeliverAction(_DeliverActionRequired, total=False):
    """Deliver each event to an address, signed as Standard Webhooks."""

    format: Literal["standard", "cloudevents"]
    """The body: `standard` (Standard Webhooks, the default) or `cloudevents` (CloudEvents 1.0)."""

    headers: dict[str, str]
    """Additional headers. Their values are stored encrypted and never returned."""

    when: str
    """A CEL expression over `event`. If it is false, the action is skipped."""

    verify: bool
    """False skips the ping. Only for origins that the operator of the service allows in
    `OUTBOUND_ALLOW`.
    """


class StoredAction(TypedDict):
    """An action of a stored trigger."""

    id: str
    """The ID of the action: its position, from `1`."""

    status: Literal["active", "paused"]
    """Whether the action is carried out, or paused because its destination fails."""

    action: TriggerAction
    """The action. Values of headers are replaced by `***`."""


class TriggerSubscriber(TypedDict):
    """An MCP client that subscribed to the events of a trigger (MCP Events, SEP-3415)."""

    id: str
    """The ID of the subscription."""

    key: str
    """The ID of the API key, or of the person, that the client uses."""

    type: str
    """The event type that the client subscribed to."""

    destination: str | None
    """The origin of the address that receives the events; null if the client polls."""

    status: Literal["active", "paused"]
    """`paused`: the destination no longer exists."""

    expires_at: str
    """When the subscription ends, unless the client refreshes it."""


class TriggerReason(TypedDict):
    """The reason for the status of a trigger."""

    code: str
    """The reason as a code: `by_hand`, `connection_inactive`, `key_revoked`, `key_limited`,
    `failing`, `too_many_events`, `finished` or the code of the error.
    """

    message: str
    """The reason as a sentence, with what to do."""

    at: str
    """When the reason first applied."""


class TriggerAddress(TypedDict):
    """The address of a webhook trigger."""

    url: str
    """The address for the sender. Anyone who has it can call it, so treat it as a secret."""

    signing: str
    """The signature scheme, or `none`."""

    instructions: str
    """How to enter the address and the secret at the sender."""


class _AppSubscriptionRequired(TypedDict):
    status: Literal["starting", "active"]
    """`starting` until the app has confirmed it, and while it is replaced."""


class AppSubscription(_AppSubscriptionRequired, total=False):
    """The subscription of an `app` trigger at the app."""

    expires_at: str
    """When the app ends it. Jackfield renews it at half of its life. Absent: never."""

    confirmed_at: str
    """When Jackfield last created, renewed or found it."""


class TriggerSample(TypedDict):
    """What a poll found in the first response."""

    items: str
    """The JSON Pointer of the items."""

    id: str
    """The JSON Pointer of the ID in an item."""

    changed: str | None
    """The JSON Pointer of the field that changes with an item; null: the whole item is compared."""

    seen: int
    """The number of items that are remembered."""


class TriggerError(TypedDict):
    """The last failed check of a trigger."""

    code: str
    """The code of the error."""

    message: str
    """The error as a sentence."""

    at: str
    """When the check failed."""


class _TriggerRequired(TypedDict):
    id: str
    """The ID of the trigger."""

    name: str
    """The name of the trigger."""

    watch: TriggerWatch
    """What the trigger watches. Secrets are left out."""

    app: str | None
    """The ID of the app that the trigger watches; null for the other kinds."""

    connection: str | None
    """The ID of the connection that the trigger watches with."""

    user: str | None
    """The end user; null for a trigger of the account itself."""

    actions: list[StoredAction]
    """What to do with each event. Empty if the trigger exists only for its subscribers."""

    order: Literal["none", "serial"]
    """Whether events are acted on one at a time, in the order in which they were accepted."""

    max_per_minute: int
    """How many events are acted on in a minute. Others wait."""

    status: TriggerStatus
    """The status of the trigger."""

    key: str
    """The ID of the API key, or of the person, that the actions run for."""

    metadata: dict[str, str]
    """Values of your own."""

    version: int
    """The version, which increases with each update."""

    created_at: str
    """When the trigger was created (RFC 3339, UTC)."""

    updated_at: str
    """When the trigger was last updated."""


class Trigger(_TriggerRequired, total=False):
    """A trigger."""

    filter: str
    """The CEL expression that events must satisfy."""

    subscribers: list[TriggerSubscriber]
    """The MCP clients that receive the events."""

    status_reason: TriggerReason
    """The reason for the status."""

    address: TriggerAddress
    """The address of a `webhook` trigger."""

    subscription: AppSubscription
    """The subscription of an `app` trigger."""

    found: TriggerSample
    """What a `poll` trigger found in the first response."""

    next_at: str
    """When the next check is due."""

    last_checked_at: str
    """When the list was last read, or the clock last fired."""

    last_event_at: str
    """When the last event was accepted."""

    last_error: TriggerError
    """The last failed check, until one succeeds."""


class _TriggerSecretRequired(TypedDict):
    purpose: Literal["address", "deliveries"]
    """What the secret is for: the requests to the address, or the deliveries of an action."""

    secret: str
    """The secret."""


class TriggerSecret(_TriggerSecretRequired, total=False):
    """A secret that is returned once."""

    action: str
    """The ID of the action."""


class EventSample(TypedDict):
    """An event that was not stored."""

    type: str
    """The type of the event."""

    data: Any
    """The data of the event."""


class CreatedTrigger(TypedDict):
    """A new trigger."""

    trigger: Trigger
    """The trigger."""

    secrets: list[TriggerSecret]
    """The secrets that Jackfield created. They are returned only once."""

    samples: list[EventSample]
    """Sample events from the first response of a `poll` trigger. They were not acted on."""


class TriggerList(TypedDict):
    """A page of triggers."""

    data: list[Trigger]
    """The triggers, newest first."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class TriggerDeletion(TypedDict):
    """A deleted trigger."""

    trigger: str
    """The ID of the trigger."""

    deleted: Literal[True]
    """Always true. Its events stay stored for 30 days."""


class EventReason(TypedDict):
    """Why an event failed or was canceled."""

    code: EventReasonCode
    """The reason as a code."""

    message: str
    """The reason as a sentence."""


class _ActionAttemptRequired(TypedDict):
    at: str
    """When the attempt began."""

    duration_ms: int
    """The duration in milliseconds."""


class ActionAttempt(_ActionAttemptRequired, total=False):
    """One attempt to carry out an action."""

    status_code: int
    """The HTTP status code of the response."""

    error: str
    """Why the attempt failed."""


class _EventActionRequired(TypedDict):
    id: str
    """The ID of the action."""

    kind: Literal["run", "deliver"]
    """The kind of action."""

    status: ActionStatus
    """The status of the action."""

    attempts: list[ActionAttempt]
    """The attempts, in order."""


class EventAction(_EventActionRequired, total=False):
    """An action for one event."""

    run: str
    """The ID of the run."""

    reason: str
    """Why the action failed, or was skipped."""

    next_at: str
    """When the next attempt is due."""


class _EventRequired(TypedDict):
    id: str
    """The ID of the event."""

    type: str
    """The type: `schedule`, `poll.new`, `github.issues.opened`, `connection.expired` and others."""

    source: str
    """The path of the trigger."""

    time: str
    """When the event happened, as far as it is known."""

    received_at: str
    """When the event was accepted."""

    trigger: str
    """The ID of the trigger."""

    app: str | None
    """The ID of the app; null if the event comes from none."""

    connection: str | None
    """The ID of the connection; null if there is none."""

    user: str | None
    """The end user; null for an event of the account itself."""

    key: str
    """The deduplication key. A trigger accepts a key once in 30 days."""

    verified: bool
    """Whether the sender is known: false only for requests without a signature."""

    test: bool
    """Whether a caller sent the event with `fireTrigger`."""

    depth: int
    """How many triggers led to the event. At most 5."""

    status: EventStatus
    """The status of the event."""

    data_size: int
    """The size of the data in bytes. Larger data than 256 KiB is truncated."""

    actions: list[EventAction]
    """What was done, or will be done."""


class Event(_EventRequired, total=False):
    """An event. Events are stored for 30 days, their data for 7."""

    subject: str
    """What the event is about, such as the ID of an item."""

    reason: EventReason
    """Why the event failed or was canceled."""

    data: Any
    """The data: the item, or the `headers` and the `body` of a webhook. Absent for keys without
    the `run` permission, in lists, and after 7 days.
    """


class _ActionPreviewRequired(TypedDict):
    id: str
    """The ID of the action."""

    outcome: Literal["act", "skip", "reject"]
    """Whether the action would be carried out, skipped or rejected."""


class ActionPreview(_ActionPreviewRequired, total=False):
    """The arguments that an action would have."""

    reason: str
    """Why the action would be skipped or rejected."""

    tool: str
    """The tool to run."""

    arguments: dict[str, Any]
    """The arguments of the tool."""

    url: str
    """The address to deliver to."""


class _FiredTriggerRequired(TypedDict):
    dry_run: bool
    """Whether nothing was stored or carried out."""

    events: list[Event]
    """The accepted events. Empty for a dry run, and if a poll found nothing."""

    duplicates: list[str]
    """The IDs of events that were accepted before."""


class FiredTrigger(_FiredTriggerRequired, total=False):
    """What firing a trigger did, or would do."""

    sample: EventSample
    """For a dry run, the event that would be accepted."""

    filter: Literal["passes", "rejects", "fails"]
    """For a dry run, whether the event passes the filter."""

    filter_error: str
    """For a dry run, why the filter fails."""

    actions: list[ActionPreview]
    """For a dry run, what each action would do."""


class EventList(TypedDict):
    """A page of events."""

    data: list[Event]
    """The events, newest first."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


class _CloudEventDeliveryRequired(TypedDict):
    specversion: Literal["1.0"]
    """The version of CloudEvents."""

    id: str
    """The ID of the event."""

    source: str
    """The path of the trigger. In the test delivery, the address of the service."""

    type: str
    """The type of the event; `webhook.ping` for the test delivery."""

    time: str
    """When the event happened (RFC 3339, UTC)."""

    datacontenttype: str
    """The media type of `data`."""


class CloudEventDelivery(_CloudEventDeliveryRequired, total=False):
    """An event, as a `deliver` action with the format `cloudevents` sends it (CloudEvents
    1.0.2).
    """

    subject: str
    """What the event is about, such as the ID of an item."""

    jackfieldtrigger: str
    """The ID of the trigger. Absent in the test delivery."""

    jackfieldconnection: str
    """The ID of the connection."""

    data: Any
    """The data of the event."""


class EventsReplay(TypedDict):
    """The number of replayed events."""

    count: int
    """How many events are acted on again."""


class EventDeletion(TypedDict):
    """A deleted event."""

    event: str
    """The ID of the event."""

    deleted: Literal[True]
    """Always true. Its deduplication key stays, so the event isn't accepted again."""


class ToolAnnotations(TypedDict):
    """Hints about the effects of a tool, as in MCP tool annotations."""

    read_only: bool
    """The tool changes nothing."""

    destructive: bool
    """The tool may delete or overwrite something."""

    idempotent: bool
    """Running the tool again with the same arguments has no additional effect."""

    open_world: bool
    """The tool contacts the app's servers."""


class ToolHttp(TypedDict):
    """The HTTP operation that a tool calls."""

    method: str
    """The HTTP method."""

    path: str
    """The path template in the app's API document."""


class CheckClient(TypedDict):
    """The package of a vendor's client."""

    name: str
    """The name of the package on npm."""

    version: str
    """The version of the package."""


class CheckExample(TypedDict):
    """An example that a vendor publishes."""

    url: str
    """The page with the example."""

    date: str
    """The day of the comparison."""


class _ToolCheckRequired(TypedDict):
    level: CheckLevel


class ToolCheck(_ToolCheckRequired, total=False):
    """How the requests of a tool were checked."""

    client: CheckClient
    """The client that the tool was compared with; absent for examples and `compiled`."""

    example: CheckExample
    """The example that the tool was compared with; absent for clients and `compiled`."""


class _ToolConnectionRequired(TypedDict):
    ready: bool
    """Whether the tool can be run now because the app is connected or needs no connection."""

    count: int
    """The number of connections that the caller has to the app."""


class ToolConnection(_ToolConnectionRequired, total=False):
    """The caller's connections to the app of a tool."""

    hint: str
    """How to connect the app; absent if `ready` is true."""


class _ToolHitRequired(TypedDict):
    name: str
    """The name of the tool: the ID of the app, a period, and a verb with a noun."""

    app: str
    """The ID of the app."""

    app_name: str
    """The display name of the app."""

    title: str
    """A short title."""

    description: str
    """A description of at most 300 characters."""

    inputs: list[str]
    """Up to 12 arguments, one per line, required ones first. Example: `title (string, required):
    The title of the issue.` `getTool` returns the schema.
    """

    annotations: ToolAnnotations
    """Hints about the effects of the tool."""

    source: str
    """The API document that defines the tool."""

    check: ToolCheck
    """How the tool's requests were checked."""

    connection: ToolConnection
    """The caller's connections to the app."""

    score: float
    """The relevance score, from 0 to 1. Compare scores only within one response."""

    confidence: float
    """The estimated probability that the task means this tool. Compare it across responses.
    Below 0.5, read the descriptions before you choose a tool. It is below 0.5 for tools of other
    apps if the app that the task names isn't available yet.
    """

    why: list[str]
    """Short reasons for the match."""


class ToolHit(_ToolHitRequired, total=False):
    """A tool that matches a task."""

    http: ToolHttp
    """The HTTP operation that the tool calls; absent for tools of a remote MCP server."""

    step: int
    """The number of the step in `steps` that the tool is for, from 1; present with `steps`."""

    input_schema: dict[str, Any]
    """The JSON Schema (2020-12) for the tool's `arguments`, with at most 6 kB; present if
    `schemas` was true.
    """

    input_schema_complete: bool
    """Whether `input_schema` is complete; present with it."""


class _SearchNoticeRequired(TypedDict):
    code: SearchNoticeCode

    message: str
    """What the search didn't find."""

    hint: str
    """What to do."""


class SearchNotice(_SearchNoticeRequired, total=False):
    """A fact about a search that the list of tools doesn't show."""

    app: str
    """The ID of the app that the task names; absent for `no_such_app`, `not_english` and
    `no_match`.
    """


class _ToolsFoundRequired(TypedDict):
    tools: list[ToolHit]
    """The tools, best match first. If there are `steps`, the tools for them take turns: the best
    one for each step, then the second best ones, and so on. The list can be empty.
    """

    notices: list[SearchNotice]
    """What the task names that the tools found lack. Usually empty."""


class ToolsFound(_ToolsFoundRequired, total=False):
    """The tools that match a task."""

    steps: list[str]
    """The steps of the task, in its words; absent if the task isn't a sequence of commands."""


class _ToolRequired(TypedDict):
    name: str
    """The name of the tool: the ID of the app, a period, and a verb with a noun."""

    app: str
    """The ID of the app."""

    app_name: str
    """The display name of the app."""

    title: str
    """A short title."""

    description: str
    """A description of at most 300 characters."""

    inputs: list[str]
    """Up to 12 arguments, one per line, required ones first. Example: `title (string, required):
    The title of the issue.` `getTool` returns the schema.
    """

    annotations: ToolAnnotations
    """Hints about the effects of the tool."""

    source: str
    """The API document that defines the tool."""

    check: ToolCheck
    """How the tool's requests were checked."""

    connection: ToolConnection
    """The caller's connections to the app."""

    input_schema: dict[str, Any]
    """The JSON Schema (2020-12) for the tool's `arguments`. It has no external references."""

    input_schema_complete: bool
    """Whether `input_schema` is complete. If it isn't, request it with `schema` set to
    `complete`.
    """

    scopes: list[str]
    """The OAuth scopes that the tool needs."""

    auth: list[str]
    """The IDs of the authentication methods that the tool accepts; empty if it needs no
    connection.
    """

    version: str
    """A version that changes whenever the tool's input or behavior changes."""


class Tool(_ToolRequired, total=False):
    """A tool with its input schema."""

    http: ToolHttp
    """The HTTP operation that the tool calls; absent for tools of a remote MCP server."""


class _ToolSummaryRequired(TypedDict):
    name: str
    """The name of the tool: the ID of the app, a period, and a verb with a noun."""

    app: str
    """The ID of the app."""

    app_name: str
    """The display name of the app."""

    title: str
    """A short title."""

    description: str
    """A description of at most 300 characters."""

    inputs: list[str]
    """Up to 12 arguments, one per line, required ones first. Example: `title (string, required):
    The title of the issue.` `getTool` returns the schema.
    """

    annotations: ToolAnnotations
    """Hints about the effects of the tool."""

    source: str
    """The API document that defines the tool."""

    check: ToolCheck
    """How the tool's requests were checked."""

    connection: ToolConnection
    """The caller's connections to the app."""


class ToolSummary(_ToolSummaryRequired, total=False):
    """A tool in a list."""

    http: ToolHttp
    """The HTTP operation that the tool calls; absent for tools of a remote MCP server."""


class ToolList(TypedDict):
    """A page of an app's tools."""

    data: list[ToolSummary]
    """The tools, sorted by name."""

    total: int
    """The total number of tools."""

    next_cursor: str | None
    """The `cursor` of the next page; null on the last page."""


#: What a trigger watches, by kind.
TriggerWatch = ScheduleWatch | PollWatch | WebhookWatch | AppWatch | PlatformWatch | EventWatch


#: What to do with each event.
TriggerAction = RunAction | DeliverAction
