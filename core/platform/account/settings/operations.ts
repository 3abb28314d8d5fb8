import { Problem } from "../../../http/problem.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import type { Account } from "../../../ports/stores/people-store.ts";
import { requireName } from "../../require-name.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";
import { readRetention } from "../retention.ts";

export const getAccount: Operation<"getAccount"> = async (_, context) =>
  accountView(await readAccount(context));

export const updateAccount: Operation<"updateAccount"> = async (
  { name, run_days: runDays, audit_days: auditDays },
  context,
) => {
  const { account, peopleStore, current } = context;
  const change = {
    ...(name !== undefined && { name: requireName(name) }),
    ...(runDays !== undefined && { runDays }),
    ...(auditDays !== undefined && { auditDays }),
  };
  await peopleStore.updateAccount(
    account,
    change,
    createPersonEntry(context, current.person, {
      action: "account.changed",
      subject: account,
      details: {
        ...(change.name !== undefined && { name: change.name }),
        ...(runDays !== undefined && { run_days: String(runDays) }),
        ...(auditDays !== undefined && { audit_days: String(auditDays) }),
      },
    }),
  );
  return accountView(await readAccount(context));
};

export const rotateSecretsKey: Operation<"rotateSecretsKey"> = async (_, context) => {
  const { secretsKey, current, commandLine } = context;
  if (!secretsKey)
    throw new Problem("not_found", "The encryption key is in SECRETS_KEY, not in a file.", {
      hint: `Put a new key before it, restart every process, and run: ${commandLine("secrets rotate")}`,
    });
  await secretsKey.rotate((account) =>
    createPersonEntry(context, current.person, {
      action: "secrets_key.rotated",
      subject: account,
    }),
  );
  return { rotated: true };
};

export const deleteAccount: Operation<"deleteAccount"> = async ({ confirm }, context) => {
  const { account, peopleStore, now, current } = context;
  const { name } = await readAccount(context);
  const expected = name || account;
  if (confirm.trim() !== expected)
    throw new Problem("invalid_input", `confirm: It isn't ${JSON.stringify(expected)}.`, {
      errors: [{ pointer: "/confirm", detail: `It isn't ${JSON.stringify(expected)}.` }],
    });
  const deletes = new Date(now() + DELETION_DELAY_MILLISECONDS).toISOString();
  await peopleStore.planDeletion(
    account,
    { deletes, revoked: new Date(now()).toISOString() },
    createPersonEntry(context, current.person, {
      action: "account.deletion_planned",
      subject: account,
      details: { deletes },
    }),
  );
  return accountView(await readAccount(context));
};

export const keepAccount: Operation<"keepAccount"> = async (_, context) => {
  const { account, peopleStore, current } = context;
  const isKept = await peopleStore.cancelDeletion(
    account,
    createPersonEntry(context, current.person, { action: "account.kept", subject: account }),
  );
  if (!isKept)
    throw new Problem("record_not_found", "No deletion of the account is planned.", {
      hint: "Get the account.",
    });
  return accountView(await readAccount(context));
};

/** Owners can change their minds for 7 days. */
const DELETION_DELAY_MILLISECONDS = 7 * 86_400_000;

/** Reads the account of the session, which exists. */
const readAccount = async ({ account, peopleStore }: OperationContext): Promise<Account> =>
  requireValue(await peopleStore.findAccount(account), "the account of a session");

const accountView = (account: Account): Output<"getAccount"> => {
  const { runDays, auditDays } = readRetention(account);
  return {
    id: account.id,
    name: account.name,
    run_days: runDays,
    audit_days: auditDays,
    claimed: requireValue(account.claimed, "the time at which the account was claimed"),
    ...(account.deletes !== undefined && { deletes: account.deletes }),
  };
};
