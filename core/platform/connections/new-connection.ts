import type { Connection } from "../../ports/connections.ts";
import { type Office, timeOf } from "./office.ts";

/** An id for a connection. */
export const newConnectionId = (): string => `conn_${crypto.randomUUID().replaceAll("-", "")}`;

/** Keeps a connection that waits for a person, until a time (milliseconds since 1970). */
export async function addPending(
  { connections, now }: Pick<Office, "connections" | "now">,
  wanted: Pick<Connection, "id" | "account" | "user" | "app" | "label" | "asked" | "method">,
  until: number,
): Promise<Connection> {
  const at = timeOf(now());
  const connection: Connection = {
    ...wanted,
    status: "pending",
    fields: {},
    created: at,
    updated: at,
    due: until,
    version: 1,
  };
  await connections.add(connection);
  return connection;
}
