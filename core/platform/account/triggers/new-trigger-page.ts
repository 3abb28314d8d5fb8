import { Problem } from "../../../http/problem.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import type { TriggerKind } from "../../../ports/trigger-definition.ts";
import type { Page, PageForm, RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { parseJsonField } from "../pages/parts/json-field.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { NEW_TRIGGER_PATH, renderTriggerChoice, renderTypeChoice } from "./choose-trigger.ts";
import { KINDS, type KindForm, type ReadValue, SCHEDULE_FORM } from "./kinds.ts";
import { renderTriggerPage } from "./trigger-page.ts";

const render: RenderPage = async (request) => {
  const { query, fields } = request;
  const read: ReadValue = (name, fallback = "") => (fields ?? query).get(name) ?? fallback;
  const app = query.get("app");
  const form = findForm(read("kind"));
  if (form) return renderForm(request, form, read);
  return app === null ? renderTriggerChoice(request) : renderTypeChoice(request, app);
};

const findForm = (kind: string): KindForm | undefined =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as TriggerKind].form : undefined;

async function renderForm(request: PageRequest, form: KindForm, read: ReadValue) {
  const { problem } = request;
  return renderShellPage(request, {
    title: form.title,
    lead: html`<a href="${NEW_TRIGGER_PATH}">Choose something else</a>`,
    main: html`<form class="box" method="post" action="${NEW_TRIGGER_PATH}"><input type="hidden" name="kind" value="${read("kind")}">
${renderField({ id: "name", label: "Name", error: fieldError(problem, "name") }, (attributes) => html`<input${attributes} value="${read("name")}" maxlength="100" autocomplete="off">`)}
${await form.render(request, read)}
${form.hasFilter && renderField({ id: "filter", label: "Filter", hint: "CEL over event, such as event.data.state == 'open'.", isOptional: true, error: fieldError(problem, "filter") }, (attributes) => html`<input${attributes} value="${read("filter")}" maxlength="2000" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "tool", label: "Tool to run", hint: "The name of a tool, such as slack.send_message.", error: fieldError(problem, "tool") }, (attributes) => html`<input${attributes} value="${read("tool")}" maxlength="100" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "arguments", label: "Arguments of the tool", hint: 'JSON. Use values of the event in texts: {"text": "${event.data.title}"}', isOptional: true, error: fieldError(problem, "arguments") }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${read("arguments")}</textarea>`)}
<input type="hidden" name="idempotency_key" value="${read("idempotency_key", crypto.randomUUID())}">
<button type="submit">Create the trigger</button></form>
<p class="hint">The API has more: several actions, deliveries to your server, limits and retries.</p>`,
  });
}

const submit: PageForm["submit"] = async (request, fields) => {
  const text = (name: string) => fields.get(name)?.trim() ?? "";
  const object = (name: string) =>
    text(name) === "" ? {} : (parseJsonField(name, text(name)) as Record<string, unknown>);
  const form = findForm(text("kind")) ?? SCHEDULE_FORM;
  const filter = text("filter");
  const create = () =>
    request.context.platform("createTrigger", {
      name: text("name"),
      watch: form.read({ text, object }),
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

/** Creates a trigger with one action. */
export const newTriggerPage: Page = {
  path: NEW_TRIGGER_PATH,
  role: "member",
  render,
  forms: [{ path: NEW_TRIGGER_PATH, submit }],
};
