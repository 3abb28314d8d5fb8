import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import { exposeKey } from "../../auth/redaction.ts";
import type { Output } from "../contract.ts";
import type { Page } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import {
  type Key,
  renderExpiry,
  renderKeyHint,
  renderLastUse,
  renderNewKey,
  renderPermissions,
  renderScope,
} from "./key.ts";

/** The path of the list of API keys. */
export const KEYS_PATH = "/keys";

export const KEYS_LEAD =
  "A key lets a program act for this account. It is shown once, when you create it.";

/** Renders the list of keys, below a new key if there is one. */
export async function renderKeysPage(
  request: PageRequest,
  created?: Output<"createKey">,
): Promise<HttpResponse> {
  const { context, run } = request;
  const { data } = await run("listKeys", {});
  const active = data.filter(({ status }) => status === "active");
  const inactive = data.filter(({ status }) => status !== "active");
  const page = await renderShellPage(request, {
    title: "Keys",
    lead: KEYS_LEAD,
    status: created ? 201 : 200,
    action: html`<a class="button" href="/keys/new">${renderPageIcon("plus")}New key</a>`,
    main: html`${created && renderNewKey(created, context.apiOrigin)}
<section aria-labelledby="active"><div class="bar"><h2 id="active">In use <span class="count">${active.length}</span></h2></div>
${
  active.length > 0
    ? renderTable(active, "active", context.now(), created?.key.id)
    : html`<p class="box empty">You have no keys that work. <a href="/keys/new">Create one</a> for each program, so that you can revoke it alone.</p>`
}</section>
${
  inactive.length > 0 &&
  html`<details class="fold"><summary id="inactive">${countInactive(inactive)}</summary>
${renderTable(inactive, "inactive", context.now())}</details>`
}`,
  });
  return created ? exposeKey(page) : page;
}

const renderTable = (
  keys: readonly Key[],
  labelId: string,
  now: number,
  newId?: string,
): Html => html`<div class="table" role="group" aria-labelledby="${labelId}" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Permissions</th><th scope="col">For</th><th scope="col">Last used</th><th scope="col">${labelId === "active" ? "Expires" : "Ended"}</th>${labelId === "active" && html`<th scope="col"><span class="sr">Actions</span></th>`}</tr></thead>
<tbody>${keys.map((key) => renderRow(key, now, key.id === newId))}</tbody></table></div>`;

const renderRow = (key: Key, now: number, isNew: boolean): Html =>
  html`<tr${isNew && html` class="is-new"`}><th scope="row"><a href="/keys/${key.id}">${key.name}</a>${renderKeyHint(key)}</th>
<td data-label="Permissions">${renderPermissions(key)}</td>
<td data-label="For">${renderScope(key)}</td>
<td data-label="Last used">${renderLastUse(key, now)}</td>
<td data-label="${key.status === "active" ? "Expires" : "Ended"}">${key.status === "active" ? renderExpiry(key, now) : renderEnd(key, now)}</td>
${key.status === "active" && html`<td class="actions">${!key.client && html`<a class="text" href="/keys/${key.id}#replace">Replace<span class="sr"> ${key.name}</span></a>`}<a class="text bad" href="/keys/${key.id}#revoke">Revoke<span class="sr"> ${key.name}</span></a></td>`}</tr>`;

const renderEnd = ({ revoked, expires }: Key, now: number): Html =>
  revoked !== undefined
    ? html`Revoked ${renderTime(revoked, now)}`
    : html`Expired ${renderTime(requireValue(expires, "the end of an expired key"), now)}`;

function countInactive(keys: readonly Key[]): string {
  const revoked = keys.filter(({ status }) => status === "revoked").length;
  const expired = keys.length - revoked;
  return [revoked > 0 && `${revoked} revoked`, expired > 0 && `${expired} expired`]
    .filter(Boolean)
    .join(", ");
}

/** The list of API keys. */
export const keysPage: Page = {
  path: "/keys",
  role: "member",
  render: (request) => renderKeysPage(request),
};
