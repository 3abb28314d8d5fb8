import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import { createActorEntry } from "../../auth/audit-entry.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { choiceDetails, withChoices } from "../context/choose-context.ts";
import { connectionChange, updateStored } from "../stored-connection.ts";
import { type LinkState, linkChanger } from "./connect-links.ts";

const FIELD_PREFIX = "c_";

/** The name of the form field for an entry of the context. */
export const contextFieldName = (name: string): string => `${FIELD_PREFIX}${name}`;

/** Whether a form is that of the context. */
export const hasContextField = (form: ReadonlyMap<string, string>): boolean =>
  [...form.keys()].some((name) => name.startsWith(FIELD_PREFIX));

/**
 * Stores what a user has chosen on the page of a finished link. Ignores IDs that the app doesn't
 * list. Resolves to `undefined` if the link's creator may no longer connect apps.
 */
export async function submitContextForm(
  deps: ConnectionDeps,
  { link, stored }: Extract<LinkState, { kind: "done" }>,
  {
    form,
    network,
  }: {
    readonly form: ReadonlyMap<string, string>;
    readonly network?: string | undefined;
  },
): Promise<StoredConnection | undefined> {
  const creator = await deps.findActiveActor(link.account, link.key);
  if (!creator) return undefined;
  const by = linkChanger(link, creator, network);
  const saved = await updateStored(deps, stored.connection.id, ({ connection }) => {
    const choices = Object.fromEntries(
      Object.entries(connection.context ?? {}).flatMap(([name, entry]) => {
        const id = form.get(contextFieldName(name));
        return id !== undefined && entry.choices.some((choice) => choice.id === id)
          ? [[name, id]]
          : [];
      }),
    );
    return connection.status !== "active" || Object.keys(choices).length === 0
      ? undefined
      : {
          set: { context: withChoices(connection.context, choices) },
          entry: createActorEntry(
            deps.now(),
            by,
            connectionChange("connection.changed", connection, choiceDetails(choices)),
          ),
        };
  });
  return saved ?? stored;
}
