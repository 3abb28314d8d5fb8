import { createAddressChain } from "../../adapters/client.ts";
import { createLiveContent } from "../../adapters/content/sitemap.ts";
import { createHostCheck, createOriginCheck } from "../../adapters/hosts.ts";
import { createHttpUpstream } from "../../adapters/origin.ts";
import { createOutbound } from "../../adapters/outbound.ts";
import { createSite, type Handler } from "../../core/index.ts";
import { createFixturePayments } from "./payments.ts";
import { RATE_LIMIT } from "./rate.ts";
import { CLIENT_HEADER } from "./site.ts";
import { createMemoryStore } from "./storage.ts";

/** The request header that has the service stand before something else: `down`, where nobody listens; `hinting`, as SITE_HTML_HINTS=on has it; or `narrow`, which takes little of anything. */
export const UPSTREAM_HEADER = "rig-origin";

/** Two connections, of which a client has one; a third of a second to wait for it, less than a second for a piece of a body. */
const NARROW_LIMITS = { most: 2, waitMs: 300, idleMs: 800 };

/** A port of loopback that nobody listens at. */
const CLOSED_ORIGIN = "http://127.0.0.1:2";

/** The service in front of a site, as a handler at an origin of its own. */
export async function createProxyFixture(
  origin: string,
  upstream: string,
): Promise<{ handler: Handler; close(): void }> {
  const storage = await createMemoryStore();
  const content = createLiveContent(new URL(upstream), {
    outbound: createOutbound({ allow: [upstream] }),
    allowsUnlisted: true,
  });
  const siteBefore = (
    address: string,
    { limited = false, htmlHints = false, isNarrow = false } = {},
  ) =>
    createSite({
      site: {
        origin,
        isProxy: true,
        htmlHints,
        name: "Front Site",
        description: "A site that stands before another one.",
        contact: "support@rig.example",
        notOffered: [],
      },
      content,
      upstream: {
        origin: createHttpUpstream(address, { answerMs: 1000, ...(isNarrow && NARROW_LIMITS) }),
        forwardedAddresses: createAddressChain([]),
        ...(isNarrow && { maxBodyBytes: 1000 }),
      },
      commerce: { payments: createFixturePayments(origin), storage, profiles: undefined },
      clientKey: ({ headers }) => headers.get(CLIENT_HEADER) ?? "anyone",
      allowsHost: createHostCheck(origin, []),
      allowsOrigin: createOriginCheck(origin, []),
      ...(limited && { rateLimit: RATE_LIMIT }),
      metrics: {
        process: { runtime: "Rig", startedSeconds: 1_700_000_000, residentBytes: () => 1 },
        isAllowed: () => true,
      },
    });
  const [whole, counting, down, hinting, narrow] = [
    siteBefore(upstream),
    siteBefore(upstream, { limited: true }),
    siteBefore(CLOSED_ORIGIN),
    siteBefore(upstream, { htmlHints: true }),
    siteBefore(upstream, { isNarrow: true }),
  ];
  const named = new Map([
    ["down", down],
    ["hinting", hinting],
    ["narrow", narrow],
  ]);
  return {
    handler: (request) =>
      (
        named.get(request.headers.get(UPSTREAM_HEADER) ?? "") ??
        (request.headers.get(CLIENT_HEADER) ? counting : whole)
      )(request),
    close: () => content.close(),
  };
}
