import { html, renderField } from "../../../lib/html-page/index.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderAppsField, renderLifetimeField, renderPermissionFields } from "./key-form.ts";
import { KEYS_LEAD, renderKeysPage } from "./keys-page.ts";

const render: RenderPage = (request) => {
  const { problem, fields } = request;
  const error = (id: string) => fieldError(problem, id);
  const lifetime = fields ? (fields.get("lifetime_days") ?? "") : "90";
  const value = (name: string) => fields?.get(name) ?? "";
  return renderShellPage(request, {
    title: "New key",
    lead: KEYS_LEAD,
    main: html`<form class="box" method="post" action="/keys/new">
<input type="hidden" name="idempotency_key" value="${fields?.get("idempotency_key") ?? crypto.randomUUID()}">
${renderField({ id: "name", label: "Name", hint: "Where you use the key, such as laptop.", error: error("name") }, (attributes) => html`<input${attributes} value="${value("name")}" maxlength="100" autocomplete="off">`)}
${renderPermissionFields({ permissions: fields?.getAll("permissions") ?? ["read", "run"], hasPermissionError: error("permissions") !== undefined })}
${renderLifetimeField({ value: lifetime, error: error("lifetime_days") })}
<details class="fold"${["apps", "user", "origins"].some((name) => value(name) || error(name)) && html` open`}><summary>Limit the key to apps, an end user or web pages</summary>
${renderAppsField({ value: value("apps"), error: error("apps") })}
${renderField({ id: "user", label: "End user", hint: "The ID of one of your users, if the key acts for that user.", error: error("user"), isOptional: true }, (attributes) => html`<input${attributes} value="${value("user")}" maxlength="200" autocomplete="off">`)}
${renderField({ id: "origins", label: "Web origins", hint: "If you use the key in web pages: their origins, one per line. Other requests with the key are then rejected.", error: error("origins"), isOptional: true }, (attributes) => html`<textarea${attributes} rows="2" spellcheck="false" placeholder="https://app.example">${value("origins")}</textarea>`)}
</details>
<p></p>
<div class="buttons"><button type="submit">Create the key</button><a class="text" href="/keys">Cancel</a></div>
</form>`,
  });
};

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
