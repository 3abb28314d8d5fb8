import { Problem } from "../../../http/problem.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Page, PageForm, PageRequest, RenderPage } from "../pages/page.ts";
import { parseJsonField } from "../pages/parts/json-field.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { secretHint } from "../pages/parts/secret-field.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { NEW_TRIGGER_PATH, renderTriggerChoice, renderTypeChoice } from "./choose-trigger.ts";
import { renderTriggerPage } from "./trigger-page.ts";

const KINDS = {
  schedule: "New schedule",
  poll: "New trigger for a list",
  app: "New trigger for events of an app",
  webhook: "New webhook",
  event: "New trigger for events of programs",
} as const;

type Kind = keyof typeof KINDS;

/** Cron patterns to choose from. */
const PATTERNS = ["0 9 * * 1-5", "0 * * * *", "0 0 * * *", "0 9 * * 1", "0 9 1 * *"];

/** Reads a value of the rejected form, or of the link to the form. */
type ReadValue = (name: string, fallback?: string) => string;

const render: RenderPage = async (request) => {
  const { query, fields } = request;
  const read: ReadValue = (name, fallback = "") => (fields ?? query).get(name) ?? fallback;
  const kind = read("kind");
  const app = query.get("app");
  if (isKind(kind)) return renderForm(request, kind, read);
  return app === null ? renderTriggerChoice(request) : renderTypeChoice(request, app);
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

async function renderForm(request: PageRequest, kind: Kind, read: ReadValue) {
  const { problem } = request;
  return renderShellPage(request, {
    title: KINDS[kind],
    lead: html`<a href="${NEW_TRIGGER_PATH}">Choose something else</a>`,
    main: html`<form class="box" method="post" action="${NEW_TRIGGER_PATH}"><input type="hidden" name="kind" value="${kind}">
${renderField({ id: "name", label: "Name", error: fieldError(problem, "name") }, (attributes) => html`<input${attributes} value="${read("name")}" maxlength="100" autocomplete="off">`)}
${await renderWatch(request, kind, read)}
${kind !== "schedule" && renderField({ id: "filter", label: "Filter", hint: "CEL over event, such as event.data.state == 'open'.", isOptional: true, error: fieldError(problem, "filter") }, (attributes) => html`<input${attributes} value="${read("filter")}" maxlength="2000" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "tool", label: "Tool to run", hint: "The name of a tool, such as slack.send_message.", error: fieldError(problem, "tool") }, (attributes) => html`<input${attributes} value="${read("tool")}" maxlength="100" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "arguments", label: "Arguments of the tool", hint: 'JSON. Use values of the event in texts: {"text": "${event.data.title}"}', isOptional: true, error: fieldError(problem, "arguments") }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${read("arguments")}</textarea>`)}
<input type="hidden" name="idempotency_key" value="${read("idempotency_key", crypto.randomUUID())}">
<button type="submit">Create the trigger</button></form>
<p class="hint">The API has more: several actions, deliveries to your server, limits and retries.</p>`,
  });
}

/** Renders the fields of what the trigger watches. */
async function renderWatch(request: PageRequest, kind: Kind, read: ReadValue): Promise<Html> {
  const { problem, context } = request;
  switch (kind) {
    case "schedule":
      return html`${renderField({ id: "watch", label: "Cron pattern", hint: "Minute, hour, day, month, weekday. 0 9 * * 1-5 is 9:00 on weekdays.", error: fieldError(problem, "watch") }, (attributes) => html`<input${attributes} value="${read("watch")}" list="patterns" maxlength="200" autocomplete="off" spellcheck="false">`)}
<datalist id="patterns">${PATTERNS.map((pattern) => html`<option value="${pattern}">`)}</datalist>
${renderField({ id: "timezone", label: "Time zone", hint: "Such as Europe/Berlin. Default: UTC.", isOptional: true, error: fieldError(problem, "timezone") }, (attributes) => html`<input${attributes} value="${read("timezone")}" maxlength="100" autocomplete="off" spellcheck="false">`)}`;
    case "webhook":
      return html`${renderField({ id: "watch", label: "Sender", error: fieldError(problem, "watch") }, (attributes) => html`<select${attributes}>${context.webhookSchemes.map(({ name, title }) => html`<option value="${name}"${name === read("watch", "standard") && html` selected`}>${title}</option>`)}</select>`)}
${renderField({ id: "secret", label: "Signing secret", hint: secretHint(request, "secret", "If the sender shows one. Otherwise you get one to enter there."), isOptional: true, error: fieldError(problem, "secret") }, (attributes) => html`<input${attributes} type="password" minlength="8" maxlength="500" autocomplete="off">`)}`;
    case "event":
      return html``;
    default: {
      const type = read("watch");
      const inputs = await describeInputs(request, kind, type);
      return html`${renderField({ id: "watch", label: kind === "poll" ? "List" : "Type of event", error: fieldError(problem, "watch") }, (attributes) => html`<input${attributes} value="${type}" maxlength="200" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "list", label: "Arguments", hint: "JSON.", isOptional: inputs.required.length === 0, error: fieldError(problem, "list") }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${read("list", toTemplate(inputs.required))}</textarea>`)}
${inputs.lines.length > 0 && html`<details class="fold"><summary>Arguments that it knows</summary><ul>${inputs.lines.map((line) => html`<li>${line}</li>`)}</ul></details>`}`;
    }
  }
}

interface Inputs {
  readonly required: readonly string[];
  /** A line for each argument. */
  readonly lines: readonly string[];
}

/** Returns the arguments of a list or a type of event; none if the type is unknown. */
async function describeInputs(
  { context }: PageRequest,
  kind: "poll" | "app",
  type: string,
): Promise<Inputs> {
  try {
    if (kind === "poll") {
      const { inputs, input_schema: schema } = await context.platform("getTool", { tool: type });
      return { required: readRequired(schema), lines: inputs };
    }
    const app = type.slice(0, Math.max(0, type.indexOf(".")));
    const { data } = await context.platform("listTriggerTypes", { app, limit: 100 });
    const found = data.find((each) => each.type === type);
    return { required: found?.required ?? [], lines: Object.keys(found?.arguments ?? {}) };
  } catch (error) {
    if (error instanceof Problem) return { required: [], lines: [] };
    throw error;
  }
}

const readRequired = ({ required }: Record<string, unknown>): readonly string[] =>
  Array.isArray(required) ? required.map(String) : [];

/** Creates a JSON object with an empty text for each name. */
const toTemplate = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(names.map((name) => [name, ""])), null, 2);

const submit: PageForm["submit"] = async (request, fields) => {
  const text = (name: string) => fields.get(name)?.trim() ?? "";
  const object = (name: string) =>
    text(name) === "" ? {} : (parseJsonField(name, text(name)) as Record<string, unknown>);
  const filter = text("filter");
  const create = () =>
    request.context.platform("createTrigger", {
      name: text("name"),
      watch: readWatch(text, object),
      actions: [{ kind: "run", tool: text("tool"), arguments: object("arguments") }],
      ...(filter !== "" && { filter }),
      // A page that is loaded again creates no second trigger.
      ...(text("idempotency_key") !== "" && { idempotency_key: text("idempotency_key") }),
    });
  const created = await create().catch((error: unknown) => {
    throw error instanceof Problem ? withFormFields(error) : error;
  });
  const { id } = created.trigger;
  if (created.secrets.length === 0) return `/triggers/${id}`;
  // The secrets are shown once, so this response isn't a redirect.
  const parameters = { ...request.parameters, trigger: id };
  return renderTriggerPage({ ...request, parameters }, { secrets: created.secrets });
};

/** The fields of the form by the pointers of the operation. */
const FORM_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^\/actions\/0\/tool$/, "tool"],
  [/^\/actions(\/|$)/, "arguments"],
  [/^\/watch\/arguments(\/|$)/, "list"],
  [/^\/watch\/timezone$/, "timezone"],
  [/^\/watch\/secret$/, "secret"],
  [/^\/watch(\/|$)/, "watch"],
];

/** Converts the pointers of errors to the fields of the form. */
function withFormFields({ code, message, hint, extensions, errors }: Problem): Problem {
  return new Problem(code, message, {
    hint,
    extensions,
    ...(errors && {
      errors: errors.map((error) => {
        const [, field] = FORM_FIELDS.find(([pattern]) => pattern.test(error.pointer)) ?? [];
        return field === undefined ? error : { ...error, pointer: `/${field}` };
      }),
    }),
  });
}

function readWatch(
  text: (name: string) => string,
  object: (name: string) => Record<string, unknown>,
) {
  const watch = text("watch");
  const [timezone, secret] = [text("timezone"), text("secret")];
  switch (text("kind")) {
    case "poll":
      return { kind: "poll" as const, tool: watch, arguments: object("list") };
    case "app":
      return { kind: "app" as const, type: watch, arguments: object("list") };
    case "webhook":
      return {
        kind: "webhook" as const,
        ...(watch !== "" && { scheme: watch }),
        ...(secret !== "" && { secret }),
      };
    case "event":
      return { kind: "event" as const };
    default:
      return { kind: "schedule" as const, cron: watch, ...(timezone !== "" && { timezone }) };
  }
}

/** Creates a trigger with one action. */
export const newTriggerPage: Page = {
  path: NEW_TRIGGER_PATH,
  role: "member",
  render,
  forms: [{ path: NEW_TRIGGER_PATH, submit }],
};
