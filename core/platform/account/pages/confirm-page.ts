import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import { isVaultFailure, SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import { signInFailed } from "../access/authorize.ts";
import type { OperationContext } from "../contract.ts";
import { allowsPasskeys } from "../sign-in/passkey-ceremonies.ts";
import { passkeyButton, renderEntryPage } from "./entry-page.ts";
import type { PageRequest } from "./page.ts";

/** The field with the encrypted form that waits for a confirmation. */
const FORM_FIELD = "confirmed_form";
const PASSWORD_FIELD = "password";

const MAX_AGE_MILLISECONDS = 10 * 60_000;
/** Longer forms are filled in again after signing in. */
const MAX_CHARACTERS = 20_000;

/** A form that waits until its person has proved who they are. Only its path and person fit. */
const encryptionContext = ({ current }: OperationContext, path: string) => ({
  id: `${current!.person.id} ${path}`,
  field: "form",
});

/**
 * Asks the person to prove who they are, and then goes on with the form. The page contains the form,
 * encrypted, so that it is stored nowhere. Returns undefined if the person has no way to do so here.
 */
export async function renderConfirmPage(
  { context, assets, query, path, problem }: PageRequest,
  fields: URLSearchParams,
): Promise<HttpResponse | undefined> {
  const { connections, current, identityProvider, now, origin, peopleStore } = context;
  const { person } = current!;
  const text = fields.toString();
  const passkeys = allowsPasskeys(origin) ? await peopleStore.listPasskeys(person.id) : [];
  const hasPassword = person.password !== undefined;
  if (identityProvider?.isOnly || (passkeys.length === 0 && !hasPassword)) return undefined;
  if (text.length > MAX_CHARACTERS) return undefined;
  const form = await connections.vault.encrypt(
    SERVICE_ACCOUNT,
    JSON.stringify({ fields: text, expires: now() + MAX_AGE_MILLISECONDS }),
    encryptionContext(context, path),
  );
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
<form method="post" action="${path}${search}" data-confirm><input type="hidden" name="${FORM_FIELD}" value="${form}">
${hasPassword && html`${renderField({ id: PASSWORD_FIELD, label: "Password" }, (attributes) => html`<input${attributes} type="password" autocomplete="current-password">`)}<button type="submit" class="wide quiet">Confirm with the password</button>`}
</form>`,
    },
  );
  return { ...page, status: problem?.status ?? 200 };
}

/**
 * Returns the fields of a form that waited for a confirmation, or those that were sent. Throws the
 * `Problem` "sign_in_failed" if the password is wrong.
 */
export async function confirmForm(
  { context, path, run }: PageRequest,
  sent: URLSearchParams,
): Promise<{ readonly fields: URLSearchParams; confirm(): Promise<void> }> {
  const encrypted = sent.get(FORM_FIELD);
  if (encrypted === null || !context.current) return { fields: sent, confirm: async () => {} };
  const fields = await decryptForm(context, path, encrypted);
  const password = sent.get(PASSWORD_FIELD);
  return {
    fields,
    async confirm() {
      const { id, name } = context.current!.person;
      if (!password) return;
      await run("signInWithPassword", { name, password });
      if (context.current!.person.id !== id) throw signInFailed(context.origin);
    },
  };
}

async function decryptForm(
  context: OperationContext,
  path: string,
  encrypted: string,
): Promise<URLSearchParams> {
  const text = await context.connections.vault
    .decrypt(SERVICE_ACCOUNT, encrypted, encryptionContext(context, path))
    .catch((error: unknown) => {
      if (isVaultFailure(error) || error instanceof Problem) return undefined;
      throw error;
    });
  const { fields, expires } = text === undefined ? { fields: "", expires: 0 } : JSON.parse(text);
  if (expires > context.now()) return new URLSearchParams(fields);
  throw new Problem("invalid_input", "The form waited too long, or for another person.", {
    hint: "Fill it in again.",
  });
}
