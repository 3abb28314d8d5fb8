import { type Html, html } from "../../../lib/html-page/index.ts";
import { describeDuration } from "../activity/run.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { ACTION_STATES, EVENT_STATES, type Event, renderStatus } from "./trigger.ts";
import { describeEventDeletion, describeReplay } from "./trigger-ending.ts";
import { readEvent } from "./visible-triggers.ts";

const render: RenderPage = async (request) => {
  const { context } = request;
  const event = await readEvent(request);
  const now = context.now();
  const isFinal = event.status !== "acting";
  return renderShellPage(request, {
    title: event.type,
    lead: html`<a href="/triggers/${event.trigger}">Its trigger</a>`,
    action:
      event.data !== undefined && isFinal
        ? html`<form method="post" action="/events/${event.id}/replay"><button type="submit" class="quiet">Replay</button></form>`
        : undefined,
    main: html`<section class="box"><dl class="facts">
<div><dt>Status</dt><dd>${renderStatus(EVENT_STATES[event.status])}</dd></div>
${event.reason && html`<div><dt>Reason</dt><dd>${event.reason.message}</dd></div>`}
<div><dt>Happened</dt><dd>${renderTime(event.time, now)}</dd></div>
<div><dt>Accepted</dt><dd>${renderTime(event.received_at, now)}</dd></div>
<div><dt>Key</dt><dd><code>${event.key}</code></dd></div>
<div><dt>Sender</dt><dd>${event.verified ? "Verified" : "Not verified"}${event.test && ", sent by hand"}</dd></div>
<div><dt>ID</dt><dd><code>${event.id}</code></dd></div>
</dl></section>
<section aria-labelledby="actions"><h2 id="actions">Actions</h2><ul class="rows">${event.actions.map((action) => renderAction(action, now))}</ul></section>
<section aria-labelledby="data"><h2 id="data">Data</h2>
${event.data === undefined ? html`<p class="box empty">The data is no longer stored.</p>` : html`<pre tabindex="0"><code>${JSON.stringify(event.data, null, 2)}</code></pre>`}</section>
<section aria-labelledby="delete"><h2 id="delete">Delete</h2>
<form class="box" method="post" action="/events/${event.id}/delete"><p>The data is deleted. The event isn't accepted again.</p><button type="submit" class="danger">Delete the event</button></form></section>`,
  });
};

const renderAction = (action: Event["actions"][number], now: number): Html => {
  const { id, kind, status, run, reason, attempts, next_at: next } = action;
  return html`<li class="row"><div class="grow"><h3>Action ${id}: ${kind === "run" ? "run a tool" : "deliver"}</h3>
<p>${reason}${run !== undefined && html` <a href="/activity/${run}">The run</a>`}${next !== undefined && html` Next attempt ${renderTime(next, now)}.`}</p>
${attempts.length > 0 && html`<ol class="timeline">${attempts.map(({ duration_ms: duration, status_code: code, error }, index) => html`<li>${renderJack(error === undefined ? "active" : "failed")}<span>Attempt ${index + 1}${code !== undefined && html`: status ${code}`}${error !== undefined && html`, ${error}`}</span><span class="duration">${describeDuration({ duration_ms: duration })}</span></li>`)}</ol>`}</div>
${renderStatus(ACTION_STATES[status])}</li>`;
};

/** An event: what happened, its data, and what was done. */
export const eventPage: Page = {
  path: "/events/{event}",
  role: "member",
  render,
  forms: [
    {
      path: "/events/{event}/replay",
      confirm: describeReplay,
      async submit(request) {
        const { id } = await readEvent(request);
        await request.context.platform("replayEvent", { event: id });
        return `/events/${id}`;
      },
    },
    {
      path: "/events/{event}/delete",
      confirm: describeEventDeletion,
      async submit(request) {
        const { id, trigger } = await readEvent(request);
        await request.context.platform("deleteEvent", { event: id });
        return `/triggers/${trigger}`;
      },
    },
  ],
};
