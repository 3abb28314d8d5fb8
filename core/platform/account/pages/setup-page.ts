import { Problem } from "../../../http/problem.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import { accountPage, passkeyButton } from "./layout.ts";
import type { PageDeps, RenderPage } from "./page.ts";

/** The page of the setup link. It exists until the account is set up. */
export const renderSetupPage =
  ({ assets }: PageDeps): RenderPage =>
  async ({ context, problem, fields = {} }) => {
    const { origin, account, peopleStore, commandLine } = context;
    if ((await peopleStore.findAccount(account))?.claimed !== undefined)
      throw new Problem("not_found", "This account has been set up.", {
        hint: "Go to the home page to sign in.",
      });
    const canUsePasskeys = allowsPasskeys(origin);
    return accountPage(origin, {
      title: "Set up Jackfield",
      problem,
      script: assets.signInScript,
      main: html`<p class="lead">You become the owner of this account. Existing API keys and connections stay.</p>
<form method="post" action="/setup" data-setup>
${renderField({ id: "code", label: "Setup code", hint: `From the setup link. To get one, run: ${commandLine("account setup")}` }, (attributes) => html`<input${attributes} class="code" autocomplete="off" autocapitalize="characters" spellcheck="false">`)}
${renderField({ id: "name", label: "Your name" }, (attributes) => html`<input${attributes} value="${fields["name"] ?? ""}" autocomplete="name" maxlength="80">`)}
${canUsePasskeys && passkeyButton("setup", "Create a passkey")}
<div class="or">
${renderField(
  {
    id: "password",
    label: "Password",
    hint: canUsePasskeys
      ? "For browsers without passkeys. At least 12 characters."
      : "Browsers allow passkeys only over HTTPS or on localhost. At least 12 characters.",
  },
  (attributes) => html`<input${attributes} type="password" autocomplete="new-password">`,
)}
<button type="submit"${canUsePasskeys && html` class="quiet"`}>Set up with a password</button>
</div>
</form>`,
    });
  };
