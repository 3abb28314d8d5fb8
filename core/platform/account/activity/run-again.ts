import type { Schema } from "../../../../generated/table.ts";
import { Problem } from "../../../http/problem.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import type { PageForm } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import { renderCheckbox } from "../pages/parts/checkbox.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { readArguments, renderSchemaForm, withFieldNames } from "../pages/schema-form.ts";

type Details = Output<"getActivity">;

/** Renders the form that repeats a run. It requires the arguments that aren't stored whole. */
export async function renderRunAgain(request: PageRequest, run: Details): Promise<Html> {
  const { problem, fields } = request;
  const schema = await findMissingSchema(request, run);
  const key = fields?.get("idempotency_key") ?? crypto.randomUUID();
  return html`<section aria-labelledby="again"><div class="bar"><h2 id="again">Run again</h2></div>
<form class="box" method="post" action="/activity/${run.run}/again">
<input type="hidden" name="idempotency_key" value="${key}">
${schema === undefined ? html`<p>The tool no longer exists.</p>` : renderSchemaForm(schema, undefined, (id) => fieldError(problem, id))}
${run.unsafe && renderUnsafe(run, problem)}
<div class="buttons"><button type="submit">Run again</button>${run.user === null && html`<a class="text" href="/integrations/${run.app}/tools/${run.tool}?run=${run.run}">Change the arguments</a>`}</div></form></section>`;
}

const renderUnsafe = ({ status }: Details, problem: Problem | undefined): Html => {
  const isUnknown = status === "outcome_unknown";
  return renderCheckbox({
    name: "confirmed",
    label: isUnknown ? "I have checked what the first run did" : "Changes data",
    text: isUnknown
      ? "The app may have carried out the first request. Running again may do it twice."
      : "Running again may change something twice.",
    error:
      problem?.code === "confirmation_required"
        ? () => "Check the box to run it again"
        : fieldError(problem, "confirmed"),
    isRequired: true,
  });
};

/** Repeats the run, and shows the new one. */
export const submitRunAgain: PageForm["submit"] = async (request, fields) => {
  const id = readParameter(request, "run");
  const run = await request.run("getActivity", { run: id });
  const schema = await findMissingSchema(request, run);
  const key = fields.get("idempotency_key");
  try {
    const started = await request.run("runAgain", {
      run: id,
      confirmed: fields.get("confirmed") === "true",
      ...(schema && { arguments: readArguments(schema, fields) }),
      ...(key && { idempotency_key: key }),
    });
    return `/activity/${started.run}`;
  } catch (error) {
    throw error instanceof Problem ? withFieldNames(error) : error;
  }
};

/**
 * Returns the schema of the arguments that aren't stored whole. Undefined if the tool no longer
 * exists.
 */
async function findMissingSchema(
  { context }: PageRequest,
  { tool: name, incomplete_arguments: missing }: Details,
): Promise<Schema | undefined> {
  if (missing.length === 0) return { properties: {} };
  try {
    const tool = await context.platform("getTool", { tool: name, schema: "complete" });
    const properties = (tool.input_schema as Schema)["properties"] ?? {};
    return {
      properties: Object.fromEntries(missing.map((each) => [each, properties[each] ?? {}])),
      required: missing,
    };
  } catch (error) {
    if (error instanceof Problem && error.code === "tool_not_found") return undefined;
    throw error;
  }
}
