import { describe, expect, test } from "vitest";
import { toFetch, toResponse } from "./handler.ts";

describe("toResponse()", () => {
  test("keeps repeated headers separate", () => {
    const response = toResponse({
      status: 200,
      headers: { "set-cookie": ["a=1", "b=2"], "x-one": "1" },
      body: null,
    });
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("x-one")).toBe("1");
  });
});

describe("toFetch()", () => {
  test("converts a handler to a function from Request to Response", async () => {
    const fetch = toFetch(async ({ method, url }) => ({
      status: 201,
      headers: {},
      body: `${method} ${url}`,
    }));
    const response = await fetch(new Request("http://a.example/b", { method: "POST" }));
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("POST http://a.example/b");
  });
});
