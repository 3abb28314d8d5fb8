import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { readParameter } from "../pages/page-request.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import {
  describeDuration,
  describeRequester,
  describeSource,
  findRemedy,
  RUN_STATES,
} from "./run.ts";
import { renderRunAgain, submitRunAgain } from "./run-again.ts";

type Details = Output<"getActivity">;

const render: RenderPage = async (request) => {
  const { context, assets } = request;
  const run = await request.run("getActivity", { run: readParameter(request, "run") });
  const [jack, word] = RUN_STATES[run.status];
  const isUnfinished = run.status === "queued" || run.status === "running";
  return renderShellPage(request, {
    title: run.tool,
    lead: html`<a href="/activity">Activity</a>`,
    action: isUnfinished
      ? html`<a class="button quiet" href="/activity/${run.run}">Refresh</a>`
      : html`<a class="button quiet" href="#again">Run again</a>`,
    formTargets: [context.apiOrigin],
    scripts: isUnfinished ? [assets.activityScript] : [],
    main: html`<section class="detail"${isUnfinished && html` id="unfinished" data-stream="/account/api/v1/activity/live?run=${run.run}&amp;after=0" aria-live="polite"`}><header>${renderJack(jack)}<div><h2>${word}</h2>
<p class="meta">${renderTime(run.created, context.now())}<span>${describeDuration(run)}</span><span class="source">${describeSource(run)}</span><code>${run.run}</code></p></div></header>
${run.error && renderCause(run, run.error)}
<h3>Arguments</h3><pre tabindex="0"><code>${JSON.stringify(run.arguments, null, 2)}</code></pre>
${run.result && renderResult(run.result)}
<h3>What happened</h3><ol class="timeline">${renderSteps(run)}</ol>
<h3>Details</h3><dl class="facts">
<div><dt>App</dt><dd><a href="/integrations/${run.app}">${run.app}</a></dd></div>
<div><dt>Connection</dt><dd>${run.connection ?? "None needed"}</dd></div>
<div><dt>${run.requester.kind === "key" ? "API key" : "Person"}</dt><dd>${renderRequester(run)}</dd></div>
${run.user !== null && html`<div><dt>End user</dt><dd><a href="/activity?${new URLSearchParams({ user: run.user }).toString()}">${run.user}</a></dd></div>`}
${run.again !== undefined && html`<div><dt>Repeats</dt><dd><a href="/activity/${run.again}"><code>${run.again}</code></a></dd></div>`}
${run.request !== undefined && html`<div><dt>Request ID</dt><dd><code>${run.request}</code></dd></div>`}
${run.response && html`<div><dt>Response</dt><dd>${describeResponse(run.response)}</dd></div>`}
</dl></section>
${!isUnfinished && (await renderRunAgain(request, run))}`,
  });
};

const UNKNOWN_REMEDY =
  "Check at the app whether it carried out the request. If it didn't, run the tool again.";

const renderCause = (run: Details, { code, message }: NonNullable<Details["error"]>): Html =>
  html`<div class="why"><h3>${message}</h3><p>${run.status === "outcome_unknown" ? UNKNOWN_REMEDY : findRemedy(code)}</p>
${code === "upstream_auth" && html`<div class="buttons"><a class="button" href="/integrations/${run.app}">Reconnect</a></div>`}</div>`;

const renderResult = ({ text, truncated }: NonNullable<Details["result"]>): Html =>
  html`<h3>Result${truncated && " (its start)"}</h3><pre tabindex="0"><code>${text}</code></pre>`;

/** Renders what happened, each step with the time since the run was requested. */
function renderSteps(run: Details): readonly Html[] {
  const start = Date.parse(run.created);
  const since = (time: string) => Math.max(0, Date.parse(time) - start);
  const [jack, word] = RUN_STATES[run.status];
  return [
    renderStep("active", `Requested by ${describeRequester(run)}`, 0),
    ...run.attempts.map(({ started, duration_ms: duration, status_code: status, error }, index) =>
      renderStep(
        error === undefined && (status ?? 500) < 400 ? "active" : "failed",
        html`Request ${index + 1} to the app: ${status === undefined ? "no response" : `status ${status}`}${error !== undefined && html` <code>${error}</code>`}, ${describeDuration({ duration_ms: duration })}`,
        since(started),
      ),
    ),
    ...(run.attempts.length === 0 && run.finished !== undefined
      ? [renderStep("off", "No request was sent to the app", since(run.finished))]
      : []),
    renderStep(jack, word, run.finished === undefined ? undefined : since(run.finished)),
  ];
}

const renderStep = (
  jack: Parameters<typeof renderJack>[0],
  text: Html | string,
  milliseconds: number | undefined,
): Html =>
  html`<li>${renderJack(jack)}<span>${text}</span><span class="duration">${milliseconds !== undefined && `+${describeDuration({ duration_ms: milliseconds })}`}</span></li>`;

/** Links to a key that the person may see. */
function renderRequester({ requester }: Details): Html {
  const { kind, id, name } = requester;
  if (name === undefined) return html`<code>${id}</code>`;
  return kind === "key" ? html`<a href="/keys/${id}">${name}</a>` : html`${name}`;
}

const describeResponse = ({
  status_code: status,
  media_type: type,
  size,
}: NonNullable<Details["response"]>): string =>
  [status, type, `${size.toLocaleString("en")} bytes`].filter(Boolean).join(", ");

/** A run: what it did, why it failed, and what to do about it. */
export const runPage: Page = {
  path: "/activity/{run}",
  role: "member",
  render,
  forms: [{ path: "/activity/{run}/again", submit: submitRunAgain }],
};
