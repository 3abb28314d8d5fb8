import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { describeWatch } from "./kinds.ts";
import { describeAction, renderStatus, TRIGGER_STATES, type Trigger } from "./trigger.ts";
import { mayViewTrigger } from "./visible-triggers.ts";

const TRIGGERS_PATH = "/triggers";

const EXAMPLE = `curl -X POST ORIGIN/api/v1/triggers \\
  -H "Authorization: Bearer $JACKFIELD_API_KEY" -H "Content-Type: application/json" -d '{
    "name": "Every morning",
    "watch": {"kind": "schedule", "cron": "0 9 * * 1-5"},
    "actions": [{"kind": "run", "tool": "APP.TOOL", "arguments": {}}]
  }'`;

const render: RenderPage = async (request) => {
  const { context, query } = request;
  const cursor = query.get("cursor");
  const { data, next_cursor: next } = await context.platform("listTriggers", {
    ...(cursor !== null && { cursor }),
    limit: 50,
  });
  const triggers = data.filter((trigger) => mayViewTrigger(trigger, context.current.member));
  const now = context.now();
  return renderShellPage(request, {
    title: "Triggers",
    lead: "What starts runs by itself: schedules, lists that are checked, and webhooks.",
    action: html`<a class="button" href="/triggers/new">${renderPageIcon("plus")}New trigger</a>`,
    main:
      triggers.length > 0
        ? html`<ul class="rows">${triggers.map((trigger) => renderTrigger(trigger, now))}</ul>
${next !== null && html`<p class="after"><a class="button quiet" href="${TRIGGERS_PATH}?${new URLSearchParams({ cursor: next }).toString()}">Show more</a></p>`}`
        : html`<div class="box empty"><p>There are no triggers yet. Create one here, or with the API:</p>
<pre tabindex="0"><code>${EXAMPLE.replace("ORIGIN", context.apiOrigin)}</code></pre></div>`,
  });
};

const renderTrigger = (trigger: Trigger, now: number): Html =>
  html`<li class="row"><div class="grow"><h3>${trigger.name}</h3><p>${describeWatch(trigger)}. ${trigger.actions.map(describeAction).join(", ")}.</p>
<p class="meta">${trigger.last_event_at === undefined ? "No events yet" : html`Last event ${renderTime(trigger.last_event_at, now)}`}${trigger.user !== null && html`<span>For ${trigger.user}</span>`}</p></div>
${renderStatus(TRIGGER_STATES[trigger.status])}${renderPageIcon("next")}<a class="cover" href="${TRIGGERS_PATH}/${trigger.id}" aria-label="Trigger ${trigger.name}"></a></li>`;

/** The triggers of the account. */
export const triggersPage: Page = { path: TRIGGERS_PATH, role: "member", render };
