import { sortableId } from "../../lib/kit/sortable-id.ts";
import type { AuditActor, AuditEntry } from "../../ports/audit-log.ts";
import type { OperationContext } from "./contract.ts";

/** Creates an entry of the audit log. */
export const createAuditEntry = (at: number, entry: Omit<AuditEntry, "id" | "at">): AuditEntry => ({
  id: sortableId("aud", at),
  at: new Date(at).toISOString(),
  ...entry,
});

/** Creates an entry for a change by the person of a request. */
export function createPersonEntry(
  { account, client, now }: Pick<OperationContext, "account" | "client" | "now">,
  person: { readonly id: string; readonly name: string },
  change: Pick<AuditEntry, "action" | "subject" | "details">,
): AuditEntry {
  const actor: AuditActor = { kind: "person", id: person.id, name: person.name };
  return createAuditEntry(now(), {
    account,
    actor,
    ...change,
    ...(client.network !== undefined && { network: client.network }),
  });
}

/** Creates an entry for a change on the command line. */
export const createTerminalEntry = (
  account: string,
  change: Pick<AuditEntry, "action" | "subject" | "details">,
): AuditEntry => createAuditEntry(Date.now(), { account, actor: { kind: "terminal" }, ...change });
