import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { signWebhook } from "../../../lib/webhooks/index.ts";
import { ExtensionError } from "../../../mcp/extension.ts";
import { isOutboundFailure, type OutboundFailure } from "../../../ports/outbound.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { EVENT_ERRORS } from "./errors.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4_096;

/** Why an address can't receive events (`CallbackEndpointError`, SEP-3415). */
type CallbackFailure =
  | "connection_refused"
  | "timeout"
  | "tls_error"
  | "http_4xx"
  | "http_5xx"
  | "challenge_failed";

/** The header that names the subscription of a delivery. */
export const SUBSCRIPTION_HEADER = "x-mcp-subscription-id";

/**
 * Makes sure that the owner of an address wants events: it has to return a challenge, and nothing
 * else, because many addresses return each request. Rejects with an `ExtensionError` that repeats
 * nothing of the response.
 */
export async function verifyCallback(
  { outbound, now }: Pick<TriggerDeps, "outbound" | "now">,
  { id, url, secret }: { readonly id: string; readonly url: string; readonly secret: string },
): Promise<void> {
  const challenge = randomId("challenge");
  const message = {
    id: randomId("msg_verification"),
    timestamp: Math.floor(now() / 1_000),
    body: JSON.stringify({ type: "verification", challenge }),
  };
  const failure = await sendChallenge();
  if (failure !== undefined)
    throw new ExtensionError(
      EVENT_ERRORS.callbackEndpoint,
      "The address didn't confirm that it wants events. It must respond to a verification with its challenge only.",
      { reason: failure },
    );

  async function sendChallenge(): Promise<CallbackFailure | undefined> {
    try {
      const response = await outbound.fetch(url, {
        method: "POST",
        headers: {
          ...(await signWebhook(message, [secret])),
          "content-type": "application/json",
          [SUBSCRIPTION_HEADER]: id,
        },
        body: message.body,
        redirects: 0,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      const text = await response.text();
      if (response.status >= 500) return "http_5xx";
      if (response.status >= 400) return "http_4xx";
      if (response.status >= 300) return "challenge_failed";
      return (await isEqual(readChallenge(text), challenge)) ? undefined : "challenge_failed";
    } catch (error) {
      if (!isOutboundFailure(error)) throw error;
      return toReason(error);
    }
  }
}

/** Reads the challenge of a response that has no other member, such as the `type` of the request. */
function readChallenge(text: string): string {
  try {
    const { challenge, ...others } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return typeof challenge === "string" && Object.keys(others).length === 0 ? challenge : "";
  } catch {
    return "";
  }
}

/** Compares digests, so that the time doesn't depend on where the texts differ. */
const isEqual = async (a: string, b: string): Promise<boolean> =>
  hex(await sha256(a)) === hex(await sha256(b));

function toReason({ code, connection }: OutboundFailure): CallbackFailure {
  if (code === "timeout") return "timeout";
  if (connection === "tls") return "tls_error";
  return code === "too_large" || code === "bad_answer" ? "challenge_failed" : "connection_refused";
}
