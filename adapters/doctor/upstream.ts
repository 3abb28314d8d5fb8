import { isOutboundFailure } from "../../core/ports/outbound.ts";
import type { Settings } from "../environment.ts";
import { createUpstream } from "../site-content.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Whether the site behind answers, as it will be asked, and whether it leads away from its public address. */
export async function checkUpstream(settings: Settings): Promise<Finding[]> {
  const { upstream, publicOrigin } = settings;
  const origin = createUpstream(settings)?.origin;
  if (!upstream || !origin) return [];
  const host =
    publicOrigin && !upstream.usesOwnHost
      ? new URL(publicOrigin).host
      : new URL(upstream.origin).host;
  const proto = publicOrigin ? new URL(publicOrigin).protocol.slice(0, -1) : "http";
  const headers = { accept: "text/html", "x-forwarded-host": host, "x-forwarded-proto": proto };
  try {
    const {
      status,
      headers: responseHeaders,
      body,
    } = await origin.forward({
      method: "GET",
      path: "/",
      headers,
      body: null,
      client: "",
      signal: AbortSignal.timeout(10_000),
    });
    if (body instanceof ReadableStream) void body.cancel();
    const location =
      typeof responseHeaders["location"] === "string"
        ? URL.parse(responseHeaders["location"], upstream.origin)
        : undefined;
    const ownOrigins = [upstream.origin, publicOrigin];
    if (
      status >= 300 &&
      status < 400 &&
      location &&
      location.host === (publicOrigin && new URL(publicOrigin).host) &&
      location.pathname === "/"
    ) {
      return [
        problem(
          `${upstream.origin}, asked for ${host}, leads back to ${location.origin}/: people would go round in circles.`,
          "Have it take X-Forwarded-Proto for the public scheme, or set SITE_ORIGIN_HOST to the other of public and own.",
        ),
      ];
    }
    if (location && !ownOrigins.includes(location.origin))
      return [
        note(
          `${upstream.origin}, asked for ${host}, leads to ${location.origin}: people leave this service there.`,
          "Set SITE_URL to the address that the site takes for its own.",
        ),
      ];
    if (status >= 400)
      return [
        note(
          `${upstream.origin}, asked for ${host}, answers ${status} for its front page.`,
          "If it knows the site by another name, set SITE_ORIGIN_HOST to the other of public and own.",
        ),
      ];
    return [ok(`${upstream.origin} answers when it is asked for ${host}.`)];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      problem(
        `SITE_ORIGIN gives no answer: ${error.message}`,
        "Start that site, or mend SITE_ORIGIN; until then everyone gets a 502.",
      ),
    ];
  } finally {
    (origin as { close?(): void }).close?.();
  }
}
