import { folderContent } from "../../adapters/content/folder.ts";
import { createHostCheck, createOriginCheck } from "../../adapters/hosts.ts";
import { type Content, createSite, type Handler, type Limit, Problem } from "../../core/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { PaymentProvider } from "../../core/ports/payments.ts";
import { createDirectoryOutbound } from "../signatures/directories.ts";
import { createSigningKeys } from "../signatures/own.ts";
import { LEAK_MARKER } from "./faults.ts";
import { createContentFolder } from "./fixture.ts";
import { createFailingPayments, createFixturePayments, createSlowPayments } from "./payments.ts";
import { createProfileOutbound } from "./profiles.ts";
import { CLIENT_HEADER, LIMITER_DOWN_CLIENT, RATE_LIMIT, RATE_LIMITED_CLIENT } from "./rate.ts";
import { createMemoryStore } from "./storage.ts";

export {
  CLIENT_HEADER,
  LEAK_MARKER as LEAK,
  LIMITER_DOWN_CLIENT as UNCOUNTED,
  RATE_LIMITED_CLIENT as SPENT,
};

/** The request header that asks for the same site with a content driver that fails: `500` or `503`. */
export const FAULT_HEADER = "rig-fault";

/** The request header of someone who may not see /metrics. */
export const STRANGER_HEADER = "rig-stranger";

/** The request header that asks for the same site with a payment provider that takes its time (`slowly`), with nothing for sale (`nothing`), or to UCP platforms whose profiles are looked at (`to-the-known`). */
export const SHOP_HEADER = "rig-sells";

/**
 * The rig's site as a handler, at an origin of its own; `rig-fault` in a request's headers makes its content fail, and
 * `rig-client` has it counted; `rig-sells` changes what is sold.
 */
export async function createSiteFixture(
  origin: string,
): Promise<{ handler: Handler; remove(): void }> {
  const fixture = createContentFolder();
  const storage = await createMemoryStore();
  const signing = await createSigningKeys();
  const directories = createDirectoryOutbound();
  const payments = createFixturePayments(origin);
  const createVariant = (
    content: Content,
    payments?: PaymentProvider,
    limit?: Limit,
    profiles?: Outbound,
  ) =>
    createSite({
      site: {
        origin,
        name: "Rig Site",
        description: "A handful of pages that the conformance suite knows by heart.",
        contact: "support@rig.example",
        security: {
          contact: "mailto:security@rig.example",
          policy: "https://rig.example/security",
        },
        terms: "/guide/",
        privacy: "/notes/plain-words.md",
        notOffered: [],
      },
      content,
      ...(payments && { commerce: { payments, storage, profiles } }),
      directories,
      signing,
      clientKey: ({ headers }) => headers.get(CLIENT_HEADER) ?? "anyone",
      allowsHost: createHostCheck(origin, []),
      allowsOrigin: createOriginCheck(origin, []),
      ...(limit && { rateLimit: limit }),
      metrics: {
        process: {
          runtime: 'Rig "1"',
          startedSeconds: 1_700_000_000,
          residentBytes: () => 123_456_789,
        },
        isAllowed: ({ headers }) => headers.get(STRANGER_HEADER) === null,
      },
    });

  const whole = createVariant(folderContent(fixture.folder), payments);
  const counting = createVariant(folderContent(fixture.folder), payments, RATE_LIMIT);
  const faulty = new Map([
    [
      "500",
      createVariant(
        createFailingContent(() => new Error(LEAK_MARKER)),
        createFailingPayments(500),
      ),
    ],
    [
      "503",
      createVariant(
        createFailingContent(
          () => new Problem("unavailable", "The rig's pages can't be reached just now."),
        ),
        createFailingPayments(503),
      ),
    ],
  ]);
  const selling = new Map([
    ["slowly", createVariant(folderContent(fixture.folder), createSlowPayments(payments))],
    ["nothing", createVariant(folderContent(fixture.folder))],
    [
      "to-the-known",
      createVariant(folderContent(fixture.folder), payments, undefined, createProfileOutbound()),
    ],
  ]);
  const selectVariant = ({ get }: { get(name: string): string | null }) =>
    faulty.get(get(FAULT_HEADER) ?? "") ??
    selling.get(get(SHOP_HEADER) ?? "") ??
    (get(CLIENT_HEADER) ? counting : whole);
  return {
    handler: (request) => selectVariant({ get: (name) => request.headers.get(name) })(request),
    remove: fixture.remove,
  };
}

const createFailingContent = (error: () => Error): Content => ({
  listPages: () => Promise.reject(error()),
  find: () => Promise.reject(error()),
});
