import { canonicalJson } from "../../../http/idempotency.ts";
import type { StoredTrigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { TriggerService } from "../trigger-service.ts";
import { invalidParams, notFound } from "./errors.ts";
import { GENERIC_TYPES, TRIGGER_PREFIX } from "./event-types.ts";
import type { EventSource } from "./types.ts";

/** The trigger of a source, and how to create it. */
interface ResolvedSource {
  readonly stored?: StoredTrigger;
  create(): Promise<StoredTrigger>;
}

/** Finds the trigger of a source. Rejects with an `ExtensionError` if the source is unknown. */
export async function resolveSource(
  service: Pick<TriggerService, "create" | "find" | "findExisting">,
  actor: Actor,
  { name, arguments: input }: EventSource,
): Promise<ResolvedSource> {
  if (name.startsWith(TRIGGER_PREFIX)) {
    if (Object.keys(input).length > 0) throw invalidParams(`"${name}" has no arguments.`);
    const { stored } = await service.find(actor, name.slice(TRIGGER_PREFIX.length));
    return { stored, create: async () => stored };
  }
  const type = GENERIC_TYPES.find((each) => each.name === name);
  if (!type)
    throw notFound(`Unknown event type "${name.slice(0, 100)}". Call events/list for all of them.`);
  const [error] = type.check(input);
  if (error) throw invalidParams(`params.arguments${error.pointer}: ${error.message}`, error);
  const request = {
    name: `MCP: ${name}`,
    watch: type.toWatch(input),
    actions: [],
    order: "none",
    maxPerMinute: 600,
    idempotencyKey: `mcp ${actor.id} ${name} ${canonicalJson(input)}`,
  } as const;
  const stored = await service.findExisting(actor, request);
  return {
    ...(stored && { stored }),
    create: async () => (await service.create(actor, request)).stored,
  };
}
