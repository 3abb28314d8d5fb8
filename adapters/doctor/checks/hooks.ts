import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import type { PlatformSettings } from "../../config/settings.ts";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { type Finding, note, ok } from "../../runtime/finding.ts";

/** An address that no trigger has. A running platform responds to it in its own way. */
const PATH = "/hooks/doctor";
const TIMEOUT_MS = 8_000;

/** Checks whether senders of webhooks can reach the platform. */
export async function checkHooks({
  publicOrigin: origin,
}: Pick<PlatformSettings, "publicOrigin">): Promise<Finding> {
  if (!origin || isLoopback(new URL(origin).hostname))
    return ok(
      "Webhooks can't arrive from other machines because PLATFORM_URL is not a public URL. Schedules, polls and events work.",
    );
  const client = createOutbound({ allowedOrigins: [origin] });
  try {
    const response = await client.fetch(origin + PATH, {
      method: "POST",
      body: "{}",
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
    });
    const text = await response.text();
    if (response.status === 404 && text === '{"error":"not_found"}')
      return ok(`Webhooks can arrive at ${origin}/hooks.`);
    return note(
      `Webhooks may not arrive: POST ${origin}${PATH} returned ${response.status}, and not the response of the platform.`,
      "Start the platform, and check that your proxy forwards POST requests to /hooks/.",
    );
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return note(
      `Webhooks may not arrive: ${error.message}`,
      "Ignore this if others can reach PLATFORM_URL. Otherwise check its DNS, its certificate and your proxy.",
    );
  } finally {
    client.close();
  }
}
