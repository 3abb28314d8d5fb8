import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { passkeyButton } from "../pages/entry-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { secretHint } from "../pages/parts/secret-field.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderRedirectPage } from "../pages/redirect-page.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import {
  describeIdentityRemoval,
  describePasskeyRemoval,
  describeSessionEnd,
  describeSignOut,
} from "./person-ending.ts";
import { renderSettingsTabs } from "./settings-tabs.ts";

const render: RenderPage = async (request) => {
  const { context, assets, problem, fields, run } = request;
  const { origin, now } = context;
  const { person, member } = context.current;
  const methods = await run("listPasskeys", {});
  const identities = await run("listIdentities", {});
  const sessions = await run("listSessions", {});
  const account = await run("getAccount", {});
  return renderShellPage(request, {
    title: person.name,
    lead: `${member.role === "owner" ? "Owner" : "Member"} of ${account.name || "the account"} at ${new URL(origin).host}.`,
    scripts: [assets.signInScript],
    main: html`${renderProofLink(request, "/account")}${renderSettingsTabs(request, "/account")}
${methods.data.length === 0 && !methods.password && identities.data.length === 0 && html`<p class="field-error">Add a passkey or a password now. Otherwise you need a link from the command line to sign in again.</p>`}
<section aria-labelledby="passkeys"><div class="bar"><h2 id="passkeys">Passkeys</h2></div>
${methods.data.length > 0 ? html`<ul class="rows">${methods.data.map((passkey) => renderPasskey(passkey, now()))}</ul>` : html`<p class="box empty">You have no passkeys.</p>`}
<p></p>
${
  allowsPasskeys(origin)
    ? passkeyButton("add", "Add a passkey")
    : html`<p>Browsers allow passkeys only over HTTPS or on localhost.</p>`
}</section>
<section aria-labelledby="password-title"><div class="bar"><h2 id="password-title">Password</h2></div>
<form class="box" method="post" action="/account/password">
<input type="text" name="username" value="${person.name}" autocomplete="username" hidden>
${renderField({ id: "password", label: methods.password ? "New password" : "Password", hint: secretHint(request, "password", "At least 12 characters."), error: fieldError(problem, "password") }, (attributes) => html`<input${attributes} type="password" autocomplete="new-password">`)}
<button type="submit" class="quiet">${methods.password ? "Change the password" : "Set a password"}</button>
</form></section>
${
  context.identityProvider &&
  html`<section aria-labelledby="identities"><div class="bar"><h2 id="identities">Sign-in with ${context.identityProvider.provider.name}</h2></div>
${identities.data.length > 0 ? html`<ul class="rows">${identities.data.map((identity) => renderIdentity(identity, now()))}</ul>` : html`<p class="box empty">No identity is linked.</p>`}
<p></p>
<form method="post" action="/account/identities/link"><button type="submit" class="quiet">Link an identity</button></form></section>`
}
<section aria-labelledby="sessions"><div class="bar"><h2 id="sessions">Sessions</h2></div>
<ul class="rows">${sessions.data.map((session) => renderSession(session, now()))}</ul>
<p></p>
<form method="post" action="/sign-out"><button type="submit" class="quiet">Sign out</button></form></section>
<section aria-labelledby="your-name"><div class="bar"><h2 id="your-name">Your name</h2></div>
<form class="box" method="post" action="/account/name">
${renderField({ id: "name", label: "Name", hint: "Other members see it. You sign in with it if you have a password.", error: fieldError(problem, "name") }, (attributes) => html`<input${attributes} value="${fields?.get("name") ?? person.name}" autocomplete="name" maxlength="80">`)}
<button type="submit" class="quiet">Change your name</button></form></section>`,
  });
};

const renderPasskey = (
  { id, name, host, usable, created, last_used: lastUsed }: Output<"addPasskey">,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${name}</h3>
<p>${usable ? html`Added ${renderTime(created, now)}` : `Works only on ${host}`}${lastUsed !== undefined && html`, last used ${renderTime(lastUsed, now)}`}</p></div>
<form method="post" action="/account/passkeys/remove"><input type="hidden" name="passkey" value="${id}"><button type="submit" class="quiet small-button">Remove</button></form></li>`;

const renderIdentity = (
  { id, issuer, subject, linked }: Output<"addIdentity">,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${new URL(issuer).host}</h3>
<p>Linked ${renderTime(linked, now)}, ID ${subject}</p></div>
<form method="post" action="/account/identities/remove"><input type="hidden" name="identity" value="${id}"><button type="submit" class="quiet small-button" aria-label="Remove the identity of ${new URL(issuer).host}">Remove</button></form></li>`;

const renderSession = (
  { id, browser, network, method, seen, current }: Output<"getSession">,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${browser}${current && html` <span class="chip">This session</span>`}</h3>
<p>Signed in with ${METHODS[method]}, last used ${renderTime(seen, now)}${network !== undefined && `, ${network}`}</p></div>
${!current && html`<form method="post" action="/account/sessions/end"><input type="hidden" name="session" value="${id}"><button type="submit" class="quiet small-button">End</button></form>`}</li>`;

const METHODS = {
  setup: "the setup link",
  invitation: "an invitation",
  link: "a link",
  passkey: "a passkey",
  password: "a password",
  provider: "the identity provider",
} as const;

const toAccount: (request: PageRequest) => string = () => "/account";

/** The page of the signed-in person: their sign-in methods and sessions. */
export const accountPage: Page = {
  path: "/account",
  role: "member",
  render,
  forms: [
    accountForm("/account/password", "setPassword", toAccount),
    withConfirmation(
      accountForm("/account/passkeys/remove", "removePasskey", toAccount),
      describePasskeyRemoval,
    ),
    accountForm("/account/name", "updatePerson", toAccount),
    accountForm("/account/identities/link", "beginIdentity", renderRedirectPage),
    withConfirmation(
      accountForm("/account/identities/remove", "removeIdentity", toAccount),
      describeIdentityRemoval,
    ),
    withConfirmation(
      accountForm("/account/sessions/end", "endSession", toAccount),
      describeSessionEnd,
    ),
    withConfirmation(
      accountForm("/sign-out", "signOut", () => "/"),
      describeSignOut,
    ),
  ],
};
