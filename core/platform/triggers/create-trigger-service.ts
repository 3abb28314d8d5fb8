import type { Actor } from "../auth/actor.ts";
import { createChangeTrigger } from "./change-trigger.ts";
import { type CreateTriggerParts, createTrigger, findExistingTrigger } from "./create-trigger.ts";
import { deleteTrigger } from "./delete-trigger.ts";
import type { FireTrigger } from "./events/fire-trigger.ts";
import { actorFor, listTriggers, requireTrigger, showTrigger } from "./find-trigger.ts";
import { createPauseByHand } from "./pause-by-hand.ts";
import { createRotateTrigger } from "./rotate-trigger.ts";
import type { TriggerService } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";
import { listAppTypes } from "./watch/list-trigger-types.ts";

interface TriggerServiceParts extends CreateTriggerParts {
  readonly fire: FireTrigger;
}

/** Creates the trigger service. */
export function createTriggerService(
  deps: TriggerDeps,
  { watcherFor, accept, fire }: TriggerServiceParts,
): TriggerService {
  const requireStored = (actor: Actor, id: string) => requireTrigger(deps, actor, id);
  const find: TriggerService["find"] = async (actor, id) =>
    showTrigger(deps, actor, await requireStored(actor, id));

  return {
    create: (actor, request) => createTrigger(deps, { watcherFor, accept }, actor, request),
    list: (actor, filter) => listTriggers(deps, actor, filter),
    listAppTypes: (app) => listAppTypes(deps, app),
    find,
    findExisting: (actor, request) => findExistingTrigger(deps, actor, request),
    update: createChangeTrigger(deps, { watcherFor, requireTrigger: requireStored, actorFor }),
    remove: (actor, id) => deleteTrigger(deps, watcherFor, actor, id),
    ...createPauseByHand(deps, { watcherFor, requireTrigger: requireStored, actorFor, find }),
    rotate: createRotateTrigger(deps, requireStored),
    fire: async (actor, id, request) => fire(actor, await requireStored(actor, id), request),
  };
}
