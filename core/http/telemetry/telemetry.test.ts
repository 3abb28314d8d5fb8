import { expect, test } from "vitest";
import type { Verdict } from "../../lib/http-signatures/index.ts";
import type { RequestEntry } from "../../ports/log.ts";
import { toFetch } from "../handler.ts";
import { createHandler } from "../pipeline.ts";
import { createRouter } from "../routing/router.ts";

const logged: RequestEntry[] = [];
const ROUTE = {
  headers: {},
  cost: { free: "constant" },
  methods: {
    GET: {
      access: "caller",
      cost: { free: "constant" },
      handler: () => ({ status: 200, headers: {}, body: "" }),
    },
  },
} as const;

/** Creates a fetch function for a service whose requests all have this verdict. */
const createFetch = (verdict?: Verdict) =>
  toFetch(
    createHandler({
      router: createRouter(
        [
          { ...ROUTE, path: "/things/{id}" },
          { ...ROUTE, path: "/things" },
        ],
        { hint: "", rulesFor: () => ({ headers: {}, cost: { free: "constant" } }) },
      ),
      origin: "http://a.example",
      allowsHost: () => true,
      authenticate(request, context) {
        context.verdict = verdict;
        return { request, caller: undefined };
      },
      log: { request: (entry) => void logged.push(entry), error() {}, warn() {} },
      createRequestId: () => "1",
    }),
  );
const fetch = createFetch();

test("logs the verified agent of a request, or why its signature was rejected", async () => {
  const fetchAs = (verdict: Verdict) => createFetch(verdict);
  const verified = await fetchAs({
    outcome: "verified",
    agent: "https://agent.example/keys",
    host: "agent.example",
  })(new Request("http://a.example/things"));
  expect(logged.at(-1)).toMatchObject({ agent: "https://agent.example/keys" });
  expect(verified.headers.get("signature-outcome")).toBe(
    'verified;agent="https://agent.example/keys"',
  );
  const invalid = await fetchAs({ outcome: "invalid", reason: "expired" })(
    new Request("http://a.example/things"),
  );
  expect(logged.at(-1)).toMatchObject({ signature: "invalid: expired" });
  expect(logged.at(-1)).not.toHaveProperty("agent");
  expect(invalid.headers.get("signature-outcome")).toBe(
    'invalid;reason=expired;detail="the signature has expired."',
  );
  expect(invalid.headers.get("accept-signature")).toContain('tag="web-bot-auth"');
});

test.each([
  ["http://a.example/things?key=secret", "/things"],
  ["http://a.example/things/secret", "/things/{id}"],
  ["http://a.example/thing/key_0123456789abcdefABCDEF/x", "/thing/key_…/x"],
])("logs %s as %s, without the query and keys in the path", async (url, path) => {
  await fetch(new Request(url));
  expect(logged.at(-1)).toMatchObject({ path });
});
