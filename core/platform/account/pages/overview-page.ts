import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import type { Page, PageRequest } from "./page.ts";
import { renderJack } from "./parts/jack.ts";
import { EXPIRES_SOON, type Key } from "./parts/key.ts";
import { RUN_STATES, type Run } from "./parts/run.ts";
import { renderSnippets } from "./parts/snippets.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

type Connection = PlatformOutput<"getConnection">;

/** One of the first steps of a new account. */
interface Step {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly action: string;
  readonly isDone: boolean;
}

/** Something that stops working unless the person does something. */
interface Attention {
  readonly title: string;
  readonly text: Html;
  readonly path: string;
  readonly action: string;
}

async function render(request: PageRequest): Promise<HttpResponse> {
  const { context, run } = request;
  const now = context.now();
  const [keys, connections, runs] = await Promise.all([
    run("listKeys", {}),
    context.platform("listConnections", { limit: 100 }),
    context.platform("listRuns", { limit: 5 }),
  ]);
  const active = keys.data.filter(({ status }) => status === "active");
  const steps = createSteps(active, connections.data, runs.data);
  const isNew = steps.some(({ isDone }) => !isDone);
  return renderShellPage(request, {
    title: "Overview",
    lead: describeCatalog(context.catalog),
    main: html`${findAttention(active, connections.data, now).map(renderAttention)}
${isNew && html`<section aria-labelledby="steps"><div class="bar"><h2 id="steps">First steps</h2></div><ol class="steps">${steps.map(renderStep)}</ol></section>`}
<section aria-labelledby="clients"><div class="bar"><h2 id="clients">Use it</h2></div><div class="box">${renderSnippets(context.apiOrigin)}</div></section>
${
  runs.data.length > 0 &&
  html`<section aria-labelledby="runs"><div class="bar"><h2 id="runs">Last runs</h2></div>
<ul class="rows">${runs.data.map((each) => renderRun(each, now))}</ul></section>`
}`,
  });
}

const createSteps = (
  keys: readonly Key[],
  connections: readonly Connection[],
  runs: readonly Run[],
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

/** Returns the connections to renew and the keys that expire soon. */
const findAttention = (
  keys: readonly Key[],
  connections: readonly Connection[],
  now: number,
): readonly Attention[] => [
  ...connections
    .filter(({ status }) => status === "expired")
    .map(({ app, label, reconnect_url: url }) => ({
      title: `Reconnect ${app}`,
      text: html`The app no longer accepts the sign-in${label && html` of <strong>${label}</strong>`}. Runs that use it fail.`,
      path: url ?? "/integrations",
      action: "Reconnect",
    })),
  ...keys
    .filter(({ expires }) => expires !== undefined && Date.parse(expires) - now < EXPIRES_SOON)
    .map(({ id, name, expires }) => ({
      title: `The key ${name} expires soon`,
      text: html`It stops working ${renderTime(expires!, now)}.`,
      path: `/keys/${id}#replace`,
      action: "Replace",
    })),
];

const renderAttention = ({ title, text, path, action }: Attention): Html =>
  html`<div class="alert">${renderJack("attention")}<div class="alert-text"><h2>${title}</h2><p>${text}</p></div><div class="alert-actions"><a class="button" href="${path}">${action}</a></div></div>`;

function renderRun({ run, tool, status, created_at: created }: Run, now: number): Html {
  const [jack, word] = RUN_STATES[status];
  return html`<li class="row">${renderJack(jack)}<div class="grow"><h3>${tool}</h3><p>${word}, ${renderTime(created, now)}</p></div><a class="cover" href="/activity/${run}" aria-label="Run of ${tool}"></a></li>`;
}

function describeCatalog({ apps, tools, progress }: PageRequest["context"]["catalog"]): string {
  if (apps.length === 0) return progress ?? "The app catalog is not ready.";
  return `${apps.length.toLocaleString("en")} apps with ${tools.toLocaleString("en")} tools are available.`;
}

/** The home page of a person with a session. */
export const overviewPage: Page = { path: "/", role: "member", render };
