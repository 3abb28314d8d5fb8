import type { Connection } from "../../ports/connection-store.ts";
import { type ConnectionDeps, isoTime } from "./deps.ts";

/** Returns a new, random connection ID. */
export const newConnectionId = (): string => `conn_${crypto.randomUUID().replaceAll("-", "")}`;

/**
 * Stores a pending connection. It fails if the user does not finish by `expires` (milliseconds
 * since 1970).
 */
export async function addPendingConnection(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  input: Pick<Connection, "id" | "account" | "user" | "app" | "label" | "asked" | "method">,
  expires: number,
): Promise<Connection> {
  const at = isoTime(now());
  const connection: Connection = {
    ...input,
    status: "pending",
    fields: {},
    created: at,
    updated: at,
    due: expires,
    version: 1,
  };
  await store.add(connection);
  return connection;
}
