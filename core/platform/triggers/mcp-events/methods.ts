import type { Schema } from "../../../../generated/table.ts";
import { createArgumentsCheck } from "../../../lib/openapi-tools/call/index.ts";
import { ExtensionError, type ExtensionMethod, type McpExtension } from "../../../mcp/extension.ts";
import type { OperationContext } from "../../contract.ts";
import { EVENT_ERRORS, invalidParams, withEventErrors } from "./errors.ts";
import type { McpEvents } from "./mcp-events.ts";
import type { EventSource } from "./types.ts";

type Method = ExtensionMethod<OperationContext>;
type Params = Readonly<Record<string, unknown>>;

const EXTENSION = "io.modelcontextprotocol/events";

const SOURCE = {
  name: { type: "string", minLength: 1, maxLength: 200 },
  arguments: { type: "object" },
};
const CURSOR = { type: ["string", "null"], maxLength: 100 };
const MAX_AGE = { type: ["integer", "null"], minimum: 0 };

/** Creates the methods of MCP Events (SEP-3415). They exist only in the stateless revisions. */
export const createEventsExtension = (events: McpEvents): McpExtension<OperationContext> => ({
  capabilities: { events: {}, extensions: { [EXTENSION]: {} } },
  methods: new Map<string, Method>([
    ["events/list", createList(events)],
    ["events/poll", createPoll(events)],
    ["events/subscribe", createSubscribe(events)],
    ["events/unsubscribe", createUnsubscribe(events)],
  ]),
});

const createList = (events: McpEvents): Method =>
  createMethod({ cursor: CURSOR }, [], async ({ cursor }, { actor }) => ({
    ...(await events.list(actor, (cursor as string | null | undefined) ?? undefined)),
  }));

const createPoll = (events: McpEvents): Method =>
  createMethod(
    {
      ...SOURCE,
      cursor: CURSOR,
      maxAgeMs: MAX_AGE,
      maxEvents: { type: ["integer", "null"], minimum: 1 },
    },
    ["name"],
    async (params, { actor }) => ({
      ...(await events.poll(actor, {
        ...readSource(params),
        cursor: readCursor(params),
        maxAgeMs: readNumber(params["maxAgeMs"]),
        maxEvents: readNumber(params["maxEvents"]),
      })),
    }),
  );

/** The `delivery` of a valid request. */
interface WebhookDelivery {
  readonly mode: string;
  readonly url: string;
  readonly secret: string;
}

const createSubscribe = (events: McpEvents): Method =>
  createMethod(
    {
      ...SOURCE,
      cursor: CURSOR,
      maxAgeMs: MAX_AGE,
      ttlMs: { type: ["integer", "null"], minimum: 1 },
      delivery: {
        type: "object",
        properties: {
          mode: { type: "string" },
          url: { type: "string", minLength: 1, maxLength: 2000 },
          secret: { type: "string", minLength: 1, maxLength: 200 },
        },
        required: ["mode", "url", "secret"],
      },
    },
    ["name", "delivery"],
    async (params, { actor }) => {
      const { mode, url, secret } = params["delivery"] as WebhookDelivery;
      requireWebhookMode(mode);
      const { ttlMs } = params;
      return {
        ...(await events.subscribe(actor, {
          ...readSource(params),
          url,
          secret,
          cursor: readCursor(params),
          maxAgeMs: readNumber(params["maxAgeMs"]),
          ttlMs: ttlMs === null ? null : readNumber(ttlMs),
        })),
      };
    },
  );

const createUnsubscribe = (events: McpEvents): Method =>
  createMethod(
    {
      ...SOURCE,
      delivery: {
        type: "object",
        properties: { url: { type: "string", minLength: 1, maxLength: 2000 } },
        required: ["url"],
      },
    },
    ["name", "delivery"],
    async (params, { actor }) => {
      const { url } = params["delivery"] as { readonly url: string };
      await events.unsubscribe(actor, { ...readSource(params), url });
      return {};
    },
  );

/** Creates a method that checks its params, and the permission of the API key. */
function createMethod(properties: Schema, required: readonly string[], run: Method): Method {
  const check = createArgumentsCheck({
    input: { type: "object", properties, required },
    binding: undefined,
  });
  return async (params, context) => {
    const [error] = check(params);
    if (error) throw invalidParams(`params${error.pointer}: ${error.message}`);
    const { actor, requestId } = context;
    if (!actor.permissions.includes("run"))
      throw new ExtensionError(
        EVENT_ERRORS.forbidden,
        `API key "${actor.name}" lacks the "run" permission. Use a key that has it.`,
      );
    return withEventErrors(requestId, () => run(params, context));
  };
}

const readSource = (params: Params): EventSource => ({
  name: params["name"] as string,
  arguments: (params["arguments"] as Params | undefined) ?? {},
});

const readCursor = (params: Params): string | null =>
  (params["cursor"] as string | null | undefined) ?? null;

const readNumber = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;

function requireWebhookMode(mode: string): void {
  if (mode === "webhook") return;
  throw new ExtensionError(
    EVENT_ERRORS.unsupported,
    `Delivery mode "${mode.slice(0, 50)}" isn't supported. Use webhook, or events/poll.`,
  );
}
