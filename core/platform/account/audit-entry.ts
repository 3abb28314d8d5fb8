import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import { type AuditChange, createActorEntry, createAuditEntry } from "../auth/audit-entry.ts";
import type { OperationContext } from "./contract.ts";

/** Creates an entry for a change by the person of a request. */
export const createPersonEntry = (
  { account, client: { network }, now }: Pick<OperationContext, "account" | "client" | "now">,
  { id, name }: { readonly id: string; readonly name: string },
  change: AuditChange,
): AuditEntry => createActorEntry(now(), { id, name, account, network }, change);

/** Creates an entry for a change on the command line. */
export const createTerminalEntry = (account: string, change: AuditChange): AuditEntry =>
  createAuditEntry(Date.now(), { account, actor: { kind: "terminal" }, ...change });
