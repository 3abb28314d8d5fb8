import { html, renderField } from "../../../lib/html-page/index.ts";
import type { Page, PageForm, PageRequest, RenderPage } from "./page.ts";
import { parseJsonField } from "./parts/json-field.ts";
import { fieldError } from "./parts/problem.ts";
import { renderShellPage } from "./shell-page.ts";
import { renderTriggerPage } from "./trigger-page.ts";

const PATH = "/triggers/new";

const KINDS = [
  ["schedule", "A schedule", "A cron pattern, such as 0 9 * * 1-5."],
  ["poll", "A list", "A tool that reads a list, such as github.issues_list_for_repo."],
  ["webhook", "A webhook", "The name of the sender's scheme, such as github or standard."],
  ["event", "Events that programs send", "Nothing to enter."],
] as const;

const render: RenderPage = (request) => {
  const { problem, fields } = request;
  const value = (name: string, fallback = "") => fields?.get(name) ?? fallback;
  const kind = value("kind", "schedule");
  return renderShellPage(request, {
    title: "New trigger",
    lead: html`<a href="/triggers">Triggers</a>`,
    main: html`<form class="box" method="post" action="${PATH}">
${renderField({ id: "name", label: "Name", error: fieldError(problem, "name") }, (attributes) => html`<input${attributes} value="${value("name")}" maxlength="100" autocomplete="off">`)}
<fieldset><legend>What should it watch?</legend><div class="choices">${KINDS.map(
      ([id, label, text]) =>
        html`<label class="choice"><input type="radio" name="kind" value="${id}"${id === kind && html` checked`}><span>${label}</span><small>${text}</small></label>`,
    )}</div></fieldset>
${renderField({ id: "watch", label: "Pattern, tool or scheme", hint: "Depends on the choice above.", error: fieldError(problem, "watch"), isOptional: true }, (attributes) => html`<input${attributes} value="${value("watch")}" maxlength="200" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "list", label: "Arguments of the list", hint: 'JSON, for lists only: {"owner": "octocat", "repo": "hello-world"}', isOptional: true, error: fieldError(problem, "list") }, (attributes) => html`<textarea${attributes} rows="2" spellcheck="false">${value("list")}</textarea>`)}
${renderField({ id: "filter", label: "Filter", hint: "CEL over event, such as event.data.state == 'open'.", isOptional: true, error: fieldError(problem, "filter") }, (attributes) => html`<input${attributes} value="${value("filter")}" maxlength="2000" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "tool", label: "Tool to run", hint: "The name of a tool, such as slack.send_message.", error: fieldError(problem, "tool") }, (attributes) => html`<input${attributes} value="${value("tool")}" maxlength="100" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "arguments", label: "Arguments of the tool", hint: 'JSON. Use values of the event in texts: {"text": "${event.data.title}"}', isOptional: true, error: fieldError(problem, "arguments") }, (attributes) => html`<textarea${attributes} rows="4" spellcheck="false">${value("arguments")}</textarea>`)}
<input type="hidden" name="idempotency_key" value="${value("idempotency_key", crypto.randomUUID())}">
<button type="submit">Create the trigger</button></form>
<p class="meta">The API has more: several actions, deliveries to your server, limits and retries.</p>`,
  });
};

const submit: PageForm["submit"] = async (request: PageRequest, fields) => {
  const text = (name: string) => fields.get(name)?.trim() ?? "";
  const object = (name: string) =>
    text(name) === "" ? {} : (parseJsonField(name, text(name)) as Record<string, unknown>);
  const filter = text("filter");
  const created = await request.context.platform("createTrigger", {
    name: text("name"),
    watch: readWatch(text("kind"), text("watch"), object("list")),
    actions: [{ kind: "run", tool: text("tool"), arguments: object("arguments") }],
    ...(filter !== "" && { filter }),
    // A page that is loaded again creates no second trigger.
    ...(text("idempotency_key") !== "" && { idempotency_key: text("idempotency_key") }),
  });
  const { id } = created.trigger;
  if (created.secrets.length === 0) return `/triggers/${id}`;
  // The secrets are shown once, so this response isn't a redirect.
  const parameters = { ...request.parameters, trigger: id };
  return renderTriggerPage({ ...request, parameters }, { secrets: created.secrets });
};

function readWatch(kind: string, text: string, input: Record<string, unknown>) {
  switch (kind) {
    case "poll":
      return { kind: "poll" as const, tool: text, arguments: input };
    case "webhook":
      return { kind: "webhook" as const, ...(text !== "" && { scheme: text }) };
    case "event":
      return { kind: "event" as const };
    default:
      return { kind: "schedule" as const, cron: text };
  }
}

/** Creates a trigger with one action. */
export const newTriggerPage: Page = {
  path: PATH,
  role: "member",
  render,
  forms: [{ path: PATH, submit }],
};
