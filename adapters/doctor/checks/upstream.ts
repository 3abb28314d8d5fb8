import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { createUpstream } from "../../services/site-content.ts";

/**
 * Checks that the upstream responds to forwarded requests, and that it doesn't redirect away from
 * the public URL.
 */
export async function checkUpstream(settings: SiteServiceSettings): Promise<Finding[]> {
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
          `${upstream.origin} redirects requests for ${host} to ${location.origin}/, which leads back here in a loop.`,
          "Make the upstream use X-Forwarded-Proto as the public scheme, or change SITE_ORIGIN_HOST (public or own).",
        ),
      ];
    }
    if (location && !ownOrigins.includes(location.origin))
      return [
        note(
          `${upstream.origin} redirects requests for ${host} to ${location.origin}, so visitors leave this server.`,
          "Set SITE_URL to the URL that the upstream uses for itself.",
        ),
      ];
    if (status >= 400)
      return [
        note(
          `${upstream.origin} returns ${status} for the home page of ${host}.`,
          "If the upstream uses another host name, change SITE_ORIGIN_HOST (public or own).",
        ),
      ];
    return [ok(`${upstream.origin} responds to requests for ${host}.`)];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      problem(
        `SITE_ORIGIN doesn't respond: ${error.message}`,
        "Start the upstream, or correct SITE_ORIGIN. Until then, visitors get 502.",
      ),
    ];
  } finally {
    (origin as { close?(): void }).close?.();
  }
}
