import { Problem } from "../../../http/problem.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import { needsOperatorClient } from "../../connections/sign-in-servers.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { methodDescription, methodLabel } from "../../pages/connect/labels.ts";
import type { OperationContext } from "../contract.ts";
import type { Key } from "../keys/key.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import {
  accountForm,
  type Page,
  type PageForm,
  platformForm,
  type RenderPage,
} from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { toPlainText } from "../pages/parts/plain-text.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderTile } from "./app.ts";
import { renderAppClient } from "./app-client.ts";
import { renderCheckCounts, summarizeCheck } from "./check.ts";
import { renderConnection } from "./connection.ts";
import { describeDisconnect, describeTurnOff } from "./connection-ending.ts";
import { describeAppClientDeletion, describeAppClientReplacement } from "./oauth-client-ending.ts";
import { describeAppRemoval } from "./own-app-ending.ts";

type App = PlatformOutput<"getApp">;
type Method = App["auth"][number];
type Tool = PlatformOutput<"listTools">["data"][number];

const TOOLS = 25;

const render: RenderPage = async (request) => {
  const { context, query } = request;
  const app = await context.platform("getApp", { app: readParameter(request, "app") });
  const search = query.get("q")?.trim().slice(0, 500) || undefined;
  const isOwner = context.current.member.role === "owner";
  const [connections, tools, record, keys, client] = await Promise.all([
    context.platform("listConnections", { app: app.id, limit: 100 }),
    findTools(context, app.id, search, query.get("cursor") ?? undefined),
    app.own ? undefined : context.catalog.findApp(app.id),
    request.run("listKeys", {}),
    isOwner && app.auth.some(needsOperatorClient)
      ? request.run("getAppClient", { app: app.id })
      : undefined,
  ]);
  const usable = keys.data.filter((key) => mayUse(key, app.id));
  const now = context.now();
  return renderShellPage(request, {
    title: app.name,
    lead: toPlainText(app.description),
    action: renderTile({ name: app.name, mark: record?.mark }),
    formTargets: [context.apiOrigin],
    main: html`${renderProofLink(request, `/integrations/${app.id}`)}${
      connections.data.length > 0 &&
      html`<section aria-labelledby="connections"><div class="bar"><h2 id="connections">Connections <span class="count">${connections.total}</span></h2></div>
<ul class="rows">${connections.data.map((connection) => renderConnection(connection, app, request))}</ul></section>`
    }
<section aria-labelledby="connect"><div class="bar"><h2 id="connect">${connections.data.length > 0 ? "Connect another account" : "Connect"}</h2></div>
${app.auth.length > 0 ? html`<ul class="rows">${app.auth.map((method) => renderMethod(method, app, context))}</ul>` : html`<p class="box empty">${app.name} has no known authentication method.</p>`}</section>
${client && renderAppClient(client, app.name, request)}
<section aria-labelledby="tools"><div class="bar"><h2 id="tools">Tools <span class="count">${app.tools_count.toLocaleString("en")}</span></h2></div>
<form class="search" role="search" action="/integrations/${app.id}">${renderPageIcon("search")}<input type="search" name="q" value="${search ?? ""}" aria-label="Search the tools of ${app.name}" placeholder="Say what you want to do" maxlength="500"></form>
<p></p>
${app.tools_problem !== undefined && app.connections_count > 0 && html`<p class="note">${toPlainText(app.tools_problem)}</p>`}
${tools.data.length > 0 ? html`<ul class="rows">${tools.data.map(renderTool)}</ul>` : html`<p class="box empty">${explainNoTools(app)}</p>`}
${tools.next_cursor !== null && html`<p class="after"><a class="button quiet" href="/integrations/${app.id}?${new URLSearchParams({ cursor: tools.next_cursor }).toString()}#tools">Show more</a></p>`}</section>
<section aria-labelledby="keys"><div class="bar"><h2 id="keys">Keys that may use it <span class="count">${usable.length}</span></h2><a class="text" href="/keys/new">New key</a></div>
${usable.length > 0 ? html`<ul class="set box">${usable.map(({ id, name, user }) => html`<li><a href="/keys/${id}">${name}</a>${user !== undefined && ` (end user ${user})`}</li>`)}</ul>` : html`<p class="box empty">No key of yours may run the tools of ${app.name}.</p>`}</section>
<section aria-labelledby="about"><h2 id="about">About this app</h2><dl class="facts box">
<div><dt>ID</dt><dd><code>${app.id}</code></dd></div>
<div><dt>Provider</dt><dd>${app.vendor}</dd></div>
<div><dt>Tools from</dt><dd>${describeSource(app)}</dd></div>
${app.tools_listed_at !== undefined && html`<div><dt>Tools listed</dt><dd>${renderTime(app.tools_listed_at, now)}</dd></div>`}
<div><dt>Reviewed</dt><dd>${REVIEWED[app.verified]}</dd></div>
${app.tools_count > 0 && html`<div><dt>Tools checked</dt><dd>${renderCheckCounts(app.checks)}</dd></div>`}
${app.website !== undefined && html`<div><dt>Website</dt><dd><a href="${app.website}" rel="noreferrer">${app.website}</a></dd></div>`}
</dl></section>
${app.own && context.current.member.role === "owner" && renderRemoval(app)}`,
  });
};

/** The form that removes an app of the account's own. */
const renderRemoval = ({ id, name }: App): Html =>
  html`<section aria-labelledby="remove"><h2 id="remove">Remove</h2><form class="box" method="post" action="/integrations/${id}/remove">
<p>Agents no longer find the tools of ${name}. Its connections are deleted.</p>
<button type="submit" class="danger">Remove ${name}</button></form></section>`;

/** Whether a key that works may run the tools of an app. */
const mayUse = ({ status, permissions, apps }: Key, app: string): boolean =>
  status === "active" && permissions.includes("run") && (apps === undefined || apps.includes(app));

/** Describes the document that the tools come from. */
const describeSource = ({ own, source }: App): Html =>
  html`${own && html`<span class="chip">Yours</span> `}<code>${source.document}</code>${own ? ", read" : ` of ${source.origin}, read`} ${source.retrieved_at.slice(0, 10)}${source.version !== undefined && `, version ${source.version}`}${source.license !== undefined && `, license ${source.license}`}`;

const REVIEWED = {
  unverified: "No",
  reviewed: "By hand",
  run: "Its tools were run",
} as const;

/** Returns the tools for a task, or all tools of the app. */
async function findTools(
  { platform }: OperationContext,
  app: string,
  task: string | undefined,
  cursor: string | undefined,
): Promise<{ readonly data: readonly Tool[]; readonly next_cursor: string | null }> {
  if (task === undefined)
    return platform("listTools", { app, limit: TOOLS, ...(cursor !== undefined && { cursor }) });
  const { tools } = await platform("findTools", { task, apps: [app], limit: 20 });
  return { data: tools, next_cursor: null };
}

/** Explains an empty list. A remote MCP server has no tools before it is connected. */
function explainNoTools({
  name,
  kind,
  tools_count,
  tools_listed_at,
  connections_count,
}: App): string {
  if (kind !== "mcp" || tools_count > 0) return `No tool of ${name} matches.`;
  if (tools_listed_at !== undefined) return `${name} lists no tools for your connection.`;
  return connections_count > 0
    ? `The tools of ${name} are not listed yet.`
    : `${name} lists its tools once you connect it.`;
}

function renderCheckChip(check: Tool["check"]): Html | false {
  const text = summarizeCheck(check);
  return text !== undefined && html` <span class="chip">${text}</span>`;
}

const renderTool = ({ name, app, title, description, annotations, check }: Tool): Html =>
  html`<li class="row"><div class="grow"><h3>${title}${annotations.read_only ? html`<span class="chip">Reads</span>` : html`<span class="chip">${annotations.destructive ? "Deletes or overwrites" : "Changes"}</span>`}${renderCheckChip(check)}</h3><p>${toPlainText(description)}</p></div>${renderPageIcon("next")}<a class="cover" href="/integrations/${app}/tools/${name}" aria-label="Try ${title}"></a></li>`;

/** Whether people connect an app with a method. Some MCP servers list their tools for connections. */
const isConnectable = ({ type }: Method, { kind, tools_count, tools_listed_at }: App): boolean =>
  type !== "none" || (kind === "mcp" && (tools_count === 0 || tools_listed_at !== undefined));

function describeMethod(method: Method, app: App, { current }: OperationContext): Html | string {
  if (method.type === "none")
    return isConnectable(method, app)
      ? "It needs no sign-in. It lists its tools once you connect it."
      : "Its tools run at once, without a connection.";
  if (method.configured) return methodDescription(method, app.name);
  return current.member.role === "owner"
    ? html`It needs an OAuth client. <a href="#client">Set it up</a>`
    : "It needs an OAuth client. Ask an owner of this account to set it up.";
}

const renderMethod = (method: Method, app: App, context: OperationContext): Html =>
  html`<li class="row"><div class="grow"><h3>${methodLabel(method, app.name)}</h3><p>${describeMethod(method, app, context)}</p></div>
${
  method.configured &&
  isConnectable(method, app) &&
  html`<form method="post" action="/integrations/${app.id}/connect"><input type="hidden" name="auth_method" value="${method.id}"><input type="hidden" name="return_url" value="${context.origin}/integrations/${app.id}"><button type="submit" class="small-button" aria-label="Connect ${app.name}: ${methodLabel(method, app.name)}">Connect</button></form>`
}</li>`;

const APP = "/integrations/{app}";
const CONNECTION = `${APP}/connections/{connection}`;
const toApp = ({ parameters }: { readonly parameters: Readonly<Record<string, string>> }) =>
  `/integrations/${parameters["app"]}`;

const plainChangeForm = platformForm(`${CONNECTION}/change`, "updateConnection", toApp);

/** Changes a connection. An empty label is an error, where other empty fields stay as they are. */
const changeForm: PageForm = {
  ...plainChangeForm,
  submit(request, fields) {
    if (fields.get("label")?.trim() === "")
      throw new Problem("invalid_input", "The label is empty.", {
        errors: [{ pointer: "/label", detail: "It is empty.", rule: { kind: "missing" } }],
      });
    return plainChangeForm.submit(request, fields);
  },
};

const toClient = (request: PageRequest) => `${toApp(request)}#client`;

/** An app: its connections, the ways to connect it, and its tools. */
export const appPage: Page = {
  path: APP,
  role: "member",
  render,
  forms: [
    platformForm(`${APP}/connect`, "connectApp", (_, { url }) => url),
    platformForm(`${CONNECTION}/reconnect`, "reconnectConnection", (_, { url }) => url),
    platformForm(`${CONNECTION}/test`, "testConnection", toApp),
    withConfirmation(changeForm, describeTurnOff),
    withConfirmation(
      platformForm(`${CONNECTION}/disconnect`, "deleteConnection", toApp),
      describeDisconnect,
    ),
    withConfirmation(
      accountForm(`${APP}/client`, "putAppClient", toClient),
      describeAppClientReplacement,
    ),
    withConfirmation(
      accountForm(`${APP}/client/delete`, "deleteAppClient", toClient),
      describeAppClientDeletion,
    ),
    withConfirmation(
      accountForm(`${APP}/remove`, "removeApp", () => "/integrations"),
      describeAppRemoval,
    ),
  ],
};
