import { expect, test } from "vitest";
import type { RequestEntry } from "../ports/log.ts";
import { toFetch } from "./handler.ts";
import { observed } from "./observe.ts";
import { createRouter } from "./router.ts";

const told: RequestEntry[] = [];
const router = createRouter([
  { path: "/things/{id}", methods: { GET: () => ({ status: 200, headers: {}, body: "" }) } },
  { path: "/things", methods: { GET: () => ({ status: 200, headers: {}, body: "" }) } },
]);
const ask = toFetch(
  observed(router, {
    log: { request: (entry) => void told.push(entry), fault() {}, notice() {} },
    newId: () => "1",
    headersFor: () => ({}),
  }),
);

test.each([
  ["http://a.example/things?key=secret", "/things"],
  ["http://a.example/things/secret", "/things/{id}"],
  ["http://a.example/thing/key_0123456789abcdefABCDEF/x", "/thing/key_…/x"],
])("the log is told of %s as %s: neither a query nor what stands in a path may be a key", async (url, path) => {
  await ask(new Request(url));
  expect(told.at(-1)).toMatchObject({ path });
});
