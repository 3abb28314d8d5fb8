import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import type { Page, PageForm, RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { parseJsonField } from "../pages/parts/json-field.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { describeWatch } from "./kinds.ts";
import {
  describeAction,
  renderEventRow,
  renderStatus,
  TRIGGER_STATES,
  type Trigger,
} from "./trigger.ts";
import { describeFire, describePause, describeTriggerDeletion } from "./trigger-ending.ts";
import { readTrigger } from "./visible-triggers.ts";

const render: RenderPage = (request) => renderTriggerPage(request);

/** Renders the page of a trigger, with what a dry run found or with new secrets. */
export async function renderTriggerPage(
  request: PageRequest,
  {
    preview,
    secrets = [],
  }: {
    readonly preview?: PlatformOutput<"fireTrigger">;
    readonly secrets?: PlatformOutput<"createTrigger">["secrets"];
  } = {},
) {
  const { context, problem, fields } = request;
  const trigger = await readTrigger(request);
  const { data: events } = await context.platform("listEvents", { trigger: trigger.id, limit: 20 });
  const now = context.now();
  const path = `/triggers/${trigger.id}`;
  const isPaused = trigger.status === "paused";
  return renderShellPage(request, {
    title: trigger.name,
    lead: html`<a href="/triggers">Triggers</a>`,
    action: html`<form method="post" action="${path}/${isPaused ? "resume" : "pause"}"><button type="submit" class="quiet">${isPaused ? "Resume" : "Pause"}</button></form>`,
    main: html`${secrets.length > 0 && renderSecrets(secrets)}
${trigger.status_reason && html`<div class="why"><h3>${trigger.status_reason.message}</h3></div>`}
${trigger.last_error && html`<div class="why"><h3>The last check failed</h3><p>${trigger.last_error.message}</p></div>`}
<section class="box"><dl class="facts">
<div><dt>Status</dt><dd>${renderStatus(TRIGGER_STATES[trigger.status])}</dd></div>
<div><dt>Watches</dt><dd>${describeWatch(trigger)}</dd></div>
${trigger.filter !== undefined && html`<div><dt>Filter</dt><dd><code>${trigger.filter}</code></dd></div>`}
${trigger.actions.length > 0 && html`<div><dt>Actions</dt><dd>${trigger.actions.map(describeAction).join(", ")}</dd></div>`}
${trigger.subscribers?.map(({ destination, status, expires_at: end }) => html`<div><dt>MCP client</dt><dd>${destination ?? "Polls"}${status === "paused" && ", paused"} · ends ${renderTime(end, now)}</dd></div>`)}
${trigger.address && html`<div><dt>Address</dt><dd><code>${trigger.address.url}</code></dd></div><div><dt>At the sender</dt><dd>${trigger.address.instructions}</dd></div>`}
${trigger.subscription && html`<div><dt>Subscription</dt><dd>${describeSubscription(trigger.subscription)}${trigger.subscription.expires_at !== undefined && html`, renewed before it ends ${renderTime(trigger.subscription.expires_at, now)}`}</dd></div>`}
${trigger.next_at !== undefined && html`<div><dt>Next check</dt><dd>${renderTime(trigger.next_at, now)}</dd></div>`}
${trigger.last_checked_at !== undefined && html`<div><dt>Last check</dt><dd>${renderTime(trigger.last_checked_at, now)}</dd></div>`}
${trigger.connection !== null && html`<div><dt>Connection</dt><dd><a href="/integrations/${trigger.app ?? ""}">${trigger.connection}</a></dd></div>`}
${trigger.user !== null && html`<div><dt>End user</dt><dd>${trigger.user}</dd></div>`}
<div><dt>ID</dt><dd><code>${trigger.id}</code></dd></div>
</dl></section>
<section aria-labelledby="events"><h2 id="events">Events</h2>
${events.length > 0 ? html`<ul class="rows">${events.map((event) => renderEventRow(event, now))}</ul>` : html`<p class="box empty">No events yet.</p>`}</section>
<section aria-labelledby="try"><h2 id="try">Try it</h2>
${preview && renderFirePreview(preview)}
<form class="box" method="post" action="${path}/fire">
${renderField({ id: "data", label: "Data of an event", hint: "JSON. Empty repeats the last event.", error: fieldError(problem, "data"), isOptional: true }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${fields?.get("data") ?? ""}</textarea>`)}
<p class="buttons"><button type="submit" name="dry_run" value="true" class="quiet">See what would happen</button> <button type="submit">Fire</button></p></form></section>
<section aria-labelledby="delete"><h2 id="delete">Delete</h2>
<form class="box" method="post" action="${path}/delete"><p>Actions that wait are canceled. Its events stay for 30 days.</p>
<button type="submit" class="danger">Delete the trigger</button></form></section>
${renderDefinition(trigger)}`,
  });
}

const describeSubscription = ({ status }: NonNullable<Trigger["subscription"]>): string =>
  status === "active" ? "Active at the app" : "Starting at the app";

const renderSecrets = (secrets: PlatformOutput<"createTrigger">["secrets"]): Html =>
  html`<section class="box" aria-labelledby="secrets"><h2 id="secrets">Copy the secrets now</h2><p>They aren't shown again.</p>
<dl class="facts">${secrets.map(({ purpose, action, secret }) => html`<div><dt>${purpose === "address" ? "For the sender" : `Deliveries of action ${action}`}</dt><dd><code>${secret}</code></dd></div>`)}</dl></section>`;

const renderDefinition = ({ watch, actions }: Trigger): Html =>
  html`<details class="fold"><summary>Definition</summary><pre tabindex="0"><code>${JSON.stringify({ watch, actions: actions.map(({ action }) => action) }, null, 2)}</code></pre></details>`;

/** Reads the trigger first, so that nobody changes one that they may not see. */
const triggerForm = (
  name: string,
  submit: (
    request: PageRequest,
    id: string,
    fields: URLSearchParams,
  ) => ReturnType<PageForm["submit"]>,
): PageForm => ({
  path: `/triggers/{trigger}/${name}`,
  async submit(request, fields) {
    const { id } = await readTrigger(request);
    return submit(request, id, fields);
  },
});

/** A trigger: what it watches, its events, and forms to try, pause and delete it. */
export const triggerPage: Page = {
  path: "/triggers/{trigger}",
  role: "member",
  render,
  forms: [
    withConfirmation(
      triggerForm("pause", async ({ context }, id) => {
        await context.platform("pauseTrigger", { trigger: id });
        return `/triggers/${id}`;
      }),
      describePause,
    ),
    triggerForm("resume", async ({ context }, id) => {
      await context.platform("resumeTrigger", { trigger: id });
      return `/triggers/${id}`;
    }),
    withConfirmation(
      triggerForm("delete", async ({ context }, id) => {
        await context.platform("deleteTrigger", { trigger: id });
        return "/triggers";
      }),
      describeTriggerDeletion,
    ),
    withConfirmation(
      triggerForm("fire", async (request, id, fields) => {
        const text = fields.get("data")?.trim() ?? "";
        const isDryRun = fields.get("dry_run") === "true";
        const preview = await request.context.platform("fireTrigger", {
          trigger: id,
          ...(text !== "" && { data: parseJsonField("data", text) }),
          dry_run: isDryRun,
        });
        if (!isDryRun) return `/triggers/${id}`;
        return renderTriggerPage({ ...request, fields }, { preview });
      }),
      describeFire,
    ),
  ],
};

type Preview = PlatformOutput<"fireTrigger">;

const OUTCOMES = {
  act: "Would be carried out",
  skip: "Would be skipped",
  reject: "Would fail",
} as const;
const FILTERS = {
  passes: "The event passes the filter.",
  rejects: "The filter rejects the event, so nothing happens.",
  fails: "The filter fails, so nothing happens.",
} as const;

/** Renders what firing a trigger would do. */
const renderFirePreview = ({ filter, filter_error: error, actions = [] }: Preview): Html =>
  html`<div class="box" role="status"><h3>What would happen</h3>
<p>${filter && FILTERS[filter]}${error !== undefined && html` ${error}`}</p>
<ul class="rows">${actions.map(
    ({ id, outcome, reason, tool, url, arguments: input }) =>
      html`<li class="row"><div class="grow"><h4>Action ${id}: ${tool ?? url}</h4><p>${OUTCOMES[outcome]}${reason !== undefined && html`: ${reason}`}</p>
${input && html`<pre tabindex="0"><code>${JSON.stringify(input, null, 2)}</code></pre>`}</div></li>`,
  )}</ul></div>`;
