import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { createRunRow, renderRunRow } from "../activity/run-row.ts";
import { renderSummary } from "../activity/summary.ts";
import type { Output } from "../contract.ts";
import type { Key } from "../keys/key.ts";
import type { Page } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderSnippets } from "../pages/parts/snippets.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { findAttention, renderAttention } from "./attention.ts";

type Activity = Output<"listActivity">["data"][number];
type Connection = PlatformOutput<"getConnection">;

/** One of the first steps of a new account. */
interface Step {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly action: string;
  readonly isDone: boolean;
}

async function render(request: PageRequest): Promise<HttpResponse> {
  const { context, run } = request;
  const now = context.now();
  const [keys, connections, runs, summary] = await Promise.all([
    run("listKeys", {}),
    context.platform("listConnections", { limit: 100 }),
    run("listActivity", { limit: 5 }),
    run("summarizeActivity", {}),
  ]);
  const active = keys.data.filter(({ status }) => status === "active");
  const attention = await findAttention(context, active);
  const steps = createSteps(active, connections.data, runs.data);
  const isNew = steps.some(({ isDone }) => !isDone);
  return renderShellPage(request, {
    title: "Overview",
    lead: describeCatalog(context.catalog),
    main: html`${attention.map(renderAttention)}
${isNew && html`<section aria-labelledby="steps"><div class="bar"><h2 id="steps">First steps</h2></div><ol class="steps">${steps.map(renderStep)}</ol></section>`}
<section aria-labelledby="clients"><div class="bar"><h2 id="clients">Use it</h2></div><div class="box">${renderSnippets(context.apiOrigin)}</div></section>
${
  runs.data.length > 0 &&
  html`<section aria-labelledby="runs"><div class="bar"><h2 id="runs">Last runs</h2></div>
${renderSummary(summary)}
<ul class="log">${runs.data.map((each) => renderRunRow(createRunRow(each, now)))}</ul>
<p class="after"><a class="button quiet" href="/activity">All runs</a></p></section>`
}`,
  });
}

const createSteps = (
  keys: readonly Key[],
  connections: readonly Connection[],
  runs: readonly Activity[],
): readonly Step[] => [
  {
    title: "Create a key",
    text: "Programs and AI agents use it to reach this account.",
    path: "/keys/new",
    action: "New key",
    isDone: keys.length > 0,
  },
  {
    title: "Connect an app",
    text: "Sign in once, and every key that you allow can use the tools of the app.",
    path: "/integrations",
    action: "Choose an app",
    isDone: connections.some(({ status }) => status === "active"),
  },
  {
    title: "Run a tool",
    text: "Ask your agent for something that an app can do, or try a tool here.",
    path: "/integrations",
    action: "Try a tool",
    isDone: runs.length > 0,
  },
];

const renderStep = ({ title, text, path, action, isDone }: Step): Html =>
  html`<li class="step${isDone && " done"}">${renderJack(isDone ? "active" : "off")}<div><h3>${title}${isDone && html`<span class="sr"> (done)</span>`}</h3><p>${text}</p></div>
${!isDone && html`<a class="button quiet" href="${path}">${action}</a>`}</li>`;

function describeCatalog({ apps, tools, progress }: PageRequest["context"]["catalog"]): string {
  if (apps.length === 0) return progress ?? "The app catalog is not ready.";
  return `${apps.length.toLocaleString("en")} apps with ${tools.toLocaleString("en")} tools are available.`;
}

/** The home page of a person with a session. */
export const overviewPage: Page = { path: "/", role: "member", render };
