import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { methodDescription, methodLabel } from "../../pages/connect/labels.ts";
import type { OperationContext } from "../contract.ts";
import { type Page, platformForm, type RenderPage } from "./page.ts";
import { type Connection, renderState, renderTile } from "./parts/app.ts";
import { renderPageIcon } from "./parts/icon.ts";
import { toPlainText } from "./parts/plain-text.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

type App = PlatformOutput<"getApp">;
type Method = App["auth"][number];
type Tool = PlatformOutput<"listTools">["data"][number];

const TOOLS = 25;

const render: RenderPage = async (request) => {
  const { context, parameters, query } = request;
  const app = await context.platform("getApp", { app: parameters["app"]! });
  const search = query.get("q")?.trim().slice(0, 500) || undefined;
  const [connections, tools, record] = await Promise.all([
    context.platform("listConnections", { app: app.id, limit: 100 }),
    findTools(context, app.id, search, query.get("cursor") ?? undefined),
    app.own ? undefined : context.catalog.findApp(app.id),
  ]);
  const now = context.now();
  return renderShellPage(request, {
    title: app.name,
    lead: toPlainText(app.description),
    action: renderTile({ name: app.name, mark: record?.mark }),
    formTargets: [context.apiOrigin],
    main: html`${
      connections.data.length > 0 &&
      html`<section aria-labelledby="connections"><div class="bar"><h2 id="connections">Connections <span class="count">${connections.total}</span></h2></div>
<ul class="rows">${connections.data.map((connection) => renderConnection(connection, now))}</ul></section>`
    }
<section aria-labelledby="connect"><div class="bar"><h2 id="connect">${connections.data.length > 0 ? "Connect another account" : "Connect"}</h2></div>
${app.auth.length > 0 ? html`<ul class="rows">${app.auth.map((method) => renderMethod(method, app, context))}</ul>` : html`<p class="box empty">${app.name} has no known authentication method.</p>`}</section>
<section aria-labelledby="tools"><div class="bar"><h2 id="tools">Tools <span class="count">${app.tools_count.toLocaleString("en")}</span></h2></div>
<form class="search" role="search" action="/integrations/${app.id}">${renderPageIcon("search")}<input type="search" name="q" value="${search ?? ""}" aria-label="Search the tools of ${app.name}" placeholder="Say what you want to do" maxlength="500"></form>
<p></p>
${tools.data.length > 0 ? html`<ul class="rows">${tools.data.map(renderTool)}</ul>` : html`<p class="box empty">No tool of ${app.name} matches.</p>`}
${tools.next_cursor !== null && html`<p class="after"><a class="button quiet" href="/integrations/${app.id}?${new URLSearchParams({ cursor: tools.next_cursor }).toString()}#tools">Show more</a></p>`}</section>
<section aria-labelledby="about"><h2 id="about">About this app</h2><dl class="facts box">
<div><dt>ID</dt><dd><code>${app.id}</code></dd></div>
<div><dt>Provider</dt><dd>${app.vendor}</dd></div>
<div><dt>Tools from</dt><dd>${app.source.origin}</dd></div>
<div><dt>Checked</dt><dd>${CHECKED[app.verified]}</dd></div>
${app.website !== undefined && html`<div><dt>Website</dt><dd><a href="${app.website}" rel="noreferrer">${app.website}</a></dd></div>`}
</dl></section>`,
  });
};

const CHECKED = {
  unverified: "Read from its documents only",
  reviewed: "Reviewed by hand",
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

const renderTool = ({ name, app, title, description, annotations }: Tool): Html =>
  html`<li class="row"><div class="grow"><h3>${title}${annotations.read_only ? html`<span class="chip">Reads</span>` : html`<span class="chip">${annotations.destructive ? "Deletes or overwrites" : "Changes"}</span>`}</h3><p>${toPlainText(description)}</p></div>${renderPageIcon("next")}<a class="cover" href="/integrations/${app}/tools/${name}" aria-label="Try ${title}"></a></li>`;

function describeMethod(
  method: Method,
  app: App,
  { commandLine }: OperationContext,
): Html | string {
  if (method.type === "none") return "Its tools run at once, without a connection.";
  if (method.configured) return methodDescription(method, app.name);
  const command = commandLine(`apps configure ${app.id} --client-id <id>`);
  return html`Register an OAuth client at ${method.setup_url !== undefined ? html`<a href="${method.setup_url}" rel="noreferrer">${app.name}</a>` : app.name} with the redirect URI <code>${method.redirect_uri}</code>. Then run: <code>${command}</code>`;
}

const renderMethod = (method: Method, app: App, context: OperationContext): Html =>
  html`<li class="row"><div class="grow"><h3>${methodLabel(method, app.name)}</h3><p>${describeMethod(method, app, context)}</p></div>
${
  method.configured &&
  method.type !== "none" &&
  html`<form method="post" action="/integrations/${app.id}/connect"><input type="hidden" name="auth_method" value="${method.id}"><input type="hidden" name="return_url" value="${context.origin}/integrations/${app.id}"><button type="submit" class="small-button" aria-label="Connect ${app.name}: ${methodLabel(method, app.name)}">Connect</button></form>`
}</li>`;

const renderConnection = (connection: Connection, now: number): Html => {
  const { id, app, label, account, default: isDefault, status, status_reason: reason } = connection;
  const path = `/integrations/${app}/connections/${id}`;
  const button = (action: string, text: string, style = "quiet") =>
    html`<form method="post" action="${path}/${action}"><button type="submit" class="${style} small-button" aria-label="${text} ${label}">${text}</button></form>`;
  const toggle = (name: string, value: string, text: string) =>
    html`<form method="post" action="${path}/change"><input type="hidden" name="${name}" value="${value}"><button type="submit" class="quiet small-button" aria-label="${text} ${label}">${text}</button></form>`;
  return html`<li class="row" id="${id}"><div class="grow"><h3>${label}${isDefault && html`<span class="chip">Default</span>`}</h3>
<p>${[account?.email ?? account?.name, reason?.message].filter(Boolean).join(". ")}${connection.last_used_at === undefined ? html` Not used yet.` : html` Last used ${renderTime(connection.last_used_at, now)}.`}</p></div>
${renderState(connection)}<div class="buttons">${(status === "expired" || status === "failed") && button("reconnect", "Reconnect", "")}${status === "active" && button("test", "Test")}${status === "active" && !isDefault && toggle("default", "true", "Make default")}${status === "active" ? toggle("enabled", "false", "Turn off") : status === "disabled" && toggle("enabled", "true", "Turn on")}${button("disconnect", "Disconnect")}</div></li>`;
};

const APP = "/integrations/{app}";
const CONNECTION = `${APP}/connections/{connection}`;
const toApp = ({ parameters }: { readonly parameters: Readonly<Record<string, string>> }) =>
  `/integrations/${parameters["app"]}`;

/** An app: its connections, the ways to connect it, and its tools. */
export const appPage: Page = {
  path: APP,
  role: "member",
  render,
  forms: [
    platformForm(`${APP}/connect`, "connectApp", (_, { url }) => url),
    platformForm(`${CONNECTION}/reconnect`, "reconnectConnection", (_, { url }) => url),
    platformForm(`${CONNECTION}/test`, "testConnection", toApp),
    platformForm(`${CONNECTION}/change`, "updateConnection", toApp),
    platformForm(`${CONNECTION}/disconnect`, "deleteConnection", toApp),
  ],
};
