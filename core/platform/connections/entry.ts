import type { AppRecord, AuthMethod, Field } from "../../ports/apps.ts";
import { matchesField } from "../domain/patterns/pattern.ts";

/** What was typed into a form, by the fields' names. */
export type Typed = Readonly<Record<string, string>>;

/** What is wrong with a field, and what to do. */
export interface EntryError {
  readonly field: string;
  readonly message: string;
}

const secret = (name: string, label: string, required = true): Field => ({
  name,
  label,
  secret: true,
  required,
});
const plain = (name: string, label: string, required = true): Field => ({
  name,
  label,
  secret: false,
  required,
});

/** What a method is entered with where the app's record does not say. */
const USUAL: Partial<Record<AuthMethod["type"], readonly Field[]>> = {
  api_key: [secret("key", "API key")],
  bearer: [secret("access_token", "Access token")],
  basic: [plain("username", "Username"), { ...secret("password", "Password"), required: false }],
  sigv4: [
    plain("access_key_id", "Access key ID"),
    secret("secret_access_key", "Secret access key"),
    { ...secret("session_token", "Session token", false), help: "Only of temporary credentials." },
    { ...plain("region", "Region"), fallback: "us-east-1" },
  ],
  oauth2_cc: [],
};

/** Everything that the person enters to connect an app in a way: what its address needs, then what the way needs; each once. */
export function entriesOf(
  { baseFields }: Pick<AppRecord, "baseFields">,
  method: AuthMethod,
): readonly Field[] {
  // Of some the credential is part of the address: there is no other.
  const own =
    method.fields.length > 0 || baseFields.some(({ secret }) => secret)
      ? method.fields
      : (USUAL[method.type] ?? []);
  return [...baseFields.filter(({ name }) => !own.some((field) => field.name === name)), ...own];
}

const LONGEST = 8_000;

/** Reads what was typed: what is missing takes its fallback; what can't be is said. */
export function readEntries(
  fields: readonly Field[],
  form: ReadonlyMap<string, string>,
): { readonly typed: Typed; readonly errors: readonly EntryError[] } {
  const typed: Record<string, string> = {};
  const errors: EntryError[] = [];
  for (const field of fields) {
    const value = (form.get(`f_${field.name}`) ?? "").trim() || (field.fallback ?? "");
    const wrong = wrongWith(field, value);
    if (wrong) errors.push({ field: field.name, message: wrong });
    if (value) typed[field.name] = value;
  }
  return { typed, errors };
}

function wrongWith({ label, required, pattern, secret }: Field, value: string): string | undefined {
  if (!value) return required ? `Enter ${labelled(label)}` : undefined;
  if (value.length > LONGEST) return `Enter ${labelled(label)} in at most ${LONGEST} characters`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return `Enter ${labelled(label)} in one line`;
  if (pattern !== undefined && !fits(pattern, value))
    return secret
      ? `This does not look like ${labelled(label)}: look for a part that is missing`
      : `This does not look like ${labelled(label)}`;
  return undefined;
}

const labelled = (label: string): string =>
  /^(your|the|an?) /i.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : `the ${/^[A-Z][a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`;

/** A value passes where the pattern can't be checked. */
const fits = (pattern: string, value: string): boolean => matchesField(pattern, value) ?? true;

/** What was typed, as it is kept: in the open, and sealed. Of bearer the secret is `access_token`, whatever its field is called. */
export function sorted(
  fields: readonly Field[],
  method: AuthMethod,
  typed: Typed,
): { readonly open: Typed; readonly secret: Typed } {
  const isSecret = new Set(fields.filter(({ secret }) => secret).map(({ name }) => name));
  const nameOf = (name: string) =>
    method.type === "bearer" &&
    method.fields.filter(({ secret }) => secret).length === 1 &&
    isSecret.has(name)
      ? "access_token"
      : name;
  const isCredential = (name: string) => isSecret.has(name) || CREDENTIALS.has(name);
  const pick = (wanted: boolean) =>
    Object.fromEntries(
      Object.entries(typed)
        .filter(([name]) => isCredential(name) === wanted)
        .map(([name, value]) => [nameOf(name), value]),
    );
  return { open: pick(false), secret: pick(true) };
}

/** What goes with a secret is kept with it. */
const CREDENTIALS = new Set(["username", "access_key_id", "client_id"]);
