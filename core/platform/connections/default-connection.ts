import type { Connection, StoredConnection } from "../../ports/stores/connection-store.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { type Changer, connectionChange } from "./stored-connection.ts";

/** Whether a connection can be used. */
export const isActive = ({ connection }: StoredConnection): boolean =>
  connection.status === "active";

/** Whether the app has said that two connections belong to different accounts there. */
const isOtherAccount = (one: Connection, other: Connection): boolean =>
  one.who?.id !== undefined && other.who?.id !== undefined && one.who.id !== other.who.id;

/**
 * Whether a default leaves its place to others: it doesn't work, and its owner hasn't disabled it,
 * because disabling it means that nothing may run with it.
 */
const isVacant = ({ connection: { status } }: StoredConnection): boolean =>
  status !== "active" && status !== "disabled";

/**
 * Returns the connections that runs without a choice may use: the default, or those that work if
 * there is no default, or if it no longer works. Then those that the app says belong to another
 * account are left out.
 */
export function usableByDefault(all: readonly StoredConnection[]): readonly StoredConnection[] {
  const current = all.find(({ isDefault }) => isDefault);
  if (current && !isVacant(current)) return [current];
  return all.filter(
    (each) => isActive(each) && !(current && isOtherAccount(current.connection, each.connection)),
  );
}

/** Returns another default of the same owner and app that no longer works. */
export async function findVacantDefault(
  { store }: Pick<ConnectionDeps, "store">,
  { id, account, user, app }: Connection,
): Promise<Connection | undefined> {
  const all = await store.list(account, { user: user ?? null, app });
  const current = all.find(({ isDefault }) => isDefault);
  return current && current.connection.id !== id && isVacant(current)
    ? current.connection
    : undefined;
}

/**
 * After a user has connected an app, makes the new connection the default if there is none that
 * works, and tells `onDefaultChange`. If there is no default but one other that works, that becomes
 * the default. Changes nothing if several others work, because runs must then name one.
 */
export async function withDefault(
  { store, now, onError, onDefaultChange }: DefaultDeps,
  stored: StoredConnection,
  by: Changer,
): Promise<StoredConnection> {
  const { connection } = stored;
  const { id, account, user, app } = connection;
  try {
    const all = await store.list(account, { user: user ?? null, app });
    const current = all.find(({ isDefault }) => isDefault)?.connection;
    if (current?.id === id) return { ...stored, isDefault: true };
    const usable = usableByDefault(all);
    const others = usable.filter((each) => each.connection.id !== id);
    if (current ? others.length === usable.length : others.length > 1) return stored;
    const next = (!current && others[0]?.connection.id) || id;
    const entry = createActorEntry(
      now(),
      by,
      connectionChange("connection.changed", { ...connection, id: next }, { default: "true" }),
    );
    const wasTaken = await store.takeDefault(next, {
      from: current?.id,
      entry: current && entry,
    });
    if (wasTaken && current) onDefaultChange(current, connection);
    return { ...stored, isDefault: wasTaken && next === id };
  } catch (error) {
    // The connection works without it.
    onError(error);
    return stored;
  }
}

type DefaultDeps = Pick<ConnectionDeps, "store" | "now" | "onError" | "onDefaultChange">;
