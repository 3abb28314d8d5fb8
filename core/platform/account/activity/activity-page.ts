import { type Html, html, seeOther } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { RUN_STATES, SOURCES } from "./run.ts";
import { createRunRow, renderRowTemplates, renderRunRow } from "./run-row.ts";
import { renderSummary } from "./summary.ts";

type Key = Output<"listKeys">["data"][number];

const RUNS = 40;
const DAY = 86_400_000;

/** The filters in the address, which can be shared. */
const FILTERS = ["app", "tool", "status", "source", "key", "user", "from", "to"] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

const render: RenderPage = async (request) => {
  const { context, query, run } = request;
  const search = query.get("q")?.trim() ?? "";
  if (RUN_ID.test(search)) return seeOther(`/activity/${search}`);
  const filters = readFilters(query, search);
  const cursor = query.get("cursor");
  // Before the list, so that the stream of changes continues before it.
  const summary = await run("summarizeActivity", {});
  const [{ data, next_cursor: next }, keys, { run_days: days }] = await Promise.all([
    run("listActivity", {
      ...filters,
      ...(filters.from && { from: toTime(filters.from, 0) }),
      ...(filters.to && { to: toTime(filters.to, DAY) }),
      limit: RUNS,
      ...(cursor !== null && { cursor }),
    }),
    run("listKeys", {}),
    run("getAccount", {}),
  ]);
  const isFiltered = Object.keys(filters).length > 0;
  const now = context.now();
  const isLive = cursor === null && filters.to === undefined;
  return renderShellPage(request, {
    title: "Activity",
    lead: html`${context.current.member.role === "owner" ? "The runs of the account and its end users" : "The runs of the account"}, newest first. They are stored for ${days} days. <a href="/triggers">Triggers</a> start some of them.`,
    action: html`<div class="buttons">${isLive && renderLiveStatus(filters, summary.position)}<a class="button quiet" href="/activity?${formatFilters(filters)}">Refresh</a></div>`,
    main: html`${renderSummary(summary)}
${renderFilters(request, filters, keys.data)}
<ul class="log" id="runs" aria-label="Runs, newest first"${data.length === 0 && html` hidden`}>${data.map((each) => renderRunRow(createRunRow(each, now)))}</ul>
${data.length === 0 && html`<p class="box empty" id="no-runs">${describeEmptyList(isFiltered, next !== null)}</p>`}
${next !== null && html`<p class="after"><a class="button quiet" href="/activity?${formatFilters({ ...filters, cursor: next })}">Show more</a></p>`}
${isLive && renderRowTemplates()}`,
    scripts: isLive ? [request.assets.activityScript] : [],
  });
};

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** Returns the filters of an address. The search is a tool if it has a period, otherwise an app. */
function readFilters(query: URLSearchParams, search: string): Filters {
  const filters = FILTERS.map((name) => [name, query.get(name)?.trim() ?? ""]);
  if (search) filters.push([search.includes(".") ? "tool" : "app", search]);
  return Object.fromEntries(filters.filter(([, value]) => value));
}

/** Completes a day to the time of its start, or of the start of the next day. */
function toTime(text: string, offset: number): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = isDay ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time + offset).toISOString();
}

const formatFilters = (filters: Filters & { readonly cursor?: string }): string =>
  new URLSearchParams(filters).toString();

/** Hidden until `activity.mjs` follows the changes. */
const renderLiveStatus = ({ from: _, ...filters }: Filters, position: string): Html =>
  html`<p class="live" id="live" data-stream="/account/api/v1/activity/live?${new URLSearchParams({ ...filters, after: position }).toString()}" hidden><span class="pulse" aria-hidden="true"></span><span>Live</span><button type="button" class="text" aria-pressed="false">Pause</button></p><span class="sr" id="live-news" role="status"></span>`;

function renderFilters(request: PageRequest, filters: Filters, keys: readonly Key[]): Html {
  const { member } = request.context.current;
  const isOpen = Boolean(filters.user ?? filters.from ?? filters.to);
  const status = Object.entries(RUN_STATES).map(([value, [, word]]) => [value, word] as const);
  return html`<form class="filters" action="/activity">
<div class="search">${renderPageIcon("search")}<input type="search" name="q" value="${filters.tool ?? filters.app ?? ""}" aria-label="Tool, app or run" placeholder="A tool, an app, or the ID of a run" maxlength="100"></div>
${renderChoice("status", "Status", "Any status", status, filters.status)}
${renderChoice("source", "Source", "Any source", Object.entries(SOURCES), filters.source)}
${
  keys.length > 0 &&
  renderChoice(
    "key",
    "Key",
    "Any key",
    keys.map(({ id, name }) => [id, name]),
    filters.key,
  )
}
<button type="submit" class="quiet">Filter</button>${Object.keys(filters).length > 0 && html`<a class="text" href="/activity">Clear</a>`}
<details class="more"${isOpen && html` open`}><summary>More filters</summary><div class="filters">
${member.role === "owner" && html`<label>End user <input name="user" value="${filters.user ?? ""}" maxlength="200" autocomplete="off"></label>`}
<label>From (UTC) <input type="date" name="from" value="${filters.from ?? ""}"></label>
<label>To (UTC) <input type="date" name="to" value="${filters.to ?? ""}"></label>
</div></details></form>`;
}

const renderChoice = (
  name: string,
  label: string,
  any: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): Html =>
  html`<select name="${name}" aria-label="${label}"><option value="">${any}</option>${choices.map(([value, text]) => html`<option value="${value}"${chosen === value && html` selected`}>${text}</option>`)}</select>`;

function describeEmptyList(isFiltered: boolean, hasMore: boolean): Html | string {
  if (hasMore) return "None of the newest 20,000 runs matches.";
  if (isFiltered) return "No run matches.";
  return html`Nothing has run yet. <a href="/integrations">Try a tool</a>, or ask your agent.`;
}

/** The runs of the account and its end users. */
export const activityPage: Page = { path: "/activity", role: "member", render };
