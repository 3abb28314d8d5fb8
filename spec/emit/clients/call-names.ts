import type { Table } from "../table.ts";

/** Replaces the names of operations in a text by those of the client's methods. */
export const nameCalls = (
  { operations }: Table,
  text: string,
  toName: (name: string) => string = (name) => name,
): string =>
  text.replaceAll(/`(\w+)`/g, (whole, name: string) => {
    const call = operations[name]?.client;
    if (!call) return whole;
    return `\`${call.resource ? `${toName(call.resource)}.` : ""}${toName(call.method)}\``;
  });
