import { Problem } from "../../../http/problem.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { didYouMean } from "../../../lib/kit/text/find-nearest.ts";
import type { ApiKey } from "../../../ports/stores/key-store.ts";
import { createKey as createApiKey } from "../../auth/create-key.ts";
import { requireName } from "../../require-name.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";

const HOUR = 3_600_000;

export const listKeys: Operation<"listKeys"> = async (_, context) => {
  const names = await readNames(context);
  return { data: (await readKeys(context)).map((key) => keyView(key, names, context.now())) };
};

export const getKey: Operation<"getKey"> = async ({ key: id }, context) =>
  keyView(await requireKey(id, context), await readNames(context), context.now());

export const createKey: Operation<"createKey"> = async (input, context) => {
  const { name, permissions, apps, user, origins, lifetime_days: days } = input;
  if (apps) await requireApps(apps, context);
  const id = await idOf(input.idempotency_key, context);
  await requireNew(id, context);
  const { key, secret } = await createApiKey({
    account: context.account,
    name,
    permissions: [...new Set(permissions)],
    created: formatTime(context.now()),
    createdBy: context.current.person.id,
    ...(apps && { apps: [...new Set(apps)] }),
    ...(user !== undefined && { user }),
    ...(origins && { origins: [...new Set(origins)] }),
    ...(days !== undefined && { expires: formatTime(context.now() + days * 24 * HOUR) }),
    ...(id && { id }),
  });
  await onlyOnce(id, context, () =>
    context.keyStore.addKey(key, keyEntry(context, "key.created", key)),
  );
  return { key: keyView(key, await readNames(context), context.now()), secret };
};

export const updateKey: Operation<"updateKey"> = async ({ key: id, name: text }, context) => {
  const name = requireName(text);
  const key = await requireKey(id, context);
  requireActive(key, context);
  const entry = keyEntry(context, "key.renamed", { ...key, name });
  await context.keyStore.changeKey(context.account, id, { name }, entry);
  return getKey({ key: id }, context);
};

export const replaceKey: Operation<"replaceKey"> = async (input, context) => {
  const { key: oldId, overlap_hours: hours } = input;
  const { account, keyStore, now } = context;
  const old = await requireKey(oldId, context);
  const id = await idOf(input.idempotency_key, context);
  await requireNew(id, context);
  requireActive(old, context);
  if (old.client)
    throw new Problem(
      "key_without_secret",
      `The MCP client ${JSON.stringify(old.name)} has no secret.`,
      {
        hint: "Sign in again in the MCP client to replace its tokens.",
      },
    );
  const { name, permissions, apps, user, origins, expires } = old;
  const lifetime =
    expires === undefined ? undefined : Date.parse(expires) - Date.parse(old.created);
  const { key, secret } = await createApiKey({
    account,
    name,
    permissions,
    apps,
    user,
    origins,
    created: formatTime(now()),
    createdBy: context.current.person.id,
    ...(lifetime !== undefined && { expires: formatTime(now() + lifetime) }),
    ...(id && { id }),
  });
  const replacement = { ...key, replaces: oldId };
  const end = now() + hours * HOUR;
  const oldEnd = expires === undefined ? end : Math.min(end, Date.parse(expires));
  const isReplaced = await onlyOnce(id, context, () =>
    keyStore.replaceKey(
      replacement,
      { expires: formatTime(oldEnd), previous: expires },
      keyEntry(context, "key.replaced", key),
    ),
  );
  if (!isReplaced)
    throw new Problem("key_inactive", `API key ${JSON.stringify(name)} has just been replaced.`, {
      hint: "Use the key that replaces it.",
    });
  return { key: keyView(replacement, await readNames(context), now()), secret };
};

export const revokeKey: Operation<"revokeKey"> = async ({ key: id }, context) => {
  const key = await requireKey(id, context);
  const at = formatTime(context.now());
  await context.keyStore.revokeKey(context.account, id, at, keyEntry(context, "key.revoked", key));
  return getKey({ key: id }, context);
};

const formatTime = (time: number): string => new Date(time).toISOString();

/** Returns the keys that the person may see: owners all, members their own. */
async function readKeys({ account, keyStore, current }: OperationContext): Promise<ApiKey[]> {
  const { person, member } = current;
  const keys = await keyStore.listKeys(account);
  return keys.filter(({ createdBy }) => member.role === "owner" || createdBy === person.id);
}

/** Throws the same `Problem` for the keys of others as for those that don't exist. */
async function requireKey(id: string, context: OperationContext): Promise<ApiKey> {
  const key = (await readKeys(context)).find((each) => each.id === id);
  if (key) return key;
  throw new Problem("record_not_found", "You have no such API key.", {
    hint: "List the API keys.",
  });
}

function requireActive(key: ApiKey, { now }: OperationContext): void {
  const status = statusOf(key, now());
  if (status === "active") return;
  throw new Problem("key_inactive", `API key ${JSON.stringify(key.name)} is ${status}.`, {
    hint: "Create a new key.",
  });
}

/** Throws the `Problem` "invalid_input" if the account has no such apps. */
export async function requireApps(
  slugs: readonly string[],
  { account, catalog, keyStore }: OperationContext,
): Promise<void> {
  const own = await keyStore.listApps(account);
  const known = [...catalog.apps, ...own].map(({ slug }) => slug);
  const errors = slugs.flatMap((slug, index) =>
    known.includes(slug)
      ? []
      : [
          {
            pointer: `/apps/${index}`,
            detail: `No app has the ID ${slug}. ${didYouMean(slug, known)}`.trim(),
          },
        ],
  );
  if (errors.length === 0) return;
  throw new Problem("invalid_input", errors.map(({ detail }) => detail).join(" "), {
    errors,
    hint: "Search the apps for their IDs.",
  });
}

/** Returns the ID of the key that a repeated request would create again. */
async function idOf(
  idempotencyKey: string | undefined,
  { account, current }: OperationContext,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const digest = await sha256(JSON.stringify([account, current.person.id, idempotencyKey]));
  return `key_${hex(digest).slice(0, 32)}`;
}

async function requireNew(id: string | undefined, context: OperationContext): Promise<void> {
  if (id !== undefined && (await readKeys(context)).some((key) => key.id === id))
    throw new Problem("key_shown", "This key was created before, and its secret was shown.", {
      hint: "If you lost the secret, replace the key.",
    });
}

/** Runs a change that two requests with the same ID may have started at the same time. */
async function onlyOnce<Result>(
  id: string | undefined,
  context: OperationContext,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    await requireNew(id, context);
    throw error;
  }
}

const keyEntry = (context: OperationContext, action: string, { id, name }: ApiKey) =>
  createPersonEntry(context, context.current.person, { action, subject: id, details: { name } });

/** Returns the names of the members by their IDs. */
async function readNames({ account, peopleStore }: OperationContext) {
  const members = await peopleStore.listMembers(account);
  return new Map(members.map(({ person, name }) => [person, name]));
}

function statusOf({ revoked, expires }: ApiKey, now: number): Output<"getKey">["status"] {
  if (revoked !== undefined) return "revoked";
  return expires !== undefined && Date.parse(expires) <= now ? "expired" : "active";
}

/** Returns the API's view of a key. */
const keyView = (
  key: ApiKey,
  names: ReadonlyMap<string, string>,
  now: number,
): Output<"getKey"> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  ...(key.client && {
    client: { id: key.client.id, redirect_host: key.client.redirectHost },
  }),
  status: statusOf(key, now),
  permissions: key.permissions as Output<"getKey">["permissions"],
  ...(key.apps && { apps: [...key.apps] }),
  ...(key.user !== undefined && { user: key.user }),
  ...(key.origins && { origins: [...key.origins] }),
  created: key.created,
  ...(key.createdBy !== undefined && { created_by: creatorView(key.createdBy, names) }),
  ...(key.expires !== undefined && { expires: key.expires }),
  ...(key.lastUsed !== undefined && { last_used: key.lastUsed }),
  ...(key.lastUsedBy !== undefined && { last_used_by: key.lastUsedBy }),
  ...(key.revoked !== undefined && { revoked: key.revoked }),
  ...(key.replaces !== undefined && { replaces: key.replaces }),
});

function creatorView(createdBy: string, names: ReadonlyMap<string, string>) {
  if (createdBy === "terminal") return { kind: "terminal" as const };
  const name = names.get(createdBy);
  return { kind: "person" as const, id: createdBy, ...(name !== undefined && { name }) };
}
