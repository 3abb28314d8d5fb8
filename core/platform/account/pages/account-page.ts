import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import { passkeyButton } from "./entry-page.ts";
import { accountForm, type Page, type PageRequest, type RenderPage } from "./page.ts";
import { fieldError } from "./parts/problem.ts";
import { renderTime } from "./parts/time.ts";
import { renderShellPage } from "./shell-page.ts";

const render: RenderPage = async (request) => {
  const { context, assets, problem, run } = request;
  const { origin, now } = context;
  const { person, member } = context.current!;
  const methods = await run("listPasskeys", {});
  const sessions = await run("listSessions", {});
  const members = await run("listMembers", {});
  const isOwner = member.role === "owner";
  return renderShellPage(request, {
    title: person.name,
    lead: `${member.role === "owner" ? "Owner" : "Member"} of the account at ${new URL(origin).host}.`,
    scripts: [assets.signInScript],
    main: html`${problem?.code === "proof_required" && html`<p><a class="button" href="/sign-in?next=%2Faccount">Sign in again</a></p>`}
${methods.data.length === 0 && !methods.password && html`<p class="field-error">Add a passkey or a password now. Otherwise you need a link from the command line to sign in again.</p>`}
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
${renderField({ id: "password", label: methods.password ? "New password" : "Password", hint: "At least 12 characters.", error: fieldError(problem, "password") }, (attributes) => html`<input${attributes} type="password" autocomplete="new-password">`)}
<button type="submit" class="quiet">${methods.password ? "Change the password" : "Set a password"}</button>
</form></section>
<section aria-labelledby="sessions"><div class="bar"><h2 id="sessions">Sessions</h2></div>
<ul class="rows">${sessions.data.map((session) => renderSession(session, now()))}</ul>
<p></p>
<form method="post" action="/sign-out"><button type="submit" class="quiet">Sign out</button></form></section>
<section aria-labelledby="members"><div class="bar"><h2 id="members">Members <span class="count">${members.data.length}</span></h2>${isOwner && html`<a class="text" href="/account/audit">Audit log</a>`}</div>
<ul class="rows">${members.data.map((each) => renderMember(each, isOwner && each.person !== person.id, now()))}</ul></section>`,
  });
};

const renderPasskey = (
  { id, name, host, usable, created, last_used: lastUsed }: Output<"addPasskey">,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${name}</h3>
<p>${usable ? html`Added ${renderTime(created, now)}` : `Works only on ${host}`}${lastUsed !== undefined && html`, last used ${renderTime(lastUsed, now)}`}</p></div>
<form method="post" action="/account/passkeys/remove"><input type="hidden" name="passkey" value="${id}"><button type="submit" class="quiet small-button">Remove</button></form></li>`;

const renderSession = (
  { id, browser, network, method, seen, current }: Output<"getSession">,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${browser}${current && html` <span class="chip">This session</span>`}</h3>
<p>Signed in with ${METHODS[method]}, last used ${renderTime(seen, now)}${network !== undefined && `, ${network}`}</p></div>
${!current && html`<form method="post" action="/account/sessions/end"><input type="hidden" name="session" value="${id}"><button type="submit" class="quiet small-button">End</button></form>`}</li>`;

const renderMember = (
  { person, name, role, since }: Output<"listMembers">["data"][number],
  canRemove: boolean,
  now: number,
): Html => html`<li class="row"><div class="grow"><h3>${name}${role === "owner" && html` <span class="chip">Owner</span>`}</h3><p>Joined ${renderTime(since, now)}</p></div>
${canRemove && html`<form method="post" action="/account/members/remove"><input type="hidden" name="person" value="${person}"><button type="submit" class="quiet small-button" aria-label="Remove ${name}">Remove</button></form>`}</li>`;

const METHODS = {
  setup: "the setup link",
  link: "a link",
  passkey: "a passkey",
  password: "a password",
  provider: "the sign-in provider",
} as const;

const toAccount: (request: PageRequest) => string = () => "/account";

/** The page of the signed-in person: their sign-in methods and sessions. */
export const accountPage: Page = {
  path: "/account",
  role: "member",
  render,
  forms: [
    accountForm("/account/password", "setPassword", toAccount),
    accountForm("/account/passkeys/remove", "removePasskey", toAccount),
    accountForm("/account/members/remove", "removeMember", toAccount),
    accountForm("/account/sessions/end", "endSession", toAccount),
    accountForm("/sign-out", "signOut", () => "/"),
  ],
};
