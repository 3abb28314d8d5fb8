import { describe, expect, it } from "vitest";
import type { ParameterSlot } from "../../tool-record.ts";
import { parseTool, serializeTool } from "../results/compiled-format.ts";
import { fillPath, withFilledArguments } from "./filled-arguments.ts";

describe("fillPath", () => {
  it("replaces a parameter by a constant", () =>
    expect(fillPath("/users/{userId}/drafts/{id}", { "path userId": "me" })).toBe(
      "/users/me/drafts/{id}",
    ));

  it.each(["/accounts/{account}.json", "/accounts/{owner}", "/calls/{id}"])(
    "leaves %s as it is",
    (path) => expect(fillPath(path, { "path account": "me", "path owner": "{owner}" })).toBe(path),
  );
});

const slot = (location: ParameterSlot["in"], name: string): ParameterSlot => ({
  argument: name.replaceAll("-", "_").toLowerCase(),
  in: location,
  name,
  style: "simple",
});

const fill = (
  slots: readonly ParameterSlot[],
  properties: Record<string, object>,
  required: string[],
  options: Partial<Parameters<typeof withFilledArguments>[1]>,
) =>
  withFilledArguments(
    { input: { type: "object", properties, required }, slots },
    { path: "/", ...options },
  );

describe("withFilledArguments", () => {
  it("hides an argument with a fixed value, whatever the case of a header", () => {
    const filled = fill(
      [slot("header", "X-Tenant-Id"), slot("path", "id")],
      { x_tenant_id: { type: "string" }, id: { type: "string" } },
      ["x_tenant_id", "id"],
      { fixed: { "header x-tenant-id": "{tenant}" } },
    );
    expect(filled.input).toEqual({
      type: "object",
      properties: { id: { type: "string" } },
      required: ["id"],
    });
    expect(filled.slots[0]).toEqual({
      ...slot("header", "X-Tenant-Id"),
      fill: { value: "{tenant}" },
    });
  });

  it("makes an argument with a default optional, and says where the value comes from", () => {
    const filled = fill(
      [slot("path", "workspace"), slot("path", "user")],
      { workspace: { type: "string", description: "The workspace" }, user: { type: "string" } },
      ["workspace", "user"],
      { defaults: { "path workspace": "{workspace}", "path user": "me" } },
    );
    expect(filled.input).toEqual({
      type: "object",
      properties: {
        workspace: {
          type: "string",
          description: "The workspace. Default: that of the connection.",
        },
        user: { type: "string", description: "Default: `me`." },
      },
    });
  });

  it("leaves an optional argument without a default, because it changes what a tool returns", () => {
    const slots = [slot("query", "user")];
    const properties = { user: { type: "string" } };
    const filled = fill(slots, properties, [], { defaults: { "query user": "{user}" } });
    expect(filled.slots).toBe(slots);
  });

  it("marks numbers of a body and optional arguments, and leaves lists", () => {
    const slots = [slot("body", "account"), slot("body", "teams")];
    const filled = fill(
      slots,
      { account: { type: ["integer", "null"] }, teams: { type: "array" } },
      ["teams"],
      { fixed: { "body account": "{account}", "body teams": "{team}" } },
    );
    expect(filled.slots.map((each) => each.fill)).toEqual([
      { value: "{account}", isNumber: true, isOptional: true },
      undefined,
    ]);
    expect(filled.input).toMatchObject({ properties: { teams: {} }, required: ["teams"] });
  });

  it("is only for the paths that begin like the one of its key", () => {
    const slots = [slot("path", "id")];
    const defaults = { "path id /users/{id}": "me" };
    const properties = { id: { type: "string" } };
    const own = fill(slots, properties, ["id"], { path: "/users/{id}/likes", defaults });
    expect(own.slots[0]!.fill).toEqual({ value: "me" });
    expect(fill(slots, properties, ["id"], { path: "/lists/{id}", defaults }).slots).toBe(slots);
  });

  it("never names what a destructive tool acts on", () => {
    const slots = [slot("path", "user"), slot("path", "note")];
    const properties = { user: { type: "string" }, note: { type: "string" } };
    const defaults = { "path user": "me", "path note": "last" };
    const filled = fill(slots, properties, ["user", "note"], {
      path: "/users/{user}/notes/{note}/content",
      isDestructive: true,
      defaults,
    });
    expect(filled.slots.map((each) => each.fill?.value)).toEqual(["me", undefined]);
    expect(filled.input).toMatchObject({ required: ["note"] });
  });

  it("stands for an optional argument of which the API needs one of several", () => {
    const slots = [slot("query", "user"), slot("query", "team")];
    const properties = { user: { type: "string" }, team: { type: "string" } };
    const defaults = { "query user /notes": { value: "{user}", unless: ["team"] } };
    const filled = fill(slots, properties, [], { path: "/notes", defaults });
    expect(filled.slots[0]!.fill).toEqual({
      value: "{user}",
      isOptional: true,
      unless: ["team"],
    });
    expect(filled.input).toMatchObject({
      properties: {
        user: { description: "Default: that of the connection, unless team is set." },
      },
    });
  });

  it("survives in files and databases", () => {
    const { input, slots } = fill([slot("path", "user")], { user: {} }, ["user"], {
      fixed: { "path user": "u{user}" },
    });
    const tool = { name: "a.b", input, binding: { method: "GET", path: "/{user}", slots } };
    expect(parseTool(serializeTool(tool as never))).toEqual(tool);
  });
});
