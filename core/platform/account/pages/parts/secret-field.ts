import { Problem } from "../../../../http/problem.ts";
import { type Html, html, renderField } from "../../../../lib/html-page/index.ts";
import { isVaultFailure, SERVICE_ACCOUNT } from "../../../../lib/vault/index.ts";
import type { OperationContext } from "../../contract.ts";
import type { PageForm } from "../page.ts";
import type { PageRequest } from "../page-request.ts";
import { fieldError } from "./problem.ts";

/** Adds to the hint of a secret that a rejected form doesn't keep it. */
export const secretHint = (
  { secrets }: Pick<PageRequest, "secrets">,
  id: string,
  hint?: string,
): string | undefined =>
  secrets?.has(id)
    ? [hint, "Enter it again: it wasn\u2019t kept."].filter(Boolean).join(" ")
    : hint;

const CODE = "code";
const KEPT_CODE = "kept_code";
const MAX_AGE_MILLISECONDS = 10 * 60_000;

const encryptionContext = (path: string) => ({ id: path, field: CODE });

/**
 * Renders the field of the code of a link. The page of a form that was rejected for another reason
 * contains the code, encrypted, so that nobody has to look for it again.
 */
export async function renderCodeField(
  { context, path, problem, secrets }: PageRequest,
  { label, hint }: { readonly label: string; readonly hint: string },
): Promise<Html> {
  const code = problem?.code === "sign_in_failed" ? undefined : secrets?.get(CODE);
  const error = fieldError(problem, CODE);
  const isKept = code !== undefined && error === undefined;
  const kept =
    isKept &&
    html`<input type="hidden" name="${KEPT_CODE}" value="${await context.connections.vault.encrypt(
      SERVICE_ACCOUNT,
      JSON.stringify({ code, expires: context.now() + MAX_AGE_MILLISECONDS }),
      encryptionContext(path),
    )}">`;
  return html`${kept}${renderField(
    {
      id: CODE,
      label,
      hint: isKept ? "The code that you entered is kept." : hint,
      error,
      isOptional: isKept,
    },
    (attributes) =>
      html`<input${attributes} class="code" autocomplete="off" autocapitalize="characters" spellcheck="false">`,
  )}`;
}

/** Gives a form the code that its page kept. */
export const withKeptCode = (form: PageForm): PageForm => ({
  ...form,
  async submit(request, fields) {
    const kept = fields.get(KEPT_CODE);
    if (kept !== null && !fields.get(CODE))
      fields.set(CODE, await decryptCode(request.context, request.path, kept));
    fields.delete(KEPT_CODE);
    return form.submit(request, fields);
  },
});

/** Returns an empty text if the code was kept too long, or for another page. */
async function decryptCode({ connections, now }: OperationContext, path: string, kept: string) {
  const text = await connections.vault
    .decrypt(SERVICE_ACCOUNT, kept, encryptionContext(path))
    .catch((error: unknown) => {
      if (isVaultFailure(error) || error instanceof Problem) return undefined;
      throw error;
    });
  const { code, expires } = text === undefined ? { code: "", expires: 0 } : JSON.parse(text);
  return expires > now() ? (code as string) : "";
}
