import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import { type Actor, isPersonId } from "./actor.ts";

/** What changed, and how. */
export type AuditChange = Pick<AuditEntry, "action" | "subject" | "details">;

/** Creates an entry of the audit log. `at` is in milliseconds since 1970. */
export const createAuditEntry = (at: number, entry: Omit<AuditEntry, "id" | "at">): AuditEntry => ({
  id: sortableId("aud", at),
  at: new Date(at).toISOString(),
  ...entry,
});

/** Creates an entry for a change by an API key or a person. */
export const createActorEntry = (
  at: number,
  {
    id,
    name,
    account,
    network,
  }: Pick<Actor, "id" | "account" | "network"> & { readonly name?: string | undefined },
  change: AuditChange,
): AuditEntry =>
  createAuditEntry(at, {
    account,
    actor: { kind: isPersonId(id) ? "person" : "key", id, ...(name !== undefined && { name }) },
    ...change,
    ...(network !== undefined && { network }),
  });
