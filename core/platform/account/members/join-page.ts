import { html, renderField } from "../../../lib/html-page/index.ts";
import { passkeyButton, renderEntryPage } from "../pages/entry-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderCodeField, secretHint, withKeptCode } from "../pages/parts/secret-field.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";

const render: RenderPage = async (request) => {
  const { context, assets, problem, fields } = request;
  const { origin, visitor } = context;
  if (visitor)
    return renderEntryPage(
      { origin, assets },
      {
        title: "Accept an invitation",
        problem,
        main: html`<p>You are signed in as ${visitor.person.name}, who is a member of this account already.</p>
<form method="post" action="/sign-out"><p>To accept the invitation as another person, sign out and open the link again.</p><button type="submit" class="wide">Sign out</button></form>`,
      },
    );
  const canUsePasskeys = allowsPasskeys(origin);
  const error = (id: string) => fieldError(problem, id);
  return renderEntryPage(
    { origin, assets },
    {
      title: "Accept an invitation",
      problem,
      script: assets.signInScript,
      main: html`<p class="lead">You become a member of the account at ${new URL(origin).host}.</p>
<form method="post" action="/join" data-new-person>
${await renderCodeField(request, { label: "Invitation code", hint: "The link that you received fills it in." })}
${renderField({ id: "name", label: "Your name", error: error("name") }, (attributes) => html`<input${attributes} value="${fields?.get("name") ?? ""}" autocomplete="name" maxlength="80">`)}
${canUsePasskeys && passkeyButton("join", "Create a passkey")}
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
<button type="submit" class="wide${canUsePasskeys && " quiet"}">Join with a password</button>
</div>
</form>`,
    },
  );
};

/** The page of an invitation link. */
export const joinPage: Page = {
  path: "/join",
  role: "anyone",
  render,
  forms: [withKeptCode(accountForm("/join", "acceptInvitation", () => "/"))],
};
