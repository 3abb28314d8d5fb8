import { type Html, html, renderField, seeOther } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import { accountPage, passkeyButton } from "./layout.ts";
import type { PageDeps, RenderPage } from "./page.ts";

/** The page of the signed-in person: their sign-in methods and sessions. */
export const renderAccountPage =
  ({ assets, run }: PageDeps): RenderPage =>
  async ({ context, problem }) => {
    const { origin, current } = context;
    if (!current) return seeOther("/sign-in?next=%2Faccount");
    const methods = (await run("listPasskeys", {}, context)) as Output<"listPasskeys">;
    const sessions = (await run("listSessions", {}, context)) as Output<"listSessions">;
    const needsProof = problem?.code === "proof_required";
    return accountPage(origin, {
      title: current.person.name,
      problem,
      script: assets.signInScript,
      main: html`${needsProof && html`<p><a class="button" href="/sign-in?next=%2Faccount">Sign in again</a></p>`}
<p class="lead">${current.member.role === "owner" ? "Owner" : "Member"} of the account at ${new URL(origin).host}.</p>
${methods.data.length === 0 && !methods.password && html`<p class="field-error">Add a passkey or a password now. Otherwise you need a link from the command line to sign in again.</p>`}
<section aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
${methods.data.length > 0 ? html`<ul class="rows">${methods.data.map(passkeyRow)}</ul>` : html`<p>You have no passkeys.</p>`}
${
  allowsPasskeys(origin)
    ? passkeyButton("add", "Add a passkey")
    : html`<p>Browsers allow passkeys only over HTTPS or on localhost.</p>`
}</section>
<section aria-labelledby="password-title"><h2 id="password-title">Password</h2>
<form method="post" action="/account/password">
<input type="text" name="username" value="${current.person.name}" autocomplete="username" hidden>
${renderField({ id: "password", label: methods.password ? "New password" : "Password", hint: "At least 12 characters." }, (attributes) => html`<input${attributes} type="password" autocomplete="new-password">`)}
<button type="submit" class="quiet">${methods.password ? "Change the password" : "Set a password"}</button>
</form></section>
<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<ul class="rows">${sessions.data.map(sessionRow)}</ul>
<form method="post" action="/sign-out"><button type="submit" class="quiet">Sign out</button></form></section>`,
    });
  };

const passkeyRow = ({
  id,
  name,
  host,
  usable,
  created,
  last_used,
}: Output<"addPasskey">): Html => html`<li><span>${name}
<small>${usable ? `Added ${day(created)}` : `Works only on ${host}`}${last_used !== undefined && `, last used ${day(last_used)}`}</small></span>
<form method="post" action="/account/passkeys/remove"><input type="hidden" name="passkey" value="${id}"><button type="submit" class="quiet">Remove</button></form></li>`;

const sessionRow = ({
  id,
  browser,
  network,
  method,
  seen,
  current,
}: Output<"getSession">): Html => html`<li><span>${browser}${current && " (this one)"}
<small>Signed in with ${METHODS[method]}, last used ${day(seen)}${network !== undefined && `, ${network}`}</small></span>
${!current && html`<form method="post" action="/account/sessions/end"><input type="hidden" name="session" value="${id}"><button type="submit" class="quiet">End</button></form>`}</li>`;

const METHODS = {
  setup: "the setup link",
  link: "a link",
  passkey: "a passkey",
  password: "a password",
  provider: "the sign-in provider",
} as const;

const day = (time: string): string => time.slice(0, 10);
