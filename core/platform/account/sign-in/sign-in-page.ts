import { html, renderField } from "../../../lib/html-page/index.ts";
import { parseOwnTarget } from "../../../lib/kit/net/own-target.ts";
import { passkeyButton, renderEntryPage } from "../pages/entry-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { secretHint } from "../pages/parts/secret-field.ts";
import { renderRedirectPage } from "../pages/redirect-page.ts";
import { allowsPasskeys } from "./passkey-ceremonies.ts";

const render: RenderPage = (request) => {
  const { context, assets, problem, fields } = request;
  const error = (id: string) => fieldError(problem, id);
  const { origin, commandLine, visitor, identityProvider } = context;
  const nextPath = toNext(request);
  const next = `?${new URLSearchParams({ next: nextPath })}`;
  const hasOwnMethods = !identityProvider?.isOnly;
  const name = fields?.get("name") ?? visitor?.person.name ?? "";
  return renderEntryPage(
    { origin, assets },
    {
      title: visitor ? "Sign in again" : "Sign in",
      problem,
      script: assets.signInScript,
      main: html`${
        identityProvider &&
        html`<form method="post" action="/sign-in/provider"><input type="hidden" name="next" value="${nextPath}"><button type="submit" class="wide">Sign in with ${identityProvider.provider.name}</button></form>`
      }${
        hasOwnMethods &&
        html`${
          allowsPasskeys(origin)
            ? html`${passkeyButton("sign-in", "Sign in with a passkey", nextPath)}
<noscript><p>Passkeys need JavaScript. Use a password or a link.</p></noscript>`
            : html`<p class="lead">Browsers allow passkeys only over HTTPS or on localhost. Use a password or a link.</p>`
        }
<section class="or" aria-labelledby="with-password"><h2 id="with-password">With a password</h2>
<form method="post" action="/sign-in/password${next}">
${renderField({ id: "name", label: "Name", error: error("name") }, (attributes) => html`<input${attributes} value="${name}" autocomplete="username webauthn" maxlength="80">`)}
${renderField({ id: "password", label: "Password", hint: secretHint(request, "password"), error: error("password") }, (attributes) => html`<input${attributes} type="password" autocomplete="current-password">`)}
<button type="submit" class="wide quiet">Sign in with a password</button>
</form></section>`
      }
<section class="or" aria-labelledby="with-link"><h2 id="with-link">With a link</h2>
<form method="post" action="/sign-in/link${next}">
${renderField({ id: "code", label: "Code", hint: secretHint(request, "code", `The operator of this service creates a link: ${commandLine("account sign-in")}`), error: error("code") }, (attributes) => html`<input${attributes} class="code" autocomplete="off" autocapitalize="characters" spellcheck="false">`)}
<button type="submit" class="wide quiet">Sign in with the code</button>
</form></section>`,
    },
  );
};

/** Where the browser continues after signing in, with or without the script. */
const toNext = ({ query, context }: PageRequest): string =>
  parseOwnTarget(query.get("next"), context.origin) ?? "/";

/** The page to sign in: with a passkey, a password or a link from the command line. */
export const signInPage: Page = {
  path: "/sign-in",
  role: "anyone",
  render,
  forms: [
    accountForm("/sign-in/password", "signInWithPassword", toNext),
    accountForm("/sign-in/provider", "beginProviderSignIn", renderRedirectPage),
    accountForm("/sign-in/link", "signInWithLink", toNext),
  ],
};
