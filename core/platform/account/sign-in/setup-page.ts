import { Problem } from "../../../http/problem.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import { passkeyButton, renderEntryPage } from "../pages/entry-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderCodeField, secretHint, withKeptCode } from "../pages/parts/secret-field.ts";
import { allowsPasskeys } from "./passkey-ceremonies.ts";

const render: RenderPage = async (request) => {
  const { context, assets, problem, fields } = request;
  const { origin, account, peopleStore, commandLine } = context;
  if ((await peopleStore.findAccount(account))?.claimed !== undefined)
    throw new Problem("not_found", "This account has been set up.", {
      hint: "Go to the home page to sign in.",
    });
  const canUsePasskeys = allowsPasskeys(origin);
  const error = (id: string) => fieldError(problem, id);
  return renderEntryPage(
    { origin, assets },
    {
      title: "Set up Jackfield",
      problem,
      script: assets.signInScript,
      main: html`<p class="lead">You become the owner of this account. Existing API keys and connections stay.</p>
<form method="post" action="/setup" data-new-person>
${await renderCodeField(request, { label: "Setup code", hint: `From the setup link. To get one, run: ${commandLine("account setup")}` })}
${renderField({ id: "name", label: "Your name", error: error("name") }, (attributes) => html`<input${attributes} value="${fields?.get("name") ?? ""}" autocomplete="name" maxlength="80">`)}
${canUsePasskeys && passkeyButton("setup", "Create a passkey")}
<div class="or">
${renderField(
  {
    id: "password",
    label: "Password",
    hint: secretHint(
      request,
      "password",
      canUsePasskeys
        ? "For browsers without passkeys. At least 12 characters."
        : "Browsers allow passkeys only over HTTPS or on localhost. At least 12 characters.",
    ),
    error: error("password"),
  },
  (attributes) => html`<input${attributes} type="password" autocomplete="new-password">`,
)}
<button type="submit" class="wide${canUsePasskeys && " quiet"}">Set up with a password</button>
</div>
</form>`,
    },
  );
};

/** The page of the setup link. It exists until the account is set up. */
export const setupPage: Page = {
  path: "/setup",
  role: "anyone",
  render,
  forms: [withKeptCode(accountForm("/setup", "claimAccount", () => "/"))],
};
