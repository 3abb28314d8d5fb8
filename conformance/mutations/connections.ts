import { FJORD_KEY } from "../fixtures/platform/connections.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import type { TestRequest } from "../targets/target.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

const API = "/api/v1";
const CONNECT = "/connect/{token}";
const CSP = "content-security-policy";

/** As if the key that may do everything had been sent in place of another. */
const asFullKey =
  (secret: string): Mutation["apply"] =>
  (_, request, unmodified) =>
    request.headers?.["authorization"] === `Bearer ${secret}`
      ? unmodified.send({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${KEYS.whole}` },
        })
      : undefined;

const withoutHeader = (request: TestRequest, name: string): TestRequest => {
  const { [name]: _, ...body } = JSON.parse(String(request.body));
  return { ...request, body: JSON.stringify(body) };
};

/** Faults of connecting apps and of running tools. */
export const connectionMutations: readonly Mutation[] = [
  {
    description: "a tool that is run by a key that is not for its app",
    failingTest: "runTool › refuses a tool of an app that the key is not for",
    message: /the status/,
    apply: asFullKey(KEYS.limited),
  },
  {
    description: "a tool that is run by a key that is not for its app, over MCP",
    failingTest: "runTool › refuses a tool of an app that the key is not for",
    caller: "mcp 2025-11-25",
    message: /the status/,
    apply: asFullKey(KEYS.limited),
  },
  {
    description: "a tool that is run by a key that may only read",
    failingTest: "runTool › refuses a key that may not run, and says which permission it is",
    message: /the status/,
    apply: asFullKey(KEYS.reader),
  },
  {
    description: "a connection of another user that is used",
    failingTest: "runTool › uses no connection of another user",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a connection of another user that is shown",
    failingTest: "getConnection › knows no connection of another user",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a run of another user that is shown",
    failingTest: "getRun › knows no run of another user",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a connection made for another user than the key's",
    failingTest: "connectApp › refuses another user than the key's",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "a link for a key that may not connect",
    failingTest: "getConnection › gives no link to a key that may not connect",
    message: /./,
    apply: asFullKey(KEYS.reader),
  },
  {
    description: "a secret in what is kept of a run",
    failingTest: "getRun › keeps no credential, whoever said it",
    message: /fjord_key/,
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/runs/`)
        ? withJson(response, (body) => (body.arguments.text = `refused ${FJORD_KEY}`))
        : undefined,
  },
  {
    description: "a secret that the app says back",
    failingTest: "runTool › never shows the credential, if the app says it back",
    message: /fjord_key/,
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/tools/fjord.get_remark`)
        ? withJson(response, (body) => (body.data = { seen: `Bearer ${FJORD_KEY}` }))
        : undefined,
  },
  {
    description: "a secret among the fields of a connection",
    failingTest: "getConnection › says all that is known of a connection",
    message: /atlas_token/,
    apply: (response, request) =>
      hasPathPrefix(request, `${API}/connections/`)
        ? withJson(response, (body) => (body.fields = { token: "atlas_token_of_work" }))
        : undefined,
  },
  {
    description: "an app's refusal that is the service's own",
    failingTest: "runTool › has the app's own words where it has no such thing",
    message: /the status/,
    apply: (response, request) =>
      request.path.endsWith("/run")
        ? { ...withJson(response, (body) => (body.status = "failed")), status: 404 }
        : undefined,
  },
  {
    description: "an idempotency key that counts for nothing",
    failingTest: "runTool › is the same run for the same idempotency key, and is carried out once",
    message: /./,
    apply: (_, request, unmodified) =>
      String(request.body).includes("idempotency_key")
        ? unmodified.send(withoutHeader(request, "idempotency_key"))
        : undefined,
  },
  {
    description: "arguments that are sent without a look",
    failingTest: "runTool › refuses arguments that do not fit, and says where",
    message: /the status/,
    apply: (response) => (response.status === 422 ? { status: 200 } : undefined),
  },
  {
    description: "a return_url that leads to strangers",
    failingTest: "connectApp › refuses to send people to strangers",
    message: /the status/,
    apply: (_, request, unmodified) =>
      String(request.body).includes("evil.example")
        ? unmodified.send(withoutHeader(request, "return_url"))
        : undefined,
  },
  {
    description: "a link that works twice",
    failingTest: `${CONNECT} › works once`,
    message: /the status/,
    apply: (response) => (response.status === 410 ? { status: 200 } : undefined),
  },
  {
    description: "a form of another site that is taken",
    failingTest: `${CONNECT} › refuses a form of another site, by Origin`,
    message: /the status/,
    apply: (_, { headers: { origin: _origin, ...headers } = {}, ...request }, unmodified) =>
      request.method === "POST" && request.path.startsWith("/connect/")
        ? unmodified.send({ ...request, headers })
        : undefined,
  },
  {
    description: "a page of connecting that another site may frame",
    failingTest: `${CONNECT} › shows the person which app, for whom, and what is allowed`,
    message: /content-security-policy/,
    apply: (response) => withHeaders(response, { [CSP]: undefined }),
  },
  {
    description: "a page of connecting on which scripts run",
    failingTest: `${CONNECT} › shows the person which app, for whom, and what is allowed`,
    message: /content-security-policy/,
    apply: (response) =>
      withHeaders(response, {
        [CSP]: `${response.headers[CSP] ?? ""}; script-src 'unsafe-inline'`,
      }),
  },
  {
    description: "a page of connecting that is kept",
    failingTest: `${CONNECT} › asks for nothing to be remembered by the browser`,
    message: /cache-control/,
    apply: (response) => withHeaders(response, { "cache-control": "private" }),
  },
  {
    description: "an address of connecting that is passed on",
    failingTest: `${CONNECT} › connects by a form, and leads to a page that says so`,
    message: /referrer-policy/,
    apply: (response) => withHeaders(response, { "referrer-policy": undefined }),
  },
  {
    description: "an entered key that is shown again",
    failingTest: `${CONNECT} › says what is wrong with what was entered, and does not repeat it`,
    message: /./,
    apply: (response) =>
      response.status === 422
        ? withText(response, response.text.replace('value=""', 'value="wrong&lt;script&gt;"'))
        : undefined,
  },
  {
    description: "a state that is taken twice",
    failingTest: "/oauth/callback › takes a state once",
    message: /the status/,
    apply: (response, request) =>
      hasPathPrefix(request, "/oauth/callback") && response.status === 400
        ? { status: 303 }
        : undefined,
  },
  {
    description: "a state that is taken in another browser",
    failingTest: "/oauth/callback › takes a state in the browser that began alone",
    message: /the status/,
    apply: (response, request) =>
      hasPathPrefix(request, "/oauth/callback") && response.status === 400
        ? { status: 303 }
        : undefined,
  },
];
