import { Problem } from "../../http/problem.ts";
import type { StoredTrigger } from "../../ports/stores/trigger-store.ts";
import type { Actor } from "../auth/actor.ts";
import { mayAccessTrigger } from "../auth/reach.ts";
import { decryptTriggerSecrets } from "./trigger-secrets.ts";
import type { TriggerService, VisibleTrigger } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";

const TRIGGER_ID = /^trg_[0-9a-f]{32}$/;

/** Rejects with the `Problem` "trigger_not_found". */
export async function requireTrigger(
  { triggerStore }: Pick<TriggerDeps, "triggerStore">,
  actor: Actor,
  id: string,
): Promise<StoredTrigger> {
  const stored = TRIGGER_ID.test(id) ? await triggerStore.find(id) : undefined;
  if (stored && stored.trigger.status !== "deleting" && mayAccessTrigger(actor, stored.trigger))
    return stored;
  throw new Problem("trigger_not_found", `Unknown trigger ${JSON.stringify(id.slice(0, 100))}.`, {
    hint: "List the triggers: GET /api/v1/triggers.",
  });
}

/** Only whoever may run tools sees the address, because anyone who has it can call it. */
export const showTrigger = async (
  { vault }: Pick<TriggerDeps, "vault">,
  actor: Actor,
  stored: StoredTrigger,
): Promise<VisibleTrigger> => ({
  stored,
  ...(actor.permissions.includes("run") &&
    stored.encryptedSecrets !== undefined && {
      secrets: await decryptTriggerSecrets(vault, stored),
    }),
});

/** Lists the triggers that an actor may see. */
export async function listTriggers(
  deps: Pick<TriggerDeps, "triggerStore" | "vault">,
  actor: Actor,
  { user, ...filter }: Parameters<TriggerService["list"]>[1],
): Promise<readonly VisibleTrigger[]> {
  if (actor.user !== undefined && user !== undefined && user !== actor.user) return [];
  const stored = await deps.triggerStore.list({
    ...filter,
    account: actor.account,
    user: actor.user ?? user,
    apps: actor.apps,
  });
  const visible = stored.filter(({ trigger }) => mayAccessTrigger(actor, trigger));
  return Promise.all(visible.map((each) => showTrigger(deps, actor, each)));
}

/** Returns the person or the key for a trigger of an end user. */
export function actorFor(actor: Actor, user: string | undefined): Actor {
  if (actor.user !== undefined && user !== undefined && user !== actor.user)
    throw new Problem(
      "permission_denied",
      `API key "${actor.name}" can't create triggers for end user "${user}".`,
      {
        hint: `Omit user to create it for "${actor.user}", or use an API key that is not bound to an end user.`,
      },
    );
  return { ...actor, user: actor.user ?? user };
}
