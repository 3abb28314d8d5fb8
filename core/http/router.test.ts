import { describe, expect, test } from "vitest";
import type { HttpResponse } from "./handler.ts";
import { createRequestContext } from "./request-context.ts";
import { createRouter, type RouteHandler } from "./router.ts";

const respondWith =
  (word: string): RouteHandler =>
  (_, { parameters }): HttpResponse => ({
    status: 200,
    headers: {},
    body: `${word} ${JSON.stringify(parameters)}`,
  });

const router = createRouter([
  { path: "/things", methods: { GET: respondWith("list"), POST: respondWith("make") } },
  { path: "/things/new", methods: { GET: respondWith("new") } },
  { path: "/things/{id}", methods: { GET: respondWith("one"), DELETE: respondWith("gone") } },
  { path: "/files/*", methods: { GET: respondWith("file") } },
]);

const send = async (method: string, path: string) => {
  const request = new Request(`http://a.example${path}`, { method });
  return router(request, createRequestContext(request.url, "id"));
};

describe("createRouter()", () => {
  test.each([
    ["GET", "/things", "list {}"],
    ["POST", "/things?x=1", "make {}"],
    ["GET", "/things/new", "new {}"],
    ["GET", "/things/a%2Fb", 'one {"id":"a%2Fb"}'],
    ["DELETE", "/things/1", 'gone {"id":"1"}'],
    ["GET", "/files/a/b.css", "file {}"],
  ])("routes %s %s", async (method, path, body) => {
    expect((await send(method, path)).body).toBe(body);
  });

  test.each(["/nothing", "/things/1/more", "/things//1", "//things", "/files//a"])(
    "returns not_found for %s",
    async (path) => {
      await expect(send("GET", path)).rejects.toMatchObject({ code: "not_found", status: 404 });
    },
  );

  test("lists the methods of a path in Allow", async () => {
    await expect(send("PUT", "/things/1")).rejects.toMatchObject({
      code: "method_not_allowed",
      headers: { allow: "GET, DELETE, HEAD, OPTIONS" },
    });
    expect(await send("OPTIONS", "/things")).toMatchObject({
      status: 204,
      headers: { allow: "GET, POST, HEAD, OPTIONS" },
    });
  });

  test("responds to HEAD with GET's headers and length, and no body", async () => {
    expect(await send("HEAD", "/things")).toEqual({
      status: 200,
      headers: { "content-length": "7" },
      body: null,
    });
  });

  test("doesn't treat properties of Object.prototype as methods", async () => {
    await expect(
      router(
        {
          ...new Request("http://a.example/things"),
          method: "constructor",
          url: "http://a.example/things",
        } as never,
        createRequestContext("http://a.example/things", "id"),
      ),
    ).rejects.toMatchObject({ status: 405 });
  });
});
