import { Problem } from "../../../http/problem.ts";
import { isVaultFailure, SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import type { OperationContext } from "../contract.ts";
import type { PageRequest } from "./page-request.ts";

/** The field with the encrypted form that waits for its person. */
export const WAITING_FORM = "waiting_form";

/** The field that a person fills in on the page that asks to confirm the gravest forms. */
export const RETYPED_FIELD = "confirm";

const MAX_AGE_MILLISECONDS = 10 * 60_000;

/** A form that a browser sent, perhaps after its person was asked about it. */
export interface WaitingForm {
  readonly fields: URLSearchParams;
  /** Whether the form waited on a page. */
  readonly hasWaited: boolean;
  /** Whether the person has confirmed what the form ends. */
  readonly isConfirmed: boolean;
  /** The text that the person had to type to confirm it. */
  readonly retype?: string | undefined;
}

/** Only the path and the person that the form was sent with can go on with it. */
const encryptionContext = ({ current }: OperationContext, path: string) => ({
  id: `${current.person.id} ${path}`,
  field: "form",
});

/**
 * Encrypts a form, so that the page that asks about it contains the form and no secret is readable
 * there. With `isConfirmed`, the person who sends the page's form has confirmed what it ends.
 */
export const encryptForm = (
  { context, path }: PageRequest,
  { fields, isConfirmed, retype }: Omit<WaitingForm, "hasWaited">,
): Promise<string> =>
  context.connections.vault.encrypt(
    SERVICE_ACCOUNT,
    JSON.stringify({
      fields: fields.toString(),
      isConfirmed,
      retype,
      expires: context.now() + MAX_AGE_MILLISECONDS,
    }),
    encryptionContext(context, path),
  );

/** Returns the form that waited, or the one that was sent. */
export async function readWaitingForm(
  { context, path }: PageRequest,
  sent: URLSearchParams,
): Promise<WaitingForm> {
  const encrypted = sent.get(WAITING_FORM);
  if (encrypted === null || !context.visitor)
    return { fields: sent, hasWaited: false, isConfirmed: false };
  const text = await context.connections.vault
    .decrypt(SERVICE_ACCOUNT, encrypted, encryptionContext(context, path))
    .catch((error: unknown) => {
      if (isVaultFailure(error) || error instanceof Problem) return undefined;
      throw error;
    });
  const form = text === undefined ? undefined : JSON.parse(text);
  if (form === undefined || form.expires <= context.now())
    throw new Problem("invalid_input", "The form waited too long, or for another person.", {
      hint: "Fill it in again.",
    });
  const fields = new URLSearchParams(form.fields);
  const retyped = sent.get(RETYPED_FIELD);
  if (form.isConfirmed && retyped !== null) fields.set(RETYPED_FIELD, retyped);
  return { fields, hasWaited: true, isConfirmed: form.isConfirmed, retype: form.retype };
}

/** Throws the `Problem` "invalid_input" if the person mistyped what confirms the form. */
export function requireRetyped({ fields, retype }: WaitingForm): void {
  if (retype === undefined || fields.get(RETYPED_FIELD)?.trim() === retype) return;
  throw new Problem("invalid_input", "The confirmation is mistyped.", {
    errors: [{ pointer: `/${RETYPED_FIELD}`, detail: `Type ${retype}.` }],
  });
}
