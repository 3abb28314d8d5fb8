import { argumentError } from "../../../core/lib/openapi-tools/body/index.ts";

/** An address of an email, with the name of the person if there is one. */
interface EmailAddress {
  readonly name: string;
  readonly address: string;
}

/** Parses `ada@acme.io` or `Ada Löw <ada@acme.io>`. Throws an `InvalidInputError`. */
export function parseEmailAddress(argument: string, value: unknown): EmailAddress {
  const text = String(value).trim();
  const [, name = "", address] = /^(?:(.*?)\s*<)?([^\s<>,;"]+@[^\s<>,;"]+)>?$/.exec(text) ?? [];
  if (address === undefined || /[^\x21-\x7e]/.test(address))
    throw argumentError(
      argument,
      "email",
      `${JSON.stringify(text.slice(0, 80))} is not an address.`,
    );
  return { name: name.replace(/^"(.*)"$/, "$1").trim(), address };
}
