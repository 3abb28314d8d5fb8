import type { BindingEntry, Table } from "../../generated/table.ts";
import type { BindingContract, Bindings } from "../binding.ts";
import type { ParseInput } from "../schema.ts";
import { json } from "./answer.ts";
import { decodeBody, pathValue } from "./decode.ts";
import type { Asked } from "./handler.ts";
import type { Passage } from "./passage.ts";
import { type Respond, type Route, routesOf } from "./router.ts";

/** What the bindings of a service need to be served. */
export interface ServedBindings<C extends BindingContract> {
  readonly table: Table;
  readonly bindings: Bindings<C>;
  readonly parseInput: ParseInput;
  /** What a binding gets besides its input. */
  contextOf(asked: Asked, passage: Passage): C["context"];
  /** What is done around every request of a protocol, by the protocol's name. */
  readonly around?: Readonly<Record<string, Around<C>>>;
}

/**
 * Stands around the bindings of a protocol: sees what was sent before it is checked, and may answer by itself or have it
 * carried out.
 */
export type Around<C extends BindingContract> = (
  sent: Sent,
  context: C["context"],
  carryOut: (context: C["context"]) => Promise<BindingAnswer>,
) => Promise<BindingAnswer>;

/** What was sent to a binding: decoded, not yet checked. Of the headers, those that its spec names. */
export interface Sent {
  /** The binding's name. */
  readonly name: string;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a binding answers. */
export interface BindingAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The routes of a table's bindings. */
export const bindingRoutes = <C extends BindingContract>(service: ServedBindings<C>): Route[] =>
  routesOf(
    Object.entries(service.table.bindings).map(([name, entry]) => ({
      ...entry,
      respond: respondWith(name, entry, service),
    })),
  );

function respondWith<C extends BindingContract>(
  name: string,
  { input, method, protocol }: BindingEntry,
  { bindings, parseInput, contextOf, around = {} }: ServedBindings<C>,
): Respond {
  const { headers: headersSchema, body: bodySchema } = input["properties"];
  const names = Object.keys(headersSchema["properties"]);
  const takesBody = bodySchema !== undefined;
  const needsBody = input["required"].includes("body");
  const binding = (
    bindings as Record<
      string,
      (input: unknown, context: unknown) => Promise<BindingAnswer> | BindingAnswer
    >
  )[name]!;
  const withAround = around[protocol] ?? ((_, context, carryOut) => carryOut(context));

  return async (asked, { query, parameters, passage }) => {
    const path = Object.fromEntries(
      Object.entries(parameters).map(([key, raw]) => [key, pathValue(key, raw)]),
    );
    const headers = Object.fromEntries(
      names.flatMap((each) => {
        const value = asked.headers.get(each);
        return value === null ? [] : [[each, value]];
      }),
    );
    const body = takesBody
      ? await decodeBody(asked, { emptyAs: needsBody ? {} : undefined })
      : undefined;
    const sent = {
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers,
      ...(body !== undefined && { body }),
    };
    const carryOut = async (context: C["context"]) => binding(parseInput(name, sent), context);
    const answer = await withAround({ ...sent, name, method }, contextOf(asked, passage), carryOut);
    return json(answer.body, answer.status, { "cache-control": "no-store", ...answer.headers });
  };
}
