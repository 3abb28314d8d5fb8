import { type Html, html } from "../../../lib/html-page/index.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import type { OperationContext } from "../contract.ts";
import type { Page, RenderPage } from "./page.ts";
import { type Connection, renderCable, renderState, renderTile } from "./parts/app.ts";
import { renderPageIcon } from "./parts/icon.ts";
import { toPlainText } from "./parts/plain-text.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

type App = Pick<
  PlatformOutput<"searchApps">["data"][number],
  "id" | "name" | "description" | "kind" | "own" | "auth_types" | "tools_count"
>;

/** An app of the list, with what its card shows. */
interface Card {
  readonly app: App;
  readonly mark: string | undefined;
  readonly isReady: boolean;
}

interface AppPage {
  readonly cards: readonly Card[];
  /** The number of all apps that match. */
  readonly total: number;
}

const CARDS = 24;

const render: RenderPage = async (request) => {
  const { context, query } = request;
  const search = query.get("q")?.trim().slice(0, 200) || undefined;
  const from = Math.max(0, Math.trunc(Number(query.get("from"))) || 0);
  const [connections, apps] = await Promise.all([
    context.platform("listConnections", { limit: 100 }),
    listApps(context, search, from),
  ]);
  const now = context.now();
  const sorted = connections.data.toSorted((a, b) => rank(a) - rank(b));
  return renderShellPage(request, {
    title: "Integrations",
    lead: "Connect an app once. Every key that you allow can then use its tools.",
    action:
      context.current!.member.role === "owner"
        ? html`<a class="button quiet" href="/sign-in-servers">Sign-in servers</a>`
        : undefined,
    main: html`${
      sorted.length > 0 &&
      html`<section aria-labelledby="connected"><div class="bar"><h2 id="connected">Connected <span class="count">${connections.total}</span></h2></div>
<ul class="rows">${await Promise.all(sorted.map((connection) => renderConnection(connection, context, now)))}</ul></section>`
    }
<section aria-labelledby="apps"><div class="bar"><h2 id="apps">${search === undefined ? "All apps" : "Found"} <span class="count">${apps.total.toLocaleString("en")}</span></h2></div>
<form class="search" role="search" action="/integrations">${renderPageIcon("search")}<input type="search" name="q" value="${search ?? ""}" aria-label="Search apps" placeholder="Search apps, or say what you want to do" maxlength="200"></form>
<p></p>
${apps.cards.length > 0 ? html`<ul class="grid">${apps.cards.map(renderCard)}</ul>` : html`<p class="box empty">No app matches “${search ?? ""}”. Try other words, or <a href="/integrations">see all apps</a>.</p>`}
${from + CARDS < apps.total && html`<p class="after"><a class="button quiet" href="/integrations?${new URLSearchParams({ ...(search && { q: search }), from: String(from + CARDS) }).toString()}#apps">Show more</a><span>${(from + 1).toLocaleString("en")} to ${(from + CARDS).toLocaleString("en")} of ${apps.total.toLocaleString("en")}</span></p>`}</section>`,
  });
};

/** Returns a page of apps: those that match the search, or all, the most used first. */
async function listApps(
  context: OperationContext,
  search: string | undefined,
  from: number,
): Promise<AppPage> {
  const apps = await findApps(context, search);
  const cards = apps.slice(from, from + CARDS).map((app) => createCard(app, context));
  return { cards: await Promise.all(cards), total: apps.length };
}

async function findApps(
  context: OperationContext,
  search: string | undefined,
): Promise<readonly App[]> {
  const { platform, catalog, keyStore, account } = context;
  if (search === undefined) {
    const own = (await keyStore.listApps(account)).map(({ slug }) =>
      platform("getApp", { app: slug }),
    );
    const listed = catalog.apps.toSorted((a, b) => Number(b.popular ?? 0) - Number(a.popular ?? 0));
    return [...(await Promise.all(own)), ...listed.map(toApp)];
  }
  const { data } = await platform("searchApps", { search, limit: 100 });
  if (data.length > 0) return data;
  // Nothing has that name or purpose, so the words may be a task.
  const { tools } = await platform("findTools", { task: search, limit: 20 });
  const slugs = [...new Set(tools.map(({ app }) => app))];
  return Promise.all(slugs.map((app) => platform("getApp", { app })));
}

/** An app that can only be connected with an OAuth client is ready once the operator has one. */
async function createCard(app: App, { platform, catalog }: OperationContext): Promise<Card> {
  const needsClient =
    app.auth_types.length > 0 && app.auth_types.every((type) => type === "oauth2");
  const isReady =
    !needsClient ||
    (await platform("getApp", { app: app.id })).auth.some(({ configured }) => configured);
  return { app, isReady, mark: app.own ? undefined : (await catalog.findApp(app.id))?.mark };
}

const toApp = ({ slug, name, description, kind, auth, tools }: AppEntry): App => ({
  id: slug,
  name,
  description,
  kind,
  own: false,
  auth_types: [...auth],
  tools_count: tools,
});

const renderCard = ({
  app: { id, name, description, tools_count: tools, kind, own },
  mark,
  isReady,
}: Card): Html => html`<li class="app">${renderTile({ name, mark })}<h3>${name}</h3><a class="button small-button${!isReady && " quiet"}" href="/integrations/${id}" aria-label="${isReady ? "Connect" : "Set up"} ${name}">${isReady ? "Connect" : "Set up"}</a>
<p class="about">${toPlainText(description)}</p>
<p class="meta"><span>${kind === "mcp" ? "MCP server" : `${tools.toLocaleString("en")} tools`}</span><span>${isReady ? "Ready" : "Needs your OAuth client"}</span>${own && html`<span>Yours</span>`}</p></li>`;

/** Connections that need attention come first. */
const rank = ({ status }: Connection): number => (status === "active" ? 1 : 0);

async function renderConnection(
  connection: Connection,
  { catalog }: OperationContext,
  now: number,
): Promise<Html> {
  const { app, label, account, user, default: isDefault, last_used_at: lastUsed } = connection;
  const record = await catalog.findApp(app);
  const name = record?.name ?? app;
  const owner = account?.email ?? account?.name ?? account?.id;
  return html`<li class="row">${renderTile({ name, mark: record?.mark })}${renderCable(connection)}<div class="grow"><h3>${name}${label !== name && html`<span class="label">${label}</span>`}${isDefault && html`<span class="chip">Default</span>`}</h3><p>${[owner, user !== undefined && user !== null && `End user ${user}`].filter(Boolean).join(", ") || "This account"}</p></div>
<small class="used">${lastUsed === undefined ? "Not used yet" : html`Used ${renderTime(lastUsed, now)}`}</small>${renderState(connection)}${renderPageIcon("next")}<a class="cover" href="/integrations/${app}#${connection.id}" aria-label="${name}, ${label}"></a></li>`;
}

/** The connections of the account, and all apps. */
export const integrationsPage: Page = { path: "/integrations", role: "member", render };
