import { describe, expect, it } from "vitest";
import { createTool } from "../../call/testing.ts";
import { chooseCredentialTest } from "./credential-test.ts";

const readOnly = { readOnly: true, destructive: false, idempotent: true, openWorld: true };
const read = (path: string, overrides: Parameters<typeof createTool>[1] = {}) =>
  createTool({ path }, { name: `desk.${path}`, annotations: readOnly, ...overrides });
const chosen = (...tools: ReturnType<typeof read>[]) =>
  chooseCredentialTest("desk", tools, undefined)?.tool.slice("desk.".length);

describe("the request that tests credentials", () => {
  it.each(["/me", "/whoami", "/api/v2/user", "/users/@me", "/users/me.json", "/meta/whoami"])(
    "is GET %s by default",
    (path) => expect(chosen(read("/notes"), read(path))).toBe(path),
  );

  it.each(["/notes", "/customers/me", "/admin/user", "/users/{id}", "/time_entries/current"])(
    "is never GET %s by default",
    (path) => expect(chosen(read(path))).toBeUndefined(),
  );

  it("is the one with the shortest path", () =>
    expect(chosen(read("/api/users/me"), read("/me"))).toBe("/me"));

  it("needs credentials but no arguments, and changes nothing", () =>
    expect(
      chosen(
        read("/me", { auth: [] }),
        read("/user", { input: { type: "object", properties: {}, required: ["id"] } }),
        createTool({ path: "/self" }, { name: "desk./self" }),
      ),
    ).toBeUndefined());

  it("is the one that the overlay names", () => {
    const tools = [read("/me"), read("/keys", { name: "desk.list_keys" })];
    const named = { tool: "list_keys", arguments: { limit: 1 }, rejects: [403] };
    expect(chooseCredentialTest("desk", tools, named)).toEqual({
      ...named,
      tool: "desk.list_keys",
    });
    expect(chooseCredentialTest("desk", tools, { tool: "missing" })).toBeUndefined();
  });
});
