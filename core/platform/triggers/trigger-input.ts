import { Problem, type ProblemError } from "../../http/problem.ts";
import {
  compileFilter,
  compileTemplate,
  type ExpressionError,
} from "../../lib/expressions/index.ts";
import { CLOUD_EVENT_TYPE, createWebhookSecret, toCloudEvent } from "../../lib/webhooks/index.ts";
import type { StoredAction } from "../../ports/stores/trigger-store.ts";
import type { Action, DeliverAction, RunAction } from "../../ports/trigger-definition.ts";
import type { Actor } from "../auth/actor.ts";
import { type Delivery, deliver } from "./actions/deliver-event.ts";
import { findUnknownField, findUnknownTemplateField } from "./events/event-fields.ts";
import type { DeliverySecrets, TriggerSecrets } from "./trigger-secrets.ts";
import type { NewSecret } from "./trigger-service.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/** Actions to store, and the secrets of their deliveries. */
interface PreparedActions {
  readonly actions: readonly StoredAction[];
  readonly deliveries: TriggerSecrets["deliveries"];
  /** The new secrets, by the ID of the action. */
  readonly newSecrets: Readonly<Record<string, string>>;
}

const EXPRESSION_HINT =
  'Expressions are CEL over "event", such as event.data.title. Use fireTrigger with dry_run to try them.';
const MAX_METADATA = 20;
const HIDDEN = "***";
/** Headers that Jackfield sets itself, or that HTTP clients don't let callers set. */
const RESERVED_HEADER =
  /^(webhook-.*|content-.*|host|connection|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/** Rejects with the `Problem` "expression_invalid" unless the filter is valid. */
export function requireValidFilter(filter: string | undefined, pointer: string): void {
  if (filter === undefined) return;
  const error = compileFilter(filter).error ?? findUnknownField(filter);
  if (error) throw expressionProblem(error, pointer);
}

/**
 * Validates actions for an actor. Sends a test delivery to each new address. An action that delivers
 * to the same address as before keeps its secrets.
 */
export async function prepareActions(
  deps: TriggerDeps,
  actor: Actor,
  actions: readonly Action[],
  previous: TriggerSecrets["deliveries"] = {},
): Promise<PreparedActions> {
  const prepared: StoredAction[] = [];
  const deliveries: Record<string, DeliverySecrets> = {};
  const newSecrets: Record<string, string> = {};
  for (const [index, action] of actions.entries()) {
    const id = String(index + 1);
    const pointer = `/actions/${index}`;
    requireValidFilter(action.when, `${pointer}/when`);
    if (action.kind === "run") {
      await requireRunnable(deps, actor, action, pointer);
      prepared.push({ id, status: "active", action });
      continue;
    }
    const { secrets, newSecret } = await prepareDelivery(deps, action, pointer, previous);
    deliveries[id] = secrets;
    if (newSecret !== undefined) newSecrets[id] = newSecret;
    prepared.push({ id, status: "active", action: hideHeaders(action) });
  }
  return { actions: prepared, deliveries, newSecrets };
}

/** Checks that a tool exists, that the actor may run it, and that its arguments can be rendered. */
async function requireRunnable(
  deps: TriggerDeps,
  actor: Actor,
  { tool, connection, arguments: template = {} }: RunAction,
  pointer: string,
): Promise<void> {
  const catalogView = deps.catalogViewFor(actor);
  await catalogView.toolForRun(tool, connection);
  const error = compileTemplate(template).error ?? findUnknownTemplateField(template);
  if (error) throw expressionProblem(error, `${pointer}/arguments`);
  // Arguments with expressions are known only when there is an event.
  if (!JSON.stringify(template).includes("${"))
    await deps.runs.check(catalogView, { tool, connection, input: template });
}

async function prepareDelivery(
  deps: TriggerDeps,
  action: DeliverAction,
  pointer: string,
  previous: TriggerSecrets["deliveries"],
): Promise<{ readonly secrets: DeliverySecrets; readonly newSecret?: string }> {
  const { url, headers = {}, verify = true } = action;
  requireUsableUrl(url, pointer);
  requireUsableHeaders(headers, pointer);
  const existing = Object.values(previous).find((each) => each.url === url);
  const kept = Object.entries(headers).map(([name, value]) => [
    name,
    value === HIDDEN ? (existing?.headers[name] ?? value) : value,
  ]);
  const merged = Object.fromEntries(kept) as Record<string, string>;
  if (existing) return { secrets: { ...existing, headers: merged } };
  const newSecret = createWebhookSecret();
  const secrets: DeliverySecrets = { url, secrets: [{ secret: newSecret }], headers: merged };
  if (verify || !deps.isAllowedOrigin(url))
    await sendPing(deps, secrets, { pointer, isWanted: verify, action });
  return { secrets, newSecret };
}

/** Makes sure that the owner of an address wants deliveries. */
async function sendPing(
  deps: TriggerDeps,
  secrets: DeliverySecrets,
  {
    pointer,
    isWanted,
    action,
  }: {
    readonly pointer: string;
    readonly isWanted: boolean;
    readonly action: DeliverAction;
  },
): Promise<void> {
  if (!isWanted)
    throw new Problem(
      "destination_refused",
      `The test delivery to ${new URL(secrets.url).origin} can't be skipped.`,
      {
        hint: "Leave out verify, or ask the operator of this service to add the origin to OUTBOUND_ALLOW.",
        errors: [
          { pointer: `${pointer}/verify`, detail: "Only allowed for origins in OUTBOUND_ALLOW." },
        ],
      },
    );
  const { status, reason } = await deliver(deps, secrets, createPing(deps, action));
  if (status === "succeeded") return;
  throw new Problem(
    "destination_refused",
    `The destination didn't accept a test delivery. ${reason ?? ""}`.trim(),
    {
      hint: "Jackfield sent a signed webhook.ping. Respond to it with a 2xx status, then create the trigger again.",
      errors: [{ pointer: `${pointer}/url`, detail: reason ?? "No response." }],
    },
  );
}

/** The test delivery, in the format of the others. */
function createPing({ origin, now }: TriggerDeps, { format }: DeliverAction): Delivery {
  const id = `ping_${crypto.randomUUID().replaceAll("-", "")}`;
  const type = "webhook.ping";
  const time = new Date(now()).toISOString();
  const isCloudEvent = format === "cloudevents";
  const body = isCloudEvent
    ? toCloudEvent({ id, source: origin, type, time, data: {} })
    : { type, timestamp: time, data: {} };
  const contentType = isCloudEvent ? CLOUD_EVENT_TYPE : "application/json";
  return { id, body: JSON.stringify(body), contentType, replays: 0 };
}

function requireUsableUrl(text: string, pointer: string): void {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) return;
  const detail =
    "The address must be an http or https URL without a user, a password or a fragment.";
  throw new Problem("destination_refused", detail, {
    errors: [{ pointer: `${pointer}/url`, detail }],
  });
}

function requireUsableHeaders(headers: Readonly<Record<string, string>>, pointer: string): void {
  for (const [name, value] of Object.entries(headers)) {
    const isUsable =
      /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) &&
      !RESERVED_HEADER.test(name) &&
      /^[\t\x20-\x7e]{0,4000}$/.test(value);
    if (isUsable) continue;
    const detail = `The header "${name.slice(0, 100)}" can't be set.`;
    throw new Problem("invalid_input", detail, {
      hint: "Use a name of letters, digits and hyphens that HTTP and Standard Webhooks don't use, and a value in ASCII.",
      errors: [{ pointer: `${pointer}/headers`, detail } satisfies ProblemError],
    });
  }
}

const hideHeaders = (action: DeliverAction): DeliverAction => ({
  ...action,
  ...(action.headers && {
    headers: Object.fromEntries(Object.keys(action.headers).map((name) => [name, HIDDEN])),
  }),
});

/** The `Problem` of an expression, with the place in the input and in the expression. */
function expressionProblem(error: ExpressionError, pointer: string): Problem {
  const { message, start } = error;
  const place = start === undefined ? "" : ` (at character ${start + 1})`;
  return new Problem("expression_invalid", `${message.replace(/\.$/, "")}${place}.`, {
    hint: EXPRESSION_HINT,
    errors: [{ pointer: pointer + error.pointer, detail: message }],
  });
}

/** The secrets that the caller has to see once. */
export const listNewSecrets = (
  address: string | undefined,
  deliveries: Readonly<Record<string, string>>,
): NewSecret[] => [
  ...(address === undefined ? [] : [{ purpose: "address" as const, secret: address }]),
  ...Object.entries(deliveries).map(([action, secret]) => ({
    purpose: "deliveries" as const,
    action,
    secret,
  })),
];

/** Rejects with the `Problem` "invalid_input" if an account's own values are too large. */
export function requireMetadata(metadata: Readonly<Record<string, string>>): void {
  const entries = Object.entries(metadata);
  const isValid =
    entries.length <= MAX_METADATA &&
    entries.every(([name, value]) => name.length <= 100 && value.length <= 500);
  if (isValid) return;
  const detail = `At most ${MAX_METADATA} values, with names of 100 and texts of 500 characters.`;
  throw new Problem("invalid_input", `metadata: ${detail}`, {
    errors: [{ pointer: "/metadata", detail }],
  });
}

/** The `Problem` of an update that is based on an older version. */
export const changedProblem = (id: string) =>
  new Problem("trigger_changed", `Trigger "${id}" has changed since you read it.`, {
    hint: `Read it again with GET /api/v1/triggers/${id}, and send its version.`,
  });
