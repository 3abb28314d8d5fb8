import { folderContent } from "../../adapters/content/folder.ts";
import { hostRule, originRule } from "../../adapters/hosts.ts";
import { type Content, createSite, type Handler, type Limit, Problem } from "../../core/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { Payments } from "../../core/ports/payments.ts";
import { rigDirectories } from "../signatures/directories.ts";
import { rigSigning } from "../signatures/own.ts";
import { LEAK } from "./faults.ts";
import { makeFixture } from "./fixture.ts";
import { failingPayments, rigPayments, slowPayments } from "./payments.ts";
import { rigProfiles } from "./profiles.ts";
import { CLIENT_HEADER, LIMIT, SPENT, UNCOUNTED } from "./rate.ts";
import { rigStorage } from "./storage.ts";

export { CLIENT_HEADER, LEAK, SPENT, UNCOUNTED };

/** The request header that asks for the same site with a content driver that fails: `500` or `503`. */
export const FAULT_HEADER = "rig-fault";

/** The request header of someone who may not see /metrics. */
export const STRANGER_HEADER = "rig-stranger";

/** The request header that asks for the same site with a payment provider that takes its time (`slowly`), with nothing for sale (`nothing`), or to UCP platforms whose profiles are looked at (`to-the-known`). */
export const SELLS_HEADER = "rig-sells";

/**
 * The rig's site as a handler, at an origin of its own; `rig-fault` in a request's headers makes its content fail, and
 * `rig-client` has it counted; `rig-sells` changes what is sold.
 */
export async function createRig(origin: string): Promise<{ handler: Handler; remove(): void }> {
  const fixture = makeFixture();
  const storage = await rigStorage();
  const signing = await rigSigning();
  const directories = rigDirectories();
  const payments = rigPayments(origin);
  const siteWith = (content: Content, payments?: Payments, limit?: Limit, profiles?: Outbound) =>
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
      clientOf: ({ headers }) => headers.get(CLIENT_HEADER) ?? "anyone",
      allowsHost: hostRule(origin, []),
      allowsOrigin: originRule(origin, []),
      ...(limit && { limit }),
      metrics: {
        process: {
          runtime: 'Rig "1"',
          startedSeconds: 1_700_000_000,
          residentBytes: () => 123_456_789,
        },
        isOpenTo: ({ headers }) => headers.get(STRANGER_HEADER) === null,
      },
    });

  const whole = siteWith(folderContent(fixture.folder), payments);
  const counting = siteWith(folderContent(fixture.folder), payments, LIMIT);
  const faulty = new Map([
    [
      "500",
      siteWith(
        failing(() => new Error(LEAK)),
        failingPayments(500),
      ),
    ],
    [
      "503",
      siteWith(
        failing(() => new Problem("unavailable", "The rig's pages can't be reached just now.")),
        failingPayments(503),
      ),
    ],
  ]);
  const selling = new Map([
    ["slowly", siteWith(folderContent(fixture.folder), slowPayments(payments))],
    ["nothing", siteWith(folderContent(fixture.folder))],
    ["to-the-known", siteWith(folderContent(fixture.folder), payments, undefined, rigProfiles())],
  ]);
  const siteFor = ({ get }: { get(name: string): string | null }) =>
    faulty.get(get(FAULT_HEADER) ?? "") ??
    selling.get(get(SELLS_HEADER) ?? "") ??
    (get(CLIENT_HEADER) ? counting : whole);
  return {
    handler: (asked) => siteFor({ get: (name) => asked.headers.get(name) })(asked),
    remove: fixture.remove,
  };
}

const failing = (error: () => Error): Content => ({
  pages: () => Promise.reject(error()),
  find: () => Promise.reject(error()),
});
