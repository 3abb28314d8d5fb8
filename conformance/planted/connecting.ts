import { FJORD_KEY } from "../rig/platform/connections.ts";
import { KEYS } from "../rig/platform/keys.ts";
import type { Asking } from "../targets/target.ts";
import { at, type Defect, edited, headed, saying } from "./defect.ts";

const API = "/api/v1";
const CONNECT = "/connect/{token}";
const CSP = "content-security-policy";

/** As if the key that may do everything had been sent in place of another. */
const asWhole =
  (secret: string): Defect["plant"] =>
  (_, asking, sound) =>
    asking.headers?.["authorization"] === `Bearer ${secret}`
      ? sound.ask({
          ...asking,
          headers: { ...asking.headers, authorization: `Bearer ${KEYS.whole}` },
        })
      : undefined;

const without = (asking: Asking, name: string): Asking => {
  const { [name]: _, ...body } = JSON.parse(String(asking.body));
  return { ...asking, body: JSON.stringify(body) };
};

/** Faults of connecting apps and of running tools. */
export const connectingDefects: readonly Defect[] = [
  {
    defect: "a tool that is run by a key that is not for its app",
    red: "runTool › refuses a tool of an app that the key is not for",
    says: /the status/,
    plant: asWhole(KEYS.limited),
  },
  {
    defect: "a tool that is run by a key that is not for its app, over MCP",
    red: "runTool › refuses a tool of an app that the key is not for",
    caller: "mcp 2025-11-25",
    says: /the status/,
    plant: asWhole(KEYS.limited),
  },
  {
    defect: "a tool that is run by a key that may only read",
    red: "runTool › refuses a key that may not run, and says which permission it is",
    says: /the status/,
    plant: asWhole(KEYS.reader),
  },
  {
    defect: "a connection of another user that is used",
    red: "runTool › uses no connection of another user",
    says: /the status/,
    plant: asWhole(KEYS.user),
  },
  {
    defect: "a connection of another user that is shown",
    red: "getConnection › knows no connection of another user",
    says: /the status/,
    plant: asWhole(KEYS.user),
  },
  {
    defect: "a run of another user that is shown",
    red: "getRun › knows no run of another user",
    says: /the status/,
    plant: asWhole(KEYS.user),
  },
  {
    defect: "a connection made for another user than the key's",
    red: "connectApp › refuses another user than the key's",
    says: /the status/,
    plant: asWhole(KEYS.user),
  },
  {
    defect: "a link for a key that may not connect",
    red: "getConnection › gives no link to a key that may not connect",
    says: /./,
    plant: asWhole(KEYS.reader),
  },
  {
    defect: "a secret in what is kept of a run",
    red: "getRun › keeps no credential, whoever said it",
    says: /fjord_key/,
    plant: (answer, asking) =>
      at(asking, `${API}/runs/`)
        ? edited(answer, (body) => (body.arguments.text = `refused ${FJORD_KEY}`))
        : undefined,
  },
  {
    defect: "a secret that the app says back",
    red: "runTool › never shows the credential, if the app says it back",
    says: /fjord_key/,
    plant: (answer, asking) =>
      at(asking, `${API}/tools/fjord.get_remark`)
        ? edited(answer, (body) => (body.data = { seen: `Bearer ${FJORD_KEY}` }))
        : undefined,
  },
  {
    defect: "a secret among the fields of a connection",
    red: "getConnection › says all that is known of a connection",
    says: /atlas_token/,
    plant: (answer, asking) =>
      at(asking, `${API}/connections/`)
        ? edited(answer, (body) => (body.fields = { token: "atlas_token_of_work" }))
        : undefined,
  },
  {
    defect: "an app's refusal that is the service's own",
    red: "runTool › has the app's own words where it has no such thing",
    says: /the status/,
    plant: (answer, asking) =>
      asking.path.endsWith("/run")
        ? { ...edited(answer, (body) => (body.status = "failed")), status: 404 }
        : undefined,
  },
  {
    defect: "an idempotency key that counts for nothing",
    red: "runTool › is the same run for the same idempotency key, and is carried out once",
    says: /./,
    plant: (_, asking, sound) =>
      String(asking.body).includes("idempotency_key")
        ? sound.ask(without(asking, "idempotency_key"))
        : undefined,
  },
  {
    defect: "arguments that are sent without a look",
    red: "runTool › refuses arguments that do not fit, and says where",
    says: /the status/,
    plant: (answer) => (answer.status === 422 ? { status: 200 } : undefined),
  },
  {
    defect: "a return_url that leads to strangers",
    red: "connectApp › refuses to send people to strangers",
    says: /the status/,
    plant: (_, asking, sound) =>
      String(asking.body).includes("evil.example")
        ? sound.ask(without(asking, "return_url"))
        : undefined,
  },
  {
    defect: "a link that works twice",
    red: `${CONNECT} › works once`,
    says: /the status/,
    plant: (answer) => (answer.status === 410 ? { status: 200 } : undefined),
  },
  {
    defect: "a form of another site that is taken",
    red: `${CONNECT} › refuses a form of another site, by Origin`,
    says: /the status/,
    plant: (_, { headers: { origin: _origin, ...headers } = {}, ...asking }, sound) =>
      asking.method === "POST" && asking.path.startsWith("/connect/")
        ? sound.ask({ ...asking, headers })
        : undefined,
  },
  {
    defect: "a page of connecting that another site may frame",
    red: `${CONNECT} › shows the person which app, for whom, and what is allowed`,
    says: /content-security-policy/,
    plant: (answer) => headed(answer, { [CSP]: undefined }),
  },
  {
    defect: "a page of connecting on which scripts run",
    red: `${CONNECT} › shows the person which app, for whom, and what is allowed`,
    says: /content-security-policy/,
    plant: (answer) =>
      headed(answer, { [CSP]: `${answer.headers[CSP] ?? ""}; script-src 'unsafe-inline'` }),
  },
  {
    defect: "a page of connecting that is kept",
    red: `${CONNECT} › asks for nothing to be remembered by the browser`,
    says: /cache-control/,
    plant: (answer) => headed(answer, { "cache-control": "private" }),
  },
  {
    defect: "an address of connecting that is passed on",
    red: `${CONNECT} › connects by a form, and leads to a page that says so`,
    says: /referrer-policy/,
    plant: (answer) => headed(answer, { "referrer-policy": undefined }),
  },
  {
    defect: "an entered key that is shown again",
    red: `${CONNECT} › says what is wrong with what was entered, and does not repeat it`,
    says: /./,
    plant: (answer) =>
      answer.status === 422
        ? saying(answer, answer.text.replace('value=""', 'value="wrong&lt;script&gt;"'))
        : undefined,
  },
  {
    defect: "a state that is taken twice",
    red: "/oauth/callback › takes a state once",
    says: /the status/,
    plant: (answer, asking) =>
      at(asking, "/oauth/callback") && answer.status === 400 ? { status: 303 } : undefined,
  },
  {
    defect: "a state that is taken in another browser",
    red: "/oauth/callback › takes a state in the browser that began alone",
    says: /the status/,
    plant: (answer, asking) =>
      at(asking, "/oauth/callback") && answer.status === 400 ? { status: 303 } : undefined,
  },
];
