import { html, renderField } from "../../../lib/html-page/index.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import {
  type Key,
  renderExpiry,
  renderKeyHint,
  renderLastUse,
  renderPermissions,
  renderScope,
} from "./key.ts";
import { describeReplacement, describeRevocation } from "./key-ending.ts";
import { renderKeysPage } from "./keys-page.ts";

const OVERLAPS = [
  ["0", "Now", "The old key stops working immediately."],
  ["1", "In one hour", "You change to the new key by hand."],
  ["24", "In 24 hours", "Programs change to the new key when they are deployed."],
] as const;

const render: RenderPage = async (request) => {
  const { context, parameters, problem, fields, run } = request;
  const key = await run("getKey", parameters);
  const now = context.now();
  return renderShellPage(request, {
    title: key.name,
    lead: html`<a href="/keys">Keys</a>`,
    main: html`<section class="box"><dl class="facts">
<div><dt>${key.client ? "Used by" : "Key"}</dt><dd>${renderKeyHint(key)}</dd></div>
<div><dt>ID</dt><dd><code>${key.id}</code></dd></div>
<div><dt>Permissions</dt><dd>${renderPermissions(key)}</dd></div>
<div><dt>For</dt><dd>${renderScope(key)}</dd></div>
<div><dt>Created</dt><dd>${renderTime(key.created, now)}${key.created_by && ` ${describeCreator(key.created_by)}`}</dd></div>
<div><dt>Last used</dt><dd>${renderLastUse(key, now)}</dd></div>
<div><dt>${key.status === "revoked" ? "Revoked" : "Expires"}</dt><dd>${key.revoked !== undefined ? renderTime(key.revoked, now) : renderExpiry(key, now)}</dd></div>
${key.replaces && html`<div><dt>Replaces</dt><dd><a href="/keys/${key.replaces}"><code>${key.replaces}</code></a></dd></div>`}
</dl></section>
${
  key.status === "active" &&
  html`<section aria-labelledby="rename"><h2 id="rename">Rename</h2>
<form class="box" method="post" action="/keys/${key.id}/rename">
${renderField({ id: "name", label: "Name", error: fieldError(problem, "name") }, (attributes) => html`<input${attributes} value="${fields?.get("name") ?? key.name}" maxlength="100" autocomplete="off">`)}
<button type="submit" class="quiet">Rename</button></form></section>
${
  !key.client &&
  html`<section aria-labelledby="replace"><h2 id="replace">Replace</h2>
<form class="box" method="post" action="/keys/${key.id}/replace">
<p>You get a new key with the same name and permissions.</p>
<input type="hidden" name="idempotency_key" value="${fields?.get("idempotency_key") ?? crypto.randomUUID()}">
<fieldset><legend>When does the old key stop working?</legend><div class="choices">${OVERLAPS.map(
    ([hours, label, text]) =>
      html`<label class="choice"><input type="radio" name="overlap_hours" value="${hours}"${hours === (fields?.get("overlap_hours") ?? "24") && html` checked`}><span>${label}</span><small>${text}</small></label>`,
  )}</div></fieldset>
<button type="submit">Replace the key</button></form></section>`
}
<section aria-labelledby="revoke"><h2 id="revoke">Revoke</h2>
<form class="box" method="post" action="/keys/${key.id}/revoke">
<p>${key.client ? "The client is rejected within a second, and must ask you again." : "Programs that use this key are rejected within a second."} This can't be undone.${key.last_used !== undefined && html` It was last used ${renderTime(key.last_used, now)}.`}</p>
<button type="submit" class="danger">Revoke the key</button></form></section>`
}`,
  });
};

function describeCreator({ kind, id, name }: NonNullable<Key["created_by"]>): string {
  if (kind === "terminal") return "on the command line";
  return `by ${name ?? id}`;
}

/** An API key: what it may do, and the forms to rename, replace and revoke it. */
export const keyPage: Page = {
  path: "/keys/{key}",
  role: "member",
  render,
  forms: [
    accountForm(
      "/keys/{key}/rename",
      "updateKey",
      ({ parameters }) => `/keys/${parameters["key"]}`,
    ),
    withConfirmation(
      accountForm("/keys/{key}/replace", "replaceKey", (request, output) =>
        renderKeysPage({ ...request, path: "/keys" }, output),
      ),
      describeReplacement,
    ),
    withConfirmation(
      accountForm("/keys/{key}/revoke", "revokeKey", () => "/keys"),
      describeRevocation,
    ),
  ],
};
