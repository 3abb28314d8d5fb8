import type { OperationEntry, Table } from "../../generated/table.ts";
import type { Contract, OperationName, Representation, Representations } from "../operation.ts";
import { Problem } from "../problem.ts";
import type { Run } from "../run.ts";
import { negotiate } from "./accept.ts";
import { json, SAFE } from "./answer.ts";
import { decodeBody, decodeInput } from "./decode.ts";
import type { Answer, Asked } from "./handler.ts";
import type { Passage } from "./passage.ts";
import { type Respond, type Route, routesOf } from "./router.ts";

/** What the operations of a service need to be served. */
export interface Served<C extends Contract> {
  readonly table: Table;
  readonly run: Run<C>;
  readonly representations: Representations<C>;
  /** What an operation gets besides its input. */
  contextOf(asked: Asked, passage: Passage): C["context"];
}

/** The routes of a table's operations. */
export const operationRoutes = <C extends Contract>(service: Served<C>): Route[] =>
  routesOf(
    Object.entries(service.table.operations).map(([name, entry]) => ({
      ...entry,
      respond: respondWith(name as OperationName<C>, entry, service),
    })),
  );

function respondWith<C extends Contract>(
  name: OperationName<C>,
  entry: OperationEntry,
  service: Served<C>,
): Respond {
  const representation = (
    service.representations as Record<string, Representation<unknown, string>>
  )[name];
  const takesBody = Object.values(entry.source).includes("body");
  const status = Number(Object.keys(entry.responses).find((each) => Number(each) < 300));

  // No promise but the operation's own where there is nothing else to wait for.
  if (!representation && !takesBody) {
    return (asked, { query, parameters, passage }) => {
      const value = service.run(
        name,
        decodeInput(entry, query, parameters),
        service.contextOf(asked, passage),
      );
      return value instanceof Promise
        ? value.then((output: unknown) => json(output, status))
        : json(value, status);
    };
  }

  return async (asked, place) => {
    const accepted = representation && acceptedOf(asked, representation);
    const decoded = decodeInput(entry, place.query, place.parameters);
    // Spread, not assigned: a member called __proto__ must stay one like any other.
    const sent = takesBody ? { ...decoded, ...(await decodeBody(asked)) } : decoded;
    if (!representation)
      return json(await service.run(name, sent, service.contextOf(asked, place.passage)), status);
    const settled = representation.settle(accepted!, sent);
    return written(
      await service.run(name, settled.sent, service.contextOf(asked, place.passage)),
      settled.mediaType,
      representation,
    );
  };
}

function acceptedOf(asked: Asked, { offers }: Representation<unknown, string>): string {
  const accept = asked.headers.get("accept");
  const accepted = negotiate(accept, offers);
  if (accepted !== undefined) return accepted;
  throw new Problem(
    "not_acceptable",
    `Accept is ${accept!.slice(0, 200)}: it leaves none of ${offers.join(", ")}.`,
    {
      hint: `Ask for ${offers[0]}.`,
    },
  );
}

function written(
  value: unknown,
  mediaType: string,
  { headers, body }: Representation<unknown, string>,
): Answer {
  const own = { ...headers(value), vary: "accept" };
  if (mediaType === "application/json") return json(value, 200, own);
  return {
    status: 200,
    headers: { ...SAFE, "content-type": `${mediaType}; charset=utf-8`, ...own },
    body: body(value),
  };
}
