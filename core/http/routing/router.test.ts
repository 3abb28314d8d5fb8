import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../handler.ts";
import { createHandler } from "../pipeline.ts";
import type { Endpoint } from "./route.ts";
import { createRouter } from "./router.ts";

const respondWith = (word: string): Endpoint<unknown> => ({
  access: "open",
  cost: { free: "constant" },
  handler: (_, { match }): HttpResponse => ({
    status: 200,
    headers: {},
    body: `${word} ${JSON.stringify(match.parameters)}`,
  }),
});
const NO_RULES = { headers: {}, cost: { free: "constant" } } as const;

const router = createRouter(
  [
    {
      ...NO_RULES,
      path: "/things",
      methods: { GET: respondWith("list"), POST: respondWith("make") },
    },
    { ...NO_RULES, path: "/things/new", methods: { GET: respondWith("new") } },
    {
      ...NO_RULES,
      path: "/things/{id}",
      methods: { GET: respondWith("one"), DELETE: respondWith("gone") },
    },
    { ...NO_RULES, path: "/files/*", methods: { GET: respondWith("file") } },
  ],
  { hint: "See /things.", rulesFor: () => NO_RULES },
);
const handle = createHandler({
  router,
  origin: "http://a.example",
  allowsHost: () => true,
  authenticate: (request) => ({ request, caller: undefined }),
  createRequestId: () => "id",
});

const send = async (method: string, path: string) =>
  handle({
    ...new Request("http://a.example"),
    headers: new Headers(),
    signal: AbortSignal.any([]),
    method,
    url: `http://a.example${path}`,
  });
const problemCode = ({ body }: HttpResponse) => JSON.parse(body as string).code;

describe("createRouter()", () => {
  test.each([
    ["GET", "/things", "list {}"],
    ["POST", "/things?x=1", "make {}"],
    ["GET", "/things/new", "new {}"],
    ["GET", "/things/a%2Fb", 'one {"id":"a%2Fb"}'],
    ["DELETE", "/things/1", 'gone {"id":"1"}'],
    ["GET", "/files/a/b.css", "file {}"],
    ["GET", "/things/1/", 'one {"id":"1"}'],
    ["GET", "/files/a/", "file {}"],
  ])("routes %s %s", async (method, path, body) => {
    expect((await send(method, path)).body).toBe(body);
  });

  test.each([
    "/nothing",
    "/things/1/more",
    "/things//1",
    "//things",
    "/files//a",
    "/things/..",
    "/things/%2e%2e",
  ])("returns not_found for %s", async (path) => {
    const response = await send("GET", path);
    expect([response.status, problemCode(response)]).toEqual([404, "not_found"]);
  });

  test("matches a request without a route too, with the rules of its path", () => {
    const match = router.match("GET", "/nothing");
    expect([match.route, match.endpoint.access, match.parameters]).toEqual([
      undefined,
      "caller",
      {},
    ]);
  });

  test("lists the methods of a path in Allow", async () => {
    const allow = { allow: "GET, DELETE, HEAD, OPTIONS" };
    expect(await send("PUT", "/things/1")).toMatchObject({ status: 405, headers: allow });
    expect(await send("OPTIONS", "/things")).toMatchObject({
      status: 204,
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
    });
  });

  test("responds to HEAD with GET's headers and length, and no body", async () => {
    expect(await send("HEAD", "/things")).toEqual({
      status: 200,
      headers: { "content-length": "7", "request-id": "id" },
      body: null,
    });
  });

  test("doesn't treat properties of Object.prototype as methods", async () => {
    expect(await send("constructor", "/things")).toMatchObject({ status: 405 });
  });
});
