import { type Html, html } from "../../../lib/html-page/index.ts";
import type { OperationContext } from "../contract.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { toPlainText } from "../pages/parts/plain-text.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderAddLink } from "./add-app-page.ts";
import { type Connection, renderCable, renderState, renderTile } from "./app.ts";
import {
  type AppFilter,
  type Category,
  findApps,
  formatFilter,
  type ListedApp,
  listCategories,
  readFilter,
  suggestApps,
} from "./app-list.ts";

/** An app of the list, with what its card shows. */
interface Card {
  readonly app: ListedApp;
  readonly mark: string | undefined;
  readonly isReady: boolean;
}

interface AppPage {
  readonly cards: readonly Card[];
  /** The number of all apps that match. */
  readonly total: number;
}

const CARDS = 24;

/** The categories that are always visible. */
const FIRST_CATEGORIES = 7;

const render: RenderPage = async (request) => {
  const { context, query } = request;
  const filter = readFilter(query);
  const { search } = filter;
  const from = Math.max(0, Math.trunc(Number(query.get("from"))) || 0);
  const [connections, apps] = await Promise.all([
    context.platform("listConnections", { limit: 100 }),
    listApps(context, filter, from),
  ]);
  const ownCount = (await context.keyStore.listApps(context.account)).length;
  const now = context.now();
  const sorted = connections.data.toSorted((a, b) => rank(a) - rank(b));
  return renderShellPage(request, {
    title: "Integrations",
    lead: "Connect an app once. Every key that you allow can then use its tools.",
    action:
      context.current.member.role === "owner"
        ? html`<div class="buttons">${renderAddLink()}<a class="button quiet" href="/sign-in-servers">Sign-in servers</a></div>`
        : undefined,
    main: html`${
      sorted.length > 0 &&
      html`<section aria-labelledby="connected"><div class="bar"><h2 id="connected">Connected <span class="count">${connections.total}</span></h2><a class="text" href="/users">End users</a></div>
<ul class="rows">${await Promise.all(sorted.map((connection) => renderConnection(connection, context, now)))}</ul></section>`
    }
<section aria-labelledby="apps"><div class="bar"><h2 id="apps">${search === undefined && filter.category === undefined && !filter.isOwn ? "All apps" : "Found"} <span class="count">${apps.total.toLocaleString("en")}</span></h2></div>
<form class="search" role="search" action="/integrations">${renderPageIcon("search")}${filter.category !== undefined && html`<input type="hidden" name="category" value="${filter.category}">`}<input type="search" name="q" value="${search ?? ""}" aria-label="Search apps" placeholder="Search apps, or say what you want to do" maxlength="200"></form>
${renderFilters(context, filter, ownCount)}
${apps.cards.length > 0 ? html`<ul class="grid">${apps.cards.map(renderCard)}</ul>` : await renderNothingFound(context, filter)}
${from + CARDS < apps.total && html`<p class="after"><a class="button quiet" href="/integrations?${formatFilter(filter, { from: String(from + CARDS) })}#apps">Show more</a><span>${(from + 1).toLocaleString("en")} to ${(from + CARDS).toLocaleString("en")} of ${apps.total.toLocaleString("en")}</span></p>`}</section>`,
  });
};

/** Returns a page of the apps that match. */
async function listApps(
  context: OperationContext,
  filter: AppFilter,
  from: number,
): Promise<AppPage> {
  const apps = await findApps(context, filter);
  return { cards: await createCards(apps.slice(from, from + CARDS), context), total: apps.length };
}

const createCards = (apps: readonly ListedApp[], context: OperationContext) =>
  Promise.all(apps.map((app) => createCard(app, context)));

/** An app that can only be connected with an OAuth client is ready once the operator has one. */
async function createCard(app: ListedApp, { platform, catalog }: OperationContext): Promise<Card> {
  const needsClient =
    app.auth_types.length > 0 && app.auth_types.every((type) => type === "oauth2");
  const isReady =
    !needsClient ||
    (await platform("getApp", { app: app.id })).auth.some(({ configured }) => configured);
  return { app, isReady, mark: app.own ? undefined : (await catalog.findApp(app.id))?.mark };
}

/** Renders the filters of the list: all apps, those of the account, and the categories. */
function renderFilters({ catalog }: OperationContext, filter: AppFilter, ownCount: number): Html {
  const { search } = filter;
  const categories = listCategories(catalog.apps);
  const link = (text: string, count: number, change: Partial<AppFilter>) => {
    const target: AppFilter = { search, isOwn: false, ...change };
    const isCurrent = target.category === filter.category && target.isOwn === filter.isOwn;
    const query = formatFilter(target);
    return html`<li><a href="/integrations${query && `?${query}`}#apps"${isCurrent && html` aria-current="true"`}>${capitalize(text)}${search === undefined && count > 0 && html` <span>${count.toLocaleString("en")}</span>`}</a></li>`;
  };
  const toLink = ({ name, count }: Category) => link(name, count, { category: name });
  const first = categories.slice(0, FIRST_CATEGORIES);
  const others = categories.slice(FIRST_CATEGORIES);
  const isOther = others.some(({ name }) => name === filter.category);
  return html`<ul class="chips" aria-label="Filters">${link("All", 0, {})}${ownCount > 0 && link("Yours", ownCount, { isOwn: true })}${first.map(toLink)}</ul>
${others.length > 0 && html`<details class="fold"${isOther && html` open`}><summary>More categories</summary><ul class="chips" aria-label="More categories">${others.map(toLink)}</ul></details>`}`;
}

const capitalize = (text: string): string =>
  ACRONYMS.includes(text) ? text.toUpperCase() : text.charAt(0).toUpperCase() + text.slice(1);

const ACRONYMS: readonly string[] = ["ai", "crm", "iot", "hr"];

/** Renders what to do if nothing matches: the nearest apps, or an app of one's own. */
async function renderNothingFound(
  context: OperationContext,
  { search, category }: AppFilter,
): Promise<Html> {
  const suggestions = search === undefined ? [] : suggestApps(context, search);
  const cards = await createCards(suggestions, context);
  return html`<div class="box empty"><p>${search === undefined ? html`No app is in the category ${category ?? "of yours"}.` : html`No app matches “${search}”${category !== undefined && html` in the category ${category}`}.`} Try other words, or <a href="/integrations">see all apps</a>.</p>
${context.current.member.role === "owner" && html`<p>${renderAddLink(search)}</p>`}</div>
${cards.length > 0 && html`<h3 class="after">Perhaps you mean</h3><ul class="grid">${cards.map(renderCard)}</ul>`}`;
}

const renderCard = ({
  app: { id, name, description, tools_count: tools, kind, own },
  mark,
  isReady,
}: Card): Html => html`<li class="app">${renderTile({ name, mark })}<h3>${name}</h3><a class="button small-button${!isReady && " quiet"}" href="/integrations/${id}" aria-label="${isReady ? "Connect" : "Set up"} ${name}">${isReady ? "Connect" : "Set up"}</a>
<p class="about">${toPlainText(description)}</p>
<p class="meta">${kind === "mcp" && html`<span>MCP server</span>`}${(kind === "http" || tools > 0) && html`<span>${tools === 1 ? "1 tool" : `${tools.toLocaleString("en")} tools`}</span>`}<span>${isReady ? "Ready" : "Needs your OAuth client"}</span>${own && html`<span>Yours</span>`}</p></li>`;

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
