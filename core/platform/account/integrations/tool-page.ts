import { Problem } from "../../../http/problem.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import { findIncompleteArguments } from "../../../lib/openapi-tools/credentials/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { RUN_STATES } from "../activity/run.ts";
import type { Page, PageForm, RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import { renderCheckbox } from "../pages/parts/checkbox.ts";
import { renderCode, renderData } from "../pages/parts/data.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { toPlainText } from "../pages/parts/plain-text.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderCallSnippets } from "../pages/parts/snippets.ts";
import {
  readArguments,
  renderSchemaForm,
  toArgumentFields,
  withFieldNames,
} from "../pages/schema-form.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { explainCheck } from "./check.ts";

type Tool = PlatformOutput<"getTool">;
type Outcome = PlatformOutput<"runTool">;

/** What the page shows about the run that its form has started. */
interface Result {
  readonly outcome: Outcome;
  readonly input: Readonly<Record<string, unknown>>;
}

const render: RenderPage = (request) => renderToolPage(request);

async function renderToolPage(request: PageRequest, result?: Result) {
  const { context, problem, query } = request;
  const tool = await context.platform("getTool", {
    tool: readParameter(request, "tool"),
    schema: "complete",
  });
  const { data: connections } = await context.platform("listConnections", {
    app: tool.app,
    status: "active",
    limit: 100,
  });
  const repeated = query.get("run");
  const fields =
    request.fields ??
    (repeated === null
      ? undefined
      : toArgumentFields(
          tool.input_schema,
          completeArguments((await context.platform("getRun", { run: repeated })).arguments),
        ));
  const path = `/integrations/${tool.app}/tools/${tool.name}`;
  return renderShellPage(request, {
    title: tool.title,
    lead: html`<a href="/integrations/${tool.app}">${tool.app_name}</a>. ${toPlainText(tool.description)}`,
    formTargets: [context.apiOrigin],
    main: html`${result && renderOutcome(result.outcome)}
<section aria-labelledby="try"><div class="bar"><h2 id="try">Try it</h2>${tool.http && html`<code>${tool.http.method} ${tool.http.path}</code>`}</div>
<p class="note"><span>${explainCheck(tool.check)}</span></p>
<form class="box" method="post" action="${path}/run">
${renderSchemaForm(tool.input_schema, fields, (id) => fieldError(problem, id))}
${connections.length > 1 && renderField({ id: "connection", label: "Connection", isOptional: true }, (attributes) => html`<select${attributes}><option value="">The default</option>${connections.map(({ id, label }) => html`<option value="${id}"${fields?.get("connection") === id && html` selected`}>${label}</option>`)}</select>`)}
${!tool.annotations.read_only && renderCheckbox({ name: "confirmed", label: tool.annotations.destructive ? "Deletes or overwrites data" : "Changes data", text: "Check this to run the tool with your real account.", error: fieldError(problem, "confirmed"), isChecked: fields?.get("confirmed") === "true" && problem !== undefined, isRequired: true })}
<button type="submit"${tool.annotations.destructive && html` class="danger"`}>Run</button>
</form></section>
<section aria-labelledby="same"><div class="bar"><h2 id="same">The same in a program</h2></div><div class="box">${renderCallSnippets(context.apiOrigin, tool.name, result?.input ?? exampleInput(tool))}</div></section>
<section><details class="fold"><summary>JSON Schema of the arguments</summary>${renderCode(JSON.stringify(tool.input_schema, null, 2))}</details></section>`,
  });
}

/** Leaves out stored arguments that were redacted or shortened, so that nobody sends them. */
function completeArguments(stored: Readonly<Record<string, unknown>>) {
  const incomplete = new Set(findIncompleteArguments(stored));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !incomplete.has(name)));
}

/** The required arguments, for snippets before the first run. */
const exampleInput = ({ input_schema: schema }: Tool): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    ((schema as { required?: string[] }).required ?? []).map((name) => [name, "…"]),
  );

function renderOutcome({ run, status, data, error }: Outcome): Html {
  const [jack, word] = RUN_STATES[status];
  return html`<section class="fresh" aria-labelledby="result" role="status"><p class="eyebrow${status !== "succeeded" && " bad"}">${renderJack(jack)}${word}</p>
<h2 id="result">Result</h2>
<p>Run <code>${run}</code></p>
${error && html`<p class="field-error">${error.message}</p>`}
${data !== undefined && renderData(data)}</section>`;
}

/** Runs the tool with the fields of the form, whose names the errors then have. */
const submit: PageForm["submit"] = async (request, fields) => {
  const { context } = request;
  const tool = await context.platform("getTool", {
    tool: readParameter(request, "tool"),
    schema: "complete",
  });
  const input = readArguments(tool.input_schema, fields);
  if (!tool.annotations.read_only && fields.get("confirmed") !== "true")
    throw new Problem("invalid_input", "Confirm that the tool may change data.", {
      errors: [{ pointer: "/confirmed", detail: "Check the box to run the tool." }],
    });
  const connection = fields.get("connection");
  try {
    const outcome = await context.platform("runTool", {
      tool: tool.name,
      arguments: input,
      ...(connection && { connection }),
    });
    return await renderToolPage({ ...request, fields }, { outcome, input });
  } catch (error) {
    throw error instanceof Problem ? withFieldNames(error) : error;
  }
};

const PATH = "/integrations/{app}/tools/{tool}";

/** A tool: a form to try it, and the same call in programs. */
export const toolPage: Page = {
  path: PATH,
  role: "member",
  render,
  forms: [{ path: `${PATH}/run`, submit }],
};
