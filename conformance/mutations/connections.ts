import { FJORD_KEY } from "../fixtures/platform/connections.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import type { TestRequest } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

const API = "/api/v1";
const CONNECT = "/connect/{token}";
const CSP = "content-security-policy";

/** Sends requests with `secret` with the key that has all permissions instead. */
const asFullKey =
  (secret: string): Mutation["apply"] =>
  (_, request, unmodified) =>
    request.headers?.["authorization"] === `Bearer ${secret}`
      ? unmodified.send({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${KEYS.whole}` },
        })
      : undefined;

const withoutField = (request: TestRequest, name: string): TestRequest => {
  const { [name]: _, ...body } = JSON.parse(String(request.body));
  return { ...request, body: JSON.stringify(body) };
};

/** Defects in connections and runs. */
export const connectionMutations: readonly Mutation[] = [
  {
    description: "a tool run by a key that isn't for its app",
    failingTest: "runTool › rejects a tool of an app that the key may not use",
    message: /the status/,
    apply: asFullKey(KEYS.limited),
  },
  {
    description: "a tool run over MCP by a key that isn't for its app",
    failingTest: "runTool › rejects a tool of an app that the key may not use",
    caller: "mcp 2025-11-25",
    message: /the status/,
    apply: asFullKey(KEYS.limited),
  },
  {
    description: "a tool run by a key without the permission Run",
    failingTest: "runTool › names the missing run permission",
    message: /the status/,
    apply: asFullKey(KEYS.reader),
  },
  {
    description: "another user's connection used for a run",
    failingTest: "runTool › hides another user's connection",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "another user's connection in a response",
    failingTest: "getConnection › hides another user's connection",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "another user's run in a response",
    failingTest: "getRun › hides another user's run",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a connection made for another user than the key's",
    failingTest: "connectApp › rejects a user other than the key's",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a connect link for a key without the permission Connect",
    failingTest: "getConnection › returns no link to a key without the connect permission",
    message: /./,
    apply: asFullKey(KEYS.reader),
  },
  {
    description: "a secret in a stored run",
    failingTest: "getRun › stores no credential from the arguments or the app's response",
    message: new RegExp(FJORD_KEY),
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/runs/`)
        ? withJson(response, (body) => (body.arguments.text = `refused ${FJORD_KEY}`))
        : undefined,
  },
  {
    description: "a secret repeated from the app's response",
    failingTest: "runTool › redacts a credential that the app returns",
    message: new RegExp(FJORD_KEY),
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/tools/fjord.get_remark`)
        ? withJson(response, (body) => (body.data = { seen: `Bearer ${FJORD_KEY}` }))
        : undefined,
  },
  {
    description: "a secret among the fields of a connection",
    failingTest: "getConnection › returns all details of a connection",
    message: /atlas_token/,
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/connections/`)
        ? withJson(response, (body) => (body.fields = { token: "atlas_token_of_work" }))
        : undefined,
  },
  {
    description: "an app's 404 returned as the status of the API",
    failingTest: "runTool › returns the app's message for a missing item",
    message: /the status/,
    apply: (response, request) =>
      request.path.endsWith("/run")
        ? { ...withJson(response, (body) => (body.status = "failed")), status: 404 }
        : undefined,
  },
  {
    description: "a connection reported as working without a test",
    failingTest: "testConnection › returns null if the app has no test",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("/test") ? withJson(response, (body) => (body.ok = true)) : undefined,
  },
  {
    description: "rejected credentials without a link for reconnecting",
    failingTest: "runTool › returns a reconnect link if the app rejects the credentials",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("/run") && response.status === 409
        ? withJson(response, (body) => delete body.reconnect_url)
        : undefined,
  },
  {
    description: "a new connection for each call of connectApp",
    failingTest: "connectApp › creates a new link to the same pending connection each time",
    message: /./,
    apply: (response, request) =>
      request.path.endsWith("/connect")
        ? withJson(response, (body) => (body.connection.id = `conn_${crypto.randomUUID()}`))
        : undefined,
  },
  {
    description: "an ignored idempotency key",
    failingTest: "runTool › executes repeated requests with the same idempotency key once",
    message: /./,
    apply: (_, request, unmodified) =>
      String(request.body).includes("idempotency_key")
        ? unmodified.send(withoutField(request, "idempotency_key"))
        : undefined,
  },
  {
    description: "unvalidated arguments",
    failingTest: "runTool › points to each invalid argument",
    message: /the status/,
    apply: (response) => (response.status === 422 ? { status: 200 } : undefined),
  },
  {
    description: "an accepted return_url on another origin",
    failingTest: "connectApp › rejects a return_url whose origin isn't allowed",
    message: /the status/,
    apply: (_, request, unmodified) =>
      String(request.body).includes("evil.example")
        ? unmodified.send(withoutField(request, "return_url"))
        : undefined,
  },
  {
    description: "a connect link that works twice",
    failingTest: `${CONNECT} › rejects a used link in another browser`,
    message: /the status/,
    apply: (response) => (response.status === 410 ? { status: 200 } : undefined),
  },
  {
    description: "an accepted form from another site",
    failingTest: `${CONNECT} › rejects a form from another site by its Origin`,
    message: /the status/,
    apply: (_, { headers: { origin: _origin, ...headers } = {}, ...request }, unmodified) =>
      request.method === "POST" && request.path.startsWith("/connect/")
        ? unmodified.send({ ...request, headers })
        : undefined,
  },
  {
    description: "a connect page that other sites can frame",
    failingTest: `${CONNECT} › shows the app, the end user, the label and what the user allows`,
    message: /content-security-policy/,
    apply: (response) => withHeaders(response, { [CSP]: undefined }),
  },
  {
    description: "a connect page that allows scripts",
    failingTest: `${CONNECT} › shows the app, the end user, the label and what the user allows`,
    message: /content-security-policy/,
    apply: (response) =>
      withHeaders(response, {
        [CSP]: `${response.headers[CSP] ?? ""}; script-src 'unsafe-inline'`,
      }),
  },
  {
    description: "a connect page that may be cached",
    failingTest: `${CONNECT} › turns autocomplete off for a secret field`,
    message: /cache-control/,
    apply: (response) => withHeaders(response, { "cache-control": "private" }),
  },
  {
    description: "a connect link leaked by the referrer",
    failingTest: `${CONNECT} › connects with a submitted form and redirects to the result`,
    message: /referrer-policy/,
    apply: (response) => withHeaders(response, { "referrer-policy": undefined }),
  },
  {
    description: "an entered key repeated on the page",
    failingTest: `${CONNECT} › explains an invalid entry without repeating it`,
    message: /./,
    apply: (response) =>
      response.status === 422
        ? withText(response, response.text.replace('value=""', 'value="wrong&lt;script&gt;"'))
        : undefined,
  },
  {
    description: "an OAuth state accepted twice",
    failingTest: "/oauth/callback › accepts a state once",
    message: /the status/,
    apply: (response, request) =>
      hasPathPrefix(request, "/oauth/callback") && response.status === 400
        ? { status: 303 }
        : undefined,
  },
  {
    description: "an OAuth state accepted in another browser",
    failingTest: "/oauth/callback › accepts a state only in the browser that started the sign-in",
    message: /the status/,
    apply: (response, request) =>
      hasPathPrefix(request, "/oauth/callback") && response.status === 400
        ? { status: 303 }
        : undefined,
  },
];
