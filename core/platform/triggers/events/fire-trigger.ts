import { Problem } from "../../../http/problem.ts";
import { sortableId } from "../../../lib/kit/bytes/sortable-id.ts";
import type { StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Action } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { findTriggerActor } from "../actions/find-trigger-actor.ts";
import { renderArguments } from "../actions/run-action.ts";
import { testWhen } from "../actions/test-when.ts";
import { decryptEventData } from "../trigger-secrets.ts";
import type { FireRequest, FireResult } from "../trigger-service.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { CheckTrigger } from "../watch/check-triggers.ts";
import type { AcceptEvents } from "./accept-events.ts";
import { createEvent, type EventInput, testFilter } from "./create-event.ts";
import { limitData } from "./event-data.ts";
import { createEventView, type EventView } from "./event-view.ts";

export type FireTrigger = (
  actor: Actor,
  stored: StoredTrigger,
  request: FireRequest,
) => Promise<FireResult>;
type Preview = Extract<FireResult, { isDryRun: true }>["actions"][number];

interface FireParts {
  readonly accept: AcceptEvents;
  /** Looks for events now. */
  readonly check: CheckTrigger;
}

/** Creates the function that fires a trigger by hand. */
export const createFireTrigger =
  (deps: TriggerDeps, { accept, check }: FireParts): FireTrigger =>
  async (actor, stored, request) => {
    const { trigger } = stored;
    if (!request.data && trigger.kind === "poll" && !request.isDryRun) {
      const found = await check(stored, { isByHand: true });
      return { isDryRun: false, events: found.events, duplicates: found.duplicates };
    }
    const input = await createInput(deps, actor, trigger, request);
    if (!input)
      throw new Problem("invalid_input", "The trigger has no event to repeat.", {
        hint: "Send data.",
        errors: [{ pointer: "/data", detail: "Required because the trigger has no event yet." }],
      });
    if (request.isDryRun) return preview(deps, trigger, input);
    const accepted = await accept(trigger, [input]);
    if (accepted.outcome === "stale")
      throw new Problem("trigger_not_found", `Trigger "${trigger.id}" was deleted.`);
    return { isDryRun: false, events: accepted.events, duplicates: accepted.duplicates };
  };

/** Returns the event that the caller sends, or the last one again. */
async function createInput(
  { eventStore, vault }: TriggerDeps,
  actor: Actor,
  trigger: Trigger,
  { data, id }: FireRequest,
): Promise<EventInput | undefined> {
  const key = id ?? crypto.randomUUID();
  const type = trigger.kind === "event" ? "event" : `${trigger.kind}.test`;
  if (data) return { key, type, data: data.value, isTest: true };
  const last = await eventStore.findLast(trigger.id);
  // The trigger may have watched another app then.
  if (!last || !mayAccessEvent(actor, last.event)) return undefined;
  const decrypted = await decryptEventData(vault, last.event, last.encryptedData);
  if (!decrypted) return undefined;
  const { type: lastType, subject, apps } = last.event;
  return { key, type: lastType, subject, apps, data: decrypted.data, isTest: true };
}

async function preview(
  deps: TriggerDeps,
  trigger: Trigger,
  input: EventInput,
): Promise<FireResult> {
  const { data, size } = limitData(input.data);
  const at = deps.now();
  const event = createEvent(trigger, input, { id: sortableId("evt", at), data, size, at });
  const { passes, error } = testFilter(trigger, event, data);
  const verdict = passes ? "passes" : "rejects";
  const view = createEventView(event, data);
  return {
    isDryRun: true,
    sample: { ...input, data },
    filter: error === undefined ? verdict : "fails",
    filterError: error,
    actions: await Promise.all(
      trigger.actions.map(({ id, action }) => previewAction(deps, trigger, { id, action }, view)),
    ),
  };
}

async function previewAction(
  deps: TriggerDeps,
  trigger: Trigger,
  { id, action }: { readonly id: string; readonly action: Action },
  view: EventView,
): Promise<Preview> {
  const target = action.kind === "run" ? { tool: action.tool } : { url: action.url };
  const unmet = testWhen(action, view);
  if (unmet)
    return { id, outcome: unmet.hasFailed ? "reject" : "skip", reason: unmet.reason, ...target };
  if (action.kind === "deliver") return { id, outcome: "act", ...target };
  const rendered = renderArguments(action, view);
  if ("error" in rendered) return { id, outcome: "reject", reason: rendered.error, ...target };
  const withArguments = { ...target, arguments: rendered.value };
  const actor = await findTriggerActor(deps, trigger);
  if (!actor)
    return {
      id,
      outcome: "reject",
      reason: "The key of the trigger is revoked.",
      ...withArguments,
    };
  try {
    await deps.runs.check(deps.catalogViewFor(actor), {
      tool: action.tool,
      connection: action.connection,
      input: rendered.value,
    });
    return { id, outcome: "act", ...withArguments };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, outcome: "reject", reason: error.message, ...withArguments };
  }
}
