import type { AppRecord, AuthMethod, InputField } from "../../ports/apps.ts";
import { matchesField } from "../domain/patterns/pattern.ts";

/** What was typed into a form, by the fields' names. */
export type FormValues = Readonly<Record<string, string>>;

/** What is wrong with a field, and what to do. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const secretField = (name: string, label: string, required = true): InputField => ({
  name,
  label,
  secret: true,
  required,
});
const plainField = (name: string, label: string, required = true): InputField => ({
  name,
  label,
  secret: false,
  required,
});

/** What a method is entered with where the app's record does not say. */
const DEFAULT_FIELDS: Partial<Record<AuthMethod["type"], readonly InputField[]>> = {
  api_key: [secretField("key", "API key")],
  bearer: [secretField("access_token", "Access token")],
  basic: [
    plainField("username", "Username"),
    { ...secretField("password", "Password"), required: false },
  ],
  sigv4: [
    plainField("access_key_id", "Access key ID"),
    secretField("secret_access_key", "Secret access key"),
    {
      ...secretField("session_token", "Session token", false),
      help: "Only of temporary credentials.",
    },
    { ...plainField("region", "Region"), fallback: "us-east-1" },
  ],
  oauth2_cc: [],
};

/** Everything that the person enters to connect an app in a way: what its address needs, then what the way needs; each once. */
export function credentialFields(
  { baseFields }: Pick<AppRecord, "baseFields">,
  method: AuthMethod,
): readonly InputField[] {
  // Of some the credential is part of the address: there is no other.
  const methodFields =
    method.fields.length > 0 || baseFields.some(({ secret }) => secret)
      ? method.fields
      : (DEFAULT_FIELDS[method.type] ?? []);
  return [
    ...baseFields.filter(({ name }) => !methodFields.some((field) => field.name === name)),
    ...methodFields,
  ];
}

const MAX_LENGTH = 8_000;

/** Reads what was typed: what is missing takes its fallback; what can't be is said. */
export function readCredentialForm(
  fields: readonly InputField[],
  form: ReadonlyMap<string, string>,
): { readonly values: FormValues; readonly errors: readonly FieldError[] } {
  const typed: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const field of fields) {
    const value = (form.get(`f_${field.name}`) ?? "").trim() || (field.fallback ?? "");
    const problem = validateField(field, value);
    if (problem) errors.push({ field: field.name, message: problem });
    if (value) typed[field.name] = value;
  }
  return { values: typed, errors };
}

function validateField(
  { label, required, pattern, secret }: InputField,
  value: string,
): string | undefined {
  if (!value) return required ? `Enter ${withArticle(label)}` : undefined;
  if (value.length > MAX_LENGTH)
    return `Enter ${withArticle(label)} in at most ${MAX_LENGTH} characters`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return `Enter ${withArticle(label)} in one line`;
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return secret
      ? `This does not look like ${withArticle(label)}: look for a part that is missing`
      : `This does not look like ${withArticle(label)}`;
  return undefined;
}

const withArticle = (label: string): string =>
  /^(your|the|an?) /i.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : `the ${/^[A-Z][a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`;

/** A value passes where the pattern can't be checked. */
const matchesPattern = (pattern: string, value: string): boolean =>
  matchesField(pattern, value) ?? true;

/** What was typed, as it is kept: in the open, and sealed. Of bearer the secret is `access_token`, whatever its field is called. */
export function splitSecrets(
  fields: readonly InputField[],
  method: AuthMethod,
  values: FormValues,
): { readonly plain: FormValues; readonly secret: FormValues } {
  const secretNames = new Set(fields.filter(({ secret }) => secret).map(({ name }) => name));
  const storedName = (name: string) =>
    method.type === "bearer" &&
    method.fields.filter(({ secret }) => secret).length === 1 &&
    secretNames.has(name)
      ? "access_token"
      : name;
  const isCredential = (name: string) => secretNames.has(name) || CREDENTIAL_NAMES.has(name);
  const pick = (wantsCredential: boolean) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => isCredential(name) === wantsCredential)
        .map(([name, value]) => [storedName(name), value]),
    );
  return { plain: pick(false), secret: pick(true) };
}

/** What goes with a secret is kept with it. */
const CREDENTIAL_NAMES = new Set(["username", "access_key_id", "client_id"]);
