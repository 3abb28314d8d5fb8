import { matchesField } from "../json-schema/index.ts";
import type { InputField } from "../openapi-tools/index.ts";

/** The filled-in URL, or the name of the field whose value isn't allowed at its position. */
type FilledUrl = { readonly url: string } | { readonly invalidField: string };

const HOST = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*(:\d{1,5})?$/i;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** A host with an optional path, for a whole host whose field pattern allows a path. */
const HOST_AND_PATH =
  /^(?!-)[a-z0-9.-]{1,253}(?<![.-])(:\d{1,5})?(\/[a-z0-9_~][a-z0-9._~-]*)*\/?$/i;

/**
 * Fills in the `{field}`s of a URL template. A value in the host must be one label, or a whole host
 * if the template's host is a single field. So a value can't lead to a host outside the template.
 *
 * A field with a pattern may allow more: several labels, or a path after a whole host. Its value
 * must match the pattern.
 */
export function fillUrl(
  template: string,
  fields: Readonly<Record<string, string>>,
  inputFields: readonly InputField[] = [],
): FilledUrl {
  const [, scheme, host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(template) ?? [];
  let invalidField: string | undefined;
  const substitute = (text: string, encode: (value: string, name: string) => string | undefined) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const value = field === undefined ? undefined : encode(field, name);
      if (value === undefined) invalidField ??= name;
      return value ?? "";
    });
  const [, hostField] = /^\{(\w+)\}$/.exec(host) ?? [];
  const isWholeHost = hostField !== undefined;
  const enteredHost = isWholeHost ? (fields[hostField] ?? "") : "";
  // Users often paste the whole URL, including the scheme.
  const [, pastedScheme, pastedHost] =
    (isWholeHost && !scheme && /^(https?:\/\/)([^/?#@\\\s]+)\/?$/i.exec(enteredHost)) || [];
  let filledHost: string;
  if (pastedHost !== undefined) {
    filledHost = pastedHost;
    if (!HOST.test(filledHost)) invalidField = hostField;
  } else {
    filledHost = substitute(host, (value, name) => {
      const pattern = inputFields.find((each) => each.name === name)?.pattern;
      return isAllowedInHost(value, isWholeHost, pattern) ? value.replace(/\/$/, "") : undefined;
    });
  }
  const filledRest = substitute(rest, (value) =>
    /^\.{0,2}$|[\p{Cc}]/u.test(value) ? undefined : encodeURIComponent(value),
  );
  if (invalidField !== undefined) return { invalidField };
  const url = URL.parse(`${pastedScheme ?? scheme ?? "https://"}${filledHost}${filledRest}`);
  return url && url.username === "" && url.password === ""
    ? { url: url.href }
    : { invalidField: hostField ?? "address" };
}

/** Whether a value may be a part of a host, or the whole host. */
function isAllowedInHost(value: string, isWhole: boolean, pattern: string | undefined): boolean {
  if (pattern === undefined) return (isWhole ? HOST : LABEL).test(value);
  return (isWhole ? HOST_AND_PATH : HOST).test(value) && matchesField(pattern, value) === true;
}

/** Fills in the `{field}`s of a scope or a parameter. Unknown fields stay unchanged. */
export const fillText = (template: string, fields: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name] ?? whole) : whole,
  );

/**
 * Whether secrets may be sent to a URL: over HTTPS, or over HTTP to the local machine. The
 * `Outbound` port decides whether the local machine is reachable.
 */
export function maySendSecretsTo(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" &&
      /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
  );
}
