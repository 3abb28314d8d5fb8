import type { BindingEntry, Table } from "../../generated/table.ts";
import type { BindingContract, Bindings } from "../binding.ts";
import type { ParseInput } from "../schema.ts";
import { json } from "./answer.ts";
import { decodeBody, pathValue } from "./decode.ts";
import type { Asked } from "./handler.ts";
import type { Respond, Route } from "./router.ts";

/** What the bindings of a service need to be served. */
export interface ServedBindings<C extends BindingContract> {
  readonly table: Table;
  readonly bindings: Bindings<C>;
  readonly parseInput: ParseInput;
  /** What a binding gets besides its input. */
  contextOf(asked: Asked): C["context"];
}

/** The routes of a table's bindings. */
export function bindingRoutes<C extends BindingContract>(service: ServedBindings<C>): Route[] {
  const byPath = new Map<string, Record<string, Respond>>();
  for (const [name, entry] of Object.entries(service.table.bindings)) {
    const methods = byPath.get(entry.path) ?? {};
    methods[entry.method] = respondWith(name, entry, service);
    byPath.set(entry.path, methods);
  }
  return [...byPath].map(([path, methods]) => ({ path, methods }));
}

function respondWith<C extends BindingContract>(name: string, { input }: BindingEntry, { bindings, parseInput, contextOf }: ServedBindings<C>): Respond {
  const { headers: headersSchema, body: bodySchema } = input["properties"];
  const names = Object.keys(headersSchema["properties"]);
  const takesBody = bodySchema !== undefined;
  const needsBody = input["required"].includes("body");
  const binding = (bindings as Record<string, (input: unknown, context: unknown) => Promise<Answered> | Answered>)[name]!;

  return async (asked, { query, parameters }) => {
    const path = Object.fromEntries(Object.entries(parameters).map(([key, raw]) => [key, pathValue(key, raw)]));
    const headers = Object.fromEntries(names.flatMap((each) => { const value = asked.headers.get(each); return value === null ? [] : [[each, value]]; }));
    const body = takesBody ? await decodeBody(asked, { emptyAs: needsBody ? {} : undefined }) : undefined;
    const sent = { path, query: Object.fromEntries(new URLSearchParams(query)), headers, ...(body !== undefined && { body }) };
    const { status, body: value, headers: own } = await binding(parseInput(name, sent), contextOf(asked));
    return json(value, status, { "cache-control": "no-store", ...own });
  };
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}
