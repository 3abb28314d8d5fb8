import { matchesField } from "../../json-schema/index.ts";
import { withArticle } from "../../kit/text/with-article.ts";
import type { AppRecord, AuthMethod, InputField } from "../app.ts";
import { contextOf } from "../call/arguments/context.ts";

/** The values entered in a form, by field name. */
export type FormValues = Readonly<Record<string, string>>;

/** An invalid field, with a message that asks for a valid value. */
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

/** The fields of methods for which the app's record lists none. */
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
      help: "Only for temporary credentials.",
    },
    { ...plainField("region", "Region"), fallback: "us-east-1" },
  ],
  oauth2_cc: [],
};

/**
 * Returns the fields that a user fills in to connect an app: first those of its base URL, then
 * those of the authentication method. A name occurs once. Leaves out fields whose value the app
 * returns after the sign-in, unless the sign-in needs them.
 */
export function credentialFields(
  record: Pick<AppRecord, "baseFields" | "context">,
  method: AuthMethod,
): readonly InputField[] {
  const known = contextOf(record, method.id).flatMap(({ values }) => Object.keys(values));
  const signIn = JSON.stringify([method.oauth, method.scopes]);
  const baseFields = record.baseFields.filter(
    ({ name }) => !known.includes(name) || signIn.includes(`{${name}}`),
  );
  // In some apps the only credential is part of the base URL.
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

/** Reads and validates a submitted form. Missing values take the field's fallback. */
export function readCredentialForm(
  fields: readonly InputField[],
  form: ReadonlyMap<string, string>,
): { readonly values: FormValues; readonly errors: readonly FieldError[] } {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const field of fields) {
    const value = (form.get(`f_${field.name}`) ?? "").trim() || (field.fallback ?? "");
    const problem = validateField(field, value);
    if (problem) errors.push({ field: field.name, message: problem });
    if (value) values[field.name] = value;
  }
  return { values, errors };
}

function validateField(
  { label, required, pattern, secret }: InputField,
  value: string,
): string | undefined {
  if (!value) return required ? `Enter ${withArticle(label)}` : undefined;
  if (value.length > MAX_LENGTH)
    return `Enter ${withArticle(label)} in ${MAX_LENGTH} characters or fewer`;
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return `Enter ${withArticle(label)} on one line`;
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return secret
      ? `This doesn’t look like ${withArticle(label)}. Check that you copied all of it`
      : `This doesn’t look like ${withArticle(label)}`;
  return undefined;
}

/** Whether a value matches a pattern. A pattern that can't be evaluated matches every value. */
const matchesPattern = (pattern: string, value: string): boolean =>
  matchesField(pattern, value) ?? true;

/**
 * Splits entered values into those stored in plain text and those stored encrypted. The secret of a
 * bearer method is stored as `access_token`, whatever the field's name.
 */
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
  const pick = (credentials: boolean) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => isCredential(name) === credentials)
        .map(([name, value]) => [storedName(name), value]),
    );
  return { plain: pick(false), secret: pick(true) };
}

/** Values that are stored with the secret that they belong to. */
const CREDENTIAL_NAMES = new Set(["username", "access_key_id", "client_id"]);
