import type { ContextChoice } from "../../../lib/openapi-tools/call/index.ts";
import type {
  Connection,
  ConnectionContext,
  StoredConnection,
} from "../../../ports/stores/connection-store.ts";

/** The choice that requests use: the one that was made, or the default. */
export const selectedChoice = ({ choices, chosen }: ConnectionContext): ContextChoice | undefined =>
  choices.find(({ id }) => id === chosen) ?? choices[0];

/** Whether a choice that was made before still counts: the app lists it, or its lookup failed. */
export const keepsChoice = (
  { choices, failure }: ConnectionContext,
  chosen: string | undefined,
): boolean =>
  chosen !== undefined && (failure !== undefined || choices.some(({ id }) => id === chosen));

/** The values of a connection's context, by name. */
export const contextValues = (
  context: NonNullable<Connection["context"]>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(context).flatMap((entry) => Object.entries(selectedChoice(entry)?.values ?? {})),
  );

/** Whether the app lists several things that a connection can belong to, and nobody has chosen. */
export const offersChoice = ({ connection: { context = {} } }: StoredConnection): boolean =>
  Object.values(context).some(({ choices, chosen }) => choices.length > 1 && chosen === undefined);
