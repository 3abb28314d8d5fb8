/** What came of filling in an address: the URL, or the field that can't stand where it would. */
export type Filled = { readonly url: string } | { readonly wrong: string };

const HOST = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*(:\d{1,5})?$/i;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/**
 * An address with its `{field}`s filled in. In the host a value is one label, or a whole host where nothing else of it is
 * given: what is entered can never lead away from the hosts that the address names.
 */
export function filled(template: string, fields: Readonly<Record<string, string>>): Filled {
  const [, scheme, host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(template) ?? [];
  let wrong: string | undefined;
  const put = (text: string, take: (value: string) => string | undefined) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = Object.hasOwn(fields, name) ? take(fields[name]!) : undefined;
      if (value === undefined) wrong ??= name;
      return value ?? "";
    });
  const isWholeHost = /^\{\w+\}$/.test(host);
  const [, field] = /^\{(\w+)\}$/.exec(host) ?? [];
  const entered = field === undefined ? "" : (fields[field] ?? "");
  // Where the whole address is entered, people paste it with its scheme.
  const pasted = isWholeHost && !scheme ? /^(https?:\/\/)([^/?#@\\\s]+)\/?$/i.exec(entered) : null;
  const filledHost = pasted ? (HOST.test(pasted[2]!) ? pasted[2]! : ((wrong = field), "")) : put(host, (value) => ((isWholeHost ? HOST : LABEL).test(value) ? value : undefined));
  const filledRest = put(rest, (value) => (/^\.{0,2}$|[\p{Cc}]/u.test(value) ? undefined : encodeURIComponent(value)));
  if (wrong !== undefined) return { wrong };
  const url = URL.parse(`${pasted?.[1] ?? scheme ?? "https://"}${filledHost}${filledRest}`);
  return url && url.username === "" && url.password === "" ? { url: url.href } : { wrong: field ?? "address" };
}

/** Whether tokens may be sent to an address: over TLS, or to this very machine or a network of one's own, which the Outbound port allows or refuses. */
export function maySendSecretsTo(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname));
}
