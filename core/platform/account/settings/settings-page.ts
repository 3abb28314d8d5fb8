import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import {
  describeAccountDeletion,
  describeKeyRotation,
  describeShorterRetention,
} from "./account-ending.ts";
import { renderSettingsTabs } from "./settings-tabs.ts";

const PATH = "/account/settings";

const render: RenderPage = async (request) => {
  const { context, problem, fields, run } = request;
  const account = await run("getAccount", {});
  const value = (name: "name" | "run_days" | "audit_days") =>
    fields?.get(name) ?? String(account[name]);
  const error = (id: string) => fieldError(problem, id);
  return renderShellPage(request, {
    title: "Account",
    lead: html`Set up ${renderTime(account.claimed, context.now())}. <code>${account.id}</code>`,
    main: html`${renderProofLink(request, PATH)}${renderSettingsTabs(request, PATH)}
<section aria-label="Settings"><form class="box" method="post" action="${PATH}">
${renderField({ id: "name", label: "Name", hint: "Members see it on their pages.", error: error("name"), isOptional: true }, (attributes) => html`<input${attributes} value="${value("name")}" maxlength="80" autocomplete="organization">`)}
${renderField({ id: "run_days", label: "Days to store runs", hint: "1 to 365. Shorter times delete older runs within a minute.", error: error("run_days") }, (attributes) => html`<input${attributes} type="number" min="1" max="365" value="${value("run_days")}">`)}
${renderField({ id: "audit_days", label: "Days to store the audit log", hint: "90 to 3650.", error: error("audit_days") }, (attributes) => html`<input${attributes} type="number" min="90" max="3650" value="${value("audit_days")}">`)}
<button type="submit">Save</button></form></section>
${
  context.secretsKey &&
  html`<section aria-labelledby="secrets-key"><h2 id="secrets-key">Encryption key</h2>
<form class="box" method="post" action="${PATH}/secrets-key">
<p>A new key encrypts the stored credentials. They stay readable. Back up the key file again afterwards.</p>
<button type="submit" class="quiet">Replace the encryption key</button></form></section>`
}
${account.deletes === undefined ? DELETION : renderPlanned(account.deletes, context.now())}`,
  });
};

const DELETION = html`<section aria-labelledby="delete"><h2 id="delete">Delete the account</h2>
<form class="box" method="post" action="${PATH}/delete">
<p>All API keys stop working within a second. After 7 days, everything is deleted. Until then, owners can keep the account.</p>
<button type="submit" class="danger">Delete the account</button></form></section>`;

const renderPlanned = (
  deletes: string,
  now: number,
): Html => html`<section aria-labelledby="delete"><h2 id="delete">This account will be deleted</h2>
<form class="box" method="post" action="${PATH}/keep">
<p>Everything is deleted ${renderTime(deletes, now)}. API keys from before no longer work.</p>
<button type="submit">Keep the account</button></form></section>`;

/** The settings of the account. */
export const settingsPage: Page = {
  path: PATH,
  role: "owner",
  render,
  forms: [
    withConfirmation(
      accountForm(PATH, "updateAccount", () => PATH),
      describeShorterRetention,
    ),
    withConfirmation(
      accountForm(`${PATH}/secrets-key`, "rotateSecretsKey", () => PATH),
      describeKeyRotation,
    ),
    withConfirmation(
      accountForm(`${PATH}/delete`, "deleteAccount", () => PATH),
      describeAccountDeletion,
    ),
    accountForm(`${PATH}/keep`, "keepAccount", () => PATH),
  ],
};
