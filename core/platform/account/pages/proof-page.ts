import type { HttpResponse } from "../../../http/handler.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import { signInFailed } from "../access/authorize.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import { passkeyButton, renderEntryPage } from "./entry-page.ts";
import type { PageRequest } from "./page-request.ts";
import { encryptForm, WAITING_FORM, type WaitingForm } from "./waiting-form.ts";

const PASSWORD_FIELD = "password";

/** Longer forms are filled in again after signing in. */
const MAX_CHARACTERS = 20_000;

/**
 * Asks the person to prove who they are, and then goes on with the form. Returns undefined if the
 * person has no way to do so here.
 */
export async function renderProofPage(
  request: PageRequest,
  waiting: WaitingForm,
): Promise<HttpResponse | undefined> {
  const { context, assets, query, path, problem } = request;
  const { current, identityProvider, origin, peopleStore } = context;
  const { person } = current;
  const passkeys = allowsPasskeys(origin) ? await peopleStore.listPasskeys(person.id) : [];
  const hasPassword = person.password !== undefined;
  if (identityProvider?.isOnly || (passkeys.length === 0 && !hasPassword)) return undefined;
  if (waiting.fields.toString().length > MAX_CHARACTERS) return undefined;
  const form = await encryptForm(request, waiting);
  const search = query.size > 0 ? `?${query}` : "";
  const page = await renderEntryPage(
    { origin, assets },
    {
      title: "Confirm that it\u2019s you",
      problem: problem?.code === "proof_required" ? undefined : problem,
      script: assets.signInScript,
      main: html`<p class="lead">You last signed in more than 15 minutes ago. After this, what you entered is carried out.</p>
${passkeys.length > 0 && passkeyButton("confirm", "Confirm with a passkey")}
${passkeys.length > 0 && !hasPassword && html`<noscript><p>Passkeys need JavaScript.</p></noscript>`}
<form method="post" action="${path}${search}" data-confirm><input type="hidden" name="${WAITING_FORM}" value="${form}">
${hasPassword && html`${renderField({ id: PASSWORD_FIELD, label: "Password" }, (attributes) => html`<input${attributes} type="password" autocomplete="current-password">`)}<button type="submit" class="wide quiet">Confirm with the password</button>`}
</form>`,
    },
  );
  return { ...page, status: problem?.status ?? 200 };
}

/**
 * Signs the person in again with the password that they entered on the page, if any. Throws the
 * `Problem` "sign_in_failed" if it is wrong.
 */
export async function acceptProof(
  { context, run }: PageRequest,
  sent: URLSearchParams,
): Promise<void> {
  const { id, name } = context.current.person;
  const password = sent.get(PASSWORD_FIELD);
  if (!password) return;
  await run("signInWithPassword", { name, password });
  if (context.current.person.id !== id) throw signInFailed(context.origin);
}
