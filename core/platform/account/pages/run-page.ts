import { Problem } from "../../../http/problem.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { OperationContext } from "../contract.ts";
import type { Page, RenderPage } from "./page.ts";
import { renderJack } from "./parts/jack.ts";
import { describeDuration, REMEDIES, RUN_STATES, type Run, renderSource } from "./parts/run.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

/** The most bytes of a stored result that the page shows. */
const RESULT_BYTES = 20_000;

const render: RenderPage = async (request) => {
  const { context, parameters } = request;
  const run = await context.platform("getRun", { run: parameters["run"]! });
  const [jack, word] = RUN_STATES[run.status];
  const result = await readResult(run, context);
  return renderShellPage(request, {
    title: run.tool,
    lead: html`<a href="/activity">Activity</a>`,
    action: html`<a class="button quiet" href="/integrations/${run.app}/tools/${run.tool}?run=${run.run}">Run again</a>`,
    main: html`<section class="detail"><header>${renderJack(jack)}<div><h2>${word}</h2>
<p class="meta">${renderTime(run.created_at, context.now())}<span>${describeDuration(run)}</span>${renderSource(run)}<code>${run.run}</code></p></div></header>
${run.error && renderCause(run, run.error)}
<h3>Arguments</h3><pre tabindex="0"><code>${JSON.stringify(run.arguments, null, 2)}</code></pre>
${result !== undefined && html`<h3>Result</h3><pre tabindex="0"><code>${result}</code></pre>`}
<h3>Requests to the app</h3>
${run.attempts.length > 0 ? html`<ul class="timeline">${run.attempts.map(renderAttempt)}</ul>` : html`<p>None was sent.</p>`}
<h3>Details</h3><dl class="facts">
<div><dt>App</dt><dd><a href="/integrations/${run.app}">${run.app}</a></dd></div>
<div><dt>Connection</dt><dd>${run.connection ?? "None needed"}</dd></div>
<div><dt>${run.source === "page" ? "Person" : "API key"}</dt><dd>${run.source === "page" ? run.key : html`<a href="/keys/${run.key}"><code>${run.key}</code></a>`}</dd></div>
${run.user !== null && html`<div><dt>End user</dt><dd>${run.user}</dd></div>`}
${run.response?.status_code !== undefined && html`<div><dt>Response</dt><dd>${run.response.status_code}${run.response.media_type && `, ${run.response.media_type}`}, ${run.response.size.toLocaleString("en")} bytes</dd></div>`}
</dl></section>`,
  });
};

const renderCause = (run: Run, { code, message }: NonNullable<Run["error"]>): Html =>
  html`<div class="why"><h3>${message}</h3><p>${REMEDIES[code]}</p>
${code === "upstream_auth" && html`<div class="buttons"><a class="button" href="/integrations/${run.app}">Reconnect</a></div>`}</div>`;

const renderAttempt = ({
  status_code: status,
  error,
  duration_ms: duration,
}: Run["attempts"][number]): Html =>
  html`<li>${renderJack(error === undefined && (status ?? 500) < 400 ? "active" : "failed")}<span>${status === undefined ? "No response" : `Status ${status}`}${error !== undefined && html` <code>${error}</code>`}</span><span class="duration">${describeDuration({ duration_ms: duration })}</span></li>`;

/** Returns the start of the stored result. Undefined if none is stored, or it isn't text. */
async function readResult(run: Run, { platform }: OperationContext): Promise<string | undefined> {
  if (run.response?.result_url === undefined) return undefined;
  try {
    const result = await platform("getRunResult", { run: run.run, limit: RESULT_BYTES });
    return result.encoding === "text" ? result.data : undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === "run_not_found") return undefined;
    throw error;
  }
}

/** A run: what it did, why it failed, and what to do about it. */
export const runPage: Page = { path: "/activity/{run}", role: "member", render };
