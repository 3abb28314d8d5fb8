import type { InputField } from "../../../ports/apps.ts";
import { matchesField } from "../patterns/pattern.ts";

/** What came of filling in an address: the URL, or the field that can't stand where it would. */
export type FilledUrl = { readonly url: string } | { readonly wrong: string };

const HOST = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*(:\d{1,5})?$/i;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
/** What may stand in the host's place where all of it is entered, and the field's own pattern lets a path pass. */
const HOST_AND_PATH =
  /^(?!-)[a-z0-9.-]{1,253}(?<![.-])(:\d{1,5})?(\/[a-z0-9_~][a-z0-9._~-]*)*\/?$/i;

/**
 * An address with its `{field}`s filled in. In the host a value is one label, or a whole host where nothing else of it is
 * given: what is entered can never lead away from the hosts that the address names. A field's own pattern must let it pass, and
 * may let more pass: several labels, or a path behind a whole host.
 */
export function fillUrl(
  template: string,
  fields: Readonly<Record<string, string>>,
  inputFields: readonly InputField[] = [],
): FilledUrl {
  const [, scheme, host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(template) ?? [];
  let wrong: string | undefined;
  const substitute = (text: string, encode: (value: string, name: string) => string | undefined) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = Object.hasOwn(fields, name) ? encode(fields[name]!, name) : undefined;
      if (value === undefined) wrong ??= name;
      return value ?? "";
    });
  const isWholeHost = /^\{\w+\}$/.test(host);
  const [, field] = /^\{(\w+)\}$/.exec(host) ?? [];
  const enteredHost = field === undefined ? "" : (fields[field] ?? "");
  // Where the whole address is entered, people paste it with its scheme.
  const pasted =
    isWholeHost && !scheme ? /^(https?:\/\/)([^/?#@\\\s]+)\/?$/i.exec(enteredHost) : null;
  const filledHost = pasted
    ? HOST.test(pasted[2]!)
      ? pasted[2]!
      : ((wrong = field), "")
    : substitute(host, (value, name) =>
        isAllowedValue(value, isWholeHost, inputFields.find((each) => each.name === name)?.pattern)
          ? value.replace(/\/$/, "")
          : undefined,
      );
  const filledRest = substitute(rest, (value) =>
    /^\.{0,2}$|[\p{Cc}]/u.test(value) ? undefined : encodeURIComponent(value),
  );
  if (wrong !== undefined) return { wrong };
  const url = URL.parse(`${pasted?.[1] ?? scheme ?? "https://"}${filledHost}${filledRest}`);
  return url && url.username === "" && url.password === ""
    ? { url: url.href }
    : { wrong: field ?? "address" };
}

/** Whether a value may stand in a host, or as one, by its field's own pattern. */
function isAllowedValue(value: string, isWhole: boolean, pattern: string | undefined): boolean {
  if (pattern === undefined) return (isWhole ? HOST : LABEL).test(value);
  return (isWhole ? HOST_AND_PATH : HOST).test(value) && matchesField(pattern, value) === true;
}

/** A text that is no address (a scope, a parameter) with its `{field}`s filled in; what is no field's name stays as it is. */
export const fillText = (template: string, fields: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fields, name) ? fields[name]! : whole,
  );

/** Whether tokens may be sent to an address: over TLS, or to this very machine or a network of one's own, which the Outbound port allows or refuses. */
export function maySendSecretsTo(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" &&
      /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
  );
}
