import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import { KEYS_LEAD, renderKeysPage } from "./keys-page.ts";
import { accountForm, type Page, type RenderPage } from "./page.ts";
import { fieldError } from "./parts/problem.ts";
import { renderShellPage } from "./shell-page.ts";

const PERMISSION_TEXTS = [
  ["read", "Read", "See apps, tools, connections and runs."],
  ["connect", "Connect", "Connect apps and disconnect them."],
  ["run", "Run", "Run tools, which may change data in the connected apps."],
] as const;

const LIFETIMES = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "One year"],
  ["", "Never"],
] as const;

const render: RenderPage = (request) => {
  const { problem, fields } = request;
  const error = (id: string) => fieldError(problem, id);
  const permissions = fields?.getAll("permissions") ?? ["read", "run"];
  const lifetime = fields ? (fields.get("lifetime_days") ?? "") : "90";
  const value = (name: string) => fields?.get(name) ?? "";
  return renderShellPage(request, {
    title: "New key",
    lead: KEYS_LEAD,
    main: html`<form class="box" method="post" action="/keys/new">
<input type="hidden" name="idempotency_key" value="${fields?.get("idempotency_key") ?? crypto.randomUUID()}">
${renderField({ id: "name", label: "Name", hint: "Where you use the key, such as laptop.", error: error("name") }, (attributes) => html`<input${attributes} value="${value("name")}" maxlength="100" autocomplete="off">`)}
<fieldset id="permissions"><legend>Permissions</legend>
${error("permissions") && html`<p class="field-error">Choose at least one permission.</p>`}
<div class="choices">${PERMISSION_TEXTS.map(
      ([permission, label, text]) =>
        html`<label class="choice"><input type="checkbox" name="permissions" value="${permission}"${permissions.includes(permission) && html` checked`}><span>${label}</span><small>${text}</small></label>`,
    )}</div></fieldset>
${renderField({ id: "lifetime_days", label: "Expires after", error: error("lifetime_days") }, (attributes) => html`<select${withoutRequired(attributes)}>${LIFETIMES.map(([days, label]) => html`<option value="${days}"${days === lifetime && html` selected`}>${label}</option>`)}</select>`)}
<details class="fold"${["apps", "user", "origins"].some((name) => value(name) || error(name)) && html` open`}><summary>Limit the key to apps, an end user or web pages</summary>
${renderField({ id: "apps", label: "Apps", hint: "The IDs of apps, one per line. By default the key may use all.", error: error("apps"), isOptional: true }, (attributes) => html`<textarea${attributes} rows="3" spellcheck="false" placeholder="github">${value("apps")}</textarea>`)}
${renderField({ id: "user", label: "End user", hint: "The ID of one of your users, if the key acts for that user.", error: error("user"), isOptional: true }, (attributes) => html`<input${attributes} value="${value("user")}" maxlength="200" autocomplete="off">`)}
${renderField({ id: "origins", label: "Web origins", hint: "If you use the key in web pages: their origins, one per line. Other requests with the key are then rejected.", error: error("origins"), isOptional: true }, (attributes) => html`<textarea${attributes} rows="2" spellcheck="false" placeholder="https://app.example">${value("origins")}</textarea>`)}
</details>
<p></p>
<div class="buttons"><button type="submit">Create the key</button><a class="text" href="/keys">Cancel</a></div>
</form>`,
  });
};

/** The empty choice of a select is valid. */
const withoutRequired = (attributes: Html): Html => ({
  html: attributes.html.replace(" required", ""),
});

/** The form to create an API key. */
export const newKeyPage: Page = {
  path: "/keys/new",
  role: "member",
  render,
  forms: [
    accountForm("/keys/new", "createKey", (request, output) =>
      renderKeysPage({ ...request, path: "/keys" }, output),
    ),
  ],
};
