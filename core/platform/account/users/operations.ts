import { Problem } from "../../../http/problem.ts";
import type { EndUser } from "../../../ports/stores/user-store.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";

export const listUsers: Operation<"listUsers"> = async (
  { after, limit },
  { account, userStore },
) => {
  const users = await userStore.listUsers(account, { after, limit: limit + 1 });
  const page = users.slice(0, limit);
  const last = users.length > limit ? page.at(-1) : undefined;
  return { data: page.map(userView), next: last?.id ?? null };
};

export const getUser: Operation<"getUser"> = async ({ user }, context) =>
  userView(await requireUser(user, context));

export const disconnectUser: Operation<"disconnectUser"> = async ({ user }, context) => {
  await requireUser(user, context);
  return { disconnected: await disconnectAll(user, context) };
};

export const deleteUser: Operation<"deleteUser"> = async ({ user }, context) => {
  const { account, userStore, current } = context;
  await requireUser(user, context);
  // First revokes the tokens at the apps, which needs the secrets.
  await disconnectAll(user, context);
  const entry = createPersonEntry(context, current.person, {
    action: "user.deleted",
    subject: user,
  });
  if (!(await userStore.deleteUser(account, user, entry))) throw userNotFound();
  return { deleted: true };
};

/** Disconnects the connections of a user, also pending ones. Returns their number. */
async function disconnectAll(
  user: string,
  { account, connections, platform }: OperationContext,
): Promise<number> {
  const all = await connections.store.list(account, { user });
  for (const { connection } of all)
    await platform("deleteConnection", { connection: connection.id });
  return all.length;
}

/** Returns a user with connections, runs or API keys. */
async function requireUser(
  user: string,
  { account, userStore, keyStore }: OperationContext,
): Promise<EndUser> {
  const found = await userStore.findUser(account, user);
  if (found) return found;
  const keys = await keyStore.listKeys(account);
  if (keys.some((key) => key.user === user)) return { id: user, connections: {} };
  throw userNotFound();
}

const userNotFound = () =>
  new Problem("record_not_found", "The account has no such end user.", {
    hint: "List the end users.",
  });

const userView = ({ id, connections, lastRun }: EndUser): Output<"getUser"> => ({
  id,
  connections: { pending: 0, active: 0, expired: 0, disabled: 0, failed: 0, ...connections },
  ...(lastRun !== undefined && { last_run_at: timeOf(lastRun) }),
});

/** Returns the time in the ID of a run. */
const timeOf = (run: string): string =>
  new Date(Number.parseInt(run.slice(4, 16), 16)).toISOString();
