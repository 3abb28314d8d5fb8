import { type Outbound, type OutboundCode, outboundFailure } from "../../core/ports/outbound.ts";

/** Where the profiles of the rig's UCP platforms are. */
export const PLATFORM = "https://platform.example";

const CAPABILITIES = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
  "dev.ucp.shopping.order",
];
const profile = (version: string, names: readonly string[] = CAPABILITIES) =>
  JSON.stringify({
    ucp: {
      version,
      services: {},
      capabilities: Object.fromEntries(
        names.map((name) => [name, [{ version: "2026-01-11" }, { version }]]),
      ),
      payment_handlers: {},
    },
  });

const PROFILES: Readonly<
  Record<
    string,
    { readonly status?: number; readonly text?: string; readonly fails?: OutboundCode }
  >
> = {
  "/2026-04-08": { text: profile("2026-04-08") },
  "/2026-08-25": { text: profile("2026-08-25") },
  "/old": { text: profile("2026-01-11") },
  "/draft": { text: profile("draft") },
  "/idle": { text: profile("2026-04-08", []) },
  "/elsewhere": {
    text: JSON.stringify({
      ucp: {
        version: "2026-04-08",
        capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-01-11" }] },
      },
    }),
  },
  "/html": { text: "<!doctype html>" },
  "/empty": { text: "{}" },
  "/crooked": {
    text: JSON.stringify({
      ucp: { version: "2026-04-08", capabilities: { "dev.ucp.shopping.checkout": { version: 1 } } },
    }),
  },
  "/gone": { status: 404 },
  "/moved": { status: 302 },
  "/slow": { fails: "timeout" },
  "/large": { fails: "too_large" },
  "/inside": { fails: "blocked_address" },
};

/** Fetches the profiles that the cases know, and nothing else. */
export const rigProfiles = (): Outbound => ({
  async fetch(url) {
    const {
      status = 200,
      text = "",
      fails,
    } = PROFILES[new URL(url).pathname] ?? { fails: "unresolvable" };
    if (fails) throw outboundFailure(fails, `The rig has ${fails} at ${url}.`);
    const headers = new Headers({ "cache-control": "max-age=3600" });
    const body = new Response(text);
    return {
      status,
      url,
      headers,
      body: body.body ?? new ReadableStream(),
      bytes: () => body.bytes(),
      text: () => body.text(),
    };
  },
});
