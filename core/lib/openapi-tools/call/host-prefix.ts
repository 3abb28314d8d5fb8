import type { HttpBinding } from "../tool-record.ts";
import { argumentError } from "./request-error.ts";

/** One label of a host name (RFC 1123, section 2.1). */
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Adds the prefix of a tool to the host of a base URL. The host stays below that of the base URL,
 * because an argument can only be one label.
 *
 * @throws an `InvalidInputError` with the rule `host` if an argument isn't a label
 */
export function addHostPrefix(
  base: URL,
  { hostPrefix, slots }: Pick<HttpBinding, "hostPrefix" | "slots">,
  args: Readonly<Record<string, unknown>>,
): URL {
  if (hostPrefix === undefined) return base;
  const prefix = hostPrefix.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const argument = slots.find((slot) => slot.name === name)?.argument ?? name;
    const label = String(args[argument] ?? "");
    if (!LABEL.test(label))
      throw argumentError(
        argument,
        "host",
        "Must consist of letters, digits and hyphens, because it is part of the host name.",
      );
    return label.toLowerCase();
  });
  return new URL(`${base.protocol}//${prefix}${base.host}${base.pathname}`);
}
