import { addressesRule } from "../../adapters/client.ts";
import { sitemapContent } from "../../adapters/content/sitemap.ts";
import { hostRule, originRule } from "../../adapters/hosts.ts";
import { httpOrigin } from "../../adapters/origin.ts";
import { outbound } from "../../adapters/outbound.ts";
import { createSite, type Handler } from "../../core/index.ts";
import { rigPayments } from "./payments.ts";
import { LIMIT } from "./rate.ts";
import { CLIENT_HEADER } from "./site.ts";
import { rigStorage } from "./storage.ts";

/** The request header that has the service stand before something else: `down`, where nobody listens; `hinting`, as SITE_HTML_HINTS=on has it; or `narrow`, which takes little of anything. */
export const ORIGIN_HEADER = "rig-origin";

/** Two connections, of which a client has one; a third of a second to wait for it, less than a second for a piece of a body. */
const NARROW = { most: 2, waitMs: 300, idleMs: 800 };

/** A port of loopback that nobody listens at. */
const NOWHERE = "http://127.0.0.1:2";

/** The service in front of a site, as a handler at an origin of its own. */
export async function createFrontRig(
  origin: string,
  behind: string,
): Promise<{ handler: Handler; close(): void }> {
  const storage = await rigStorage();
  const content = sitemapContent(new URL(behind), {
    outbound: outbound({ allow: [behind] }),
    isOpen: true,
  });
  const siteBefore = (
    address: string,
    { limited = false, htmlHints = false, isNarrow = false } = {},
  ) =>
    createSite({
      site: {
        origin,
        isFront: true,
        htmlHints,
        name: "Front Site",
        description: "A site that stands before another one.",
        contact: "support@rig.example",
        notOffered: [],
      },
      content,
      behind: {
        origin: httpOrigin(address, { answerMs: 1000, ...(isNarrow && NARROW) }),
        addressesOf: addressesRule([]),
        ...(isNarrow && { mostBodyBytes: 1000 }),
      },
      commerce: { payments: rigPayments(origin), storage, profiles: undefined },
      clientOf: ({ headers }) => headers.get(CLIENT_HEADER) ?? "anyone",
      allowsHost: hostRule(origin, []),
      allowsOrigin: originRule(origin, []),
      ...(limited && { limit: LIMIT }),
      metrics: {
        process: { runtime: "Rig", startedSeconds: 1_700_000_000, residentBytes: () => 1 },
        isOpenTo: () => true,
      },
    });
  const [whole, counting, down, hinting, narrow] = [
    siteBefore(behind),
    siteBefore(behind, { limited: true }),
    siteBefore(NOWHERE),
    siteBefore(behind, { htmlHints: true }),
    siteBefore(behind, { isNarrow: true }),
  ];
  const named = new Map([
    ["down", down],
    ["hinting", hinting],
    ["narrow", narrow],
  ]);
  return {
    handler: (asked) =>
      (
        named.get(asked.headers.get(ORIGIN_HEADER) ?? "") ??
        (asked.headers.get(CLIENT_HEADER) ? counting : whole)
      )(asked),
    close: () => content.close(),
  };
}
