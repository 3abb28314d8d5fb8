import { parseRetryAfter } from "../../../lib/kit/flow/retry-after.ts";
import { CLOUD_EVENT_TYPE, signWebhook } from "../../../lib/webhooks/index.ts";
import { isOutboundFailure, type Outbound } from "../../../ports/outbound.ts";
import type { DeliverAction } from "../../../ports/trigger-definition.ts";
import { cloudEventView } from "../events/cloud-event-view.ts";
import type { EventView } from "../events/event-view.ts";
import { type DeliverySecrets, validSecrets } from "../trigger-secrets.ts";

import type { ActionOutcome } from "./action-outcome.ts";

const TIMEOUT_MS = 20_000;
/** The most that is read of a response. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const OK = 200;
const REDIRECT = 300;
const GONE = 410;

export interface Delivery {
  /** The same at each attempt and replay. */
  readonly id: string;
  readonly body: string;
  readonly contentType: string;
  /** How often the event was replayed. */
  readonly replays: number;
}

/** Creates the body of a delivery. */
export function createDelivery(
  action: DeliverAction,
  id: string,
  view: EventView,
  replays: number,
): Delivery {
  const { id: event, type, subject, time, data, trigger, connection } = view;
  if (action.format === "cloudevents") {
    return {
      id,
      body: JSON.stringify(cloudEventView(view)),
      contentType: CLOUD_EVENT_TYPE,
      replays,
    };
  }
  const body = JSON.stringify({
    type,
    timestamp: time,
    id: event,
    trigger,
    app: view.app,
    connection,
    user: view.user,
    subject,
    data,
  });
  return { id, body, contentType: "application/json", replays };
}

/**
 * Sends a delivery, signed as in Standard Webhooks with each valid secret. Redirects aren't
 * followed. 2xx is a success; after 410 the action is paused.
 */
export async function deliver(
  { outbound, now }: { readonly outbound: Outbound; now(): number },
  { url, secrets, headers }: DeliverySecrets,
  { id, body, contentType, replays }: Delivery,
): Promise<ActionOutcome> {
  const at = now();
  const message = { id, timestamp: Math.floor(at / 1_000), body };
  const signature = await signWebhook(message, validSecrets(secrets, at));
  try {
    const response = await outbound.fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        ...signature,
        "content-type": contentType,
        ...(replays > 0 && { "webhook-replay": String(replays) }),
      },
      body,
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    const { status } = response;
    const retryAfter = parseRetryAfter(response.headers, at);
    await response.body.cancel();
    if (status >= OK && status < REDIRECT) return { status: "succeeded", statusCode: status };
    if (status === GONE)
      return {
        status: "dead",
        statusCode: status,
        reason: "The destination responded with 410, so the action is paused.",
        isGone: true,
      };
    return {
      status: "retrying",
      statusCode: status,
      retryAfter,
      reason: `The destination responded with ${status}.`,
    };
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    const isRefused = error.code === "blocked_address" || error.code === "blocked_url";
    return { status: isRefused ? "dead" : "retrying", reason: error.message };
  }
}
