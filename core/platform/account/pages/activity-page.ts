import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Page, RenderPage } from "./page.ts";
import { renderPageIcon } from "./parts/icon.ts";
import {
  describeDuration,
  RUN_STATES,
  type Run,
  renderRunState,
  renderSource,
} from "./parts/run.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

const RUNS = 50;

/** The filters in the address, which can be shared. */
const FILTERS = ["app", "tool", "status"] as const;

const render: RenderPage = async (request) => {
  const { context, query } = request;
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name)?.trim() ? [[name, query.get(name)!.trim()]] : [])),
  );
  const cursor = query.get("cursor");
  const { data, next_cursor: next } = await context.platform("listRuns", {
    ...filters,
    limit: RUNS,
    ...(cursor !== null && { cursor }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const now = context.now();
  return renderShellPage(request, {
    title: "Activity",
    lead: "The account's own runs, newest first. Those of end users aren't listed. Runs are stored for 30 days.",
    main: html`<form class="filters" action="/activity">
<div class="search">${renderPageIcon("search")}<input type="search" name="tool" value="${filters["tool"] ?? ""}" aria-label="Tool" placeholder="Tool, such as github.issues_create" maxlength="200"></div>
<input type="hidden" name="app" value="${filters["app"] ?? ""}">
<select name="status" aria-label="Status"><option value="">All statuses</option>${Object.entries(RUN_STATES).map(([status, [, word]]) => html`<option value="${status}"${filters["status"] === status && html` selected`}>${word}</option>`)}</select>
<button type="submit" class="quiet">Filter</button>${isFiltered && html`<a class="text" href="/activity">Clear</a>`}</form>
${data.length > 0 ? html`<ul class="log">${data.map((run) => renderRun(run, now))}</ul>` : html`<p class="box empty">${isFiltered ? "No run matches." : html`Nothing has run yet. <a href="/integrations">Try a tool</a>, or ask your agent.`}</p>`}
${next !== null && html`<p class="after"><a class="button quiet" href="/activity?${new URLSearchParams({ ...filters, cursor: next }).toString()}">Show more</a></p>`}`,
  });
};

const renderRun = (run: Run, now: number): Html =>
  html`<li><a href="/activity/${run.run}"${run.status === "failed" && html` class="failed"`}>${renderTime(run.created_at, now)}${renderRunState(run)}${renderSource(run)}<span class="what"><b>${run.tool}</b><small>${run.error?.message ?? run.user ?? ""}</small></span><span class="duration">${describeDuration(run)}</span>${renderPageIcon("next")}</a></li>`;

/** The runs of the account. */
export const activityPage: Page = { path: "/activity", role: "member", render };
