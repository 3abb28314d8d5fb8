import { describe, expect, it } from "vitest";
import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { describeAccess, permissionList } from "./permissions.ts";

const NOTES = { name: "Notes", tools: 42 };
const createMethod = (overrides: Partial<AuthMethod>): AuthMethod => ({
  id: "key",
  type: "api_key",
  fields: [],
  from: "overlay",
  ...overrides,
});
const describeCounts = (all: number, readOnly: number, limit = "") =>
  describeAccess(NOTES, createMethod({ toolCounts: { all, readOnly } }), limit).replace(
    "Programs with an API key of this account can then run ",
    "",
  );

describe("describeAccess()", () => {
  it("mentions no changes if the tools of the method only read", () => {
    expect(describeCounts(12, 12, "within these permissions")).toBe(
      "any of Notes’s 12 tools on your behalf. They only read data within these permissions.",
    );
    expect(describeCounts(1, 1)).toBe("one tool of Notes on your behalf. It only reads data.");
  });

  it("counts the tools that only read if others change data", () => {
    expect(describeCounts(1200, 1000)).toBe(
      "any of Notes’s 1,200 tools on your behalf. 1,000 of them only read data. The others can create, change and delete data.",
    );
    expect(describeCounts(2, 1)).toBe(
      "any of Notes’s 2 tools on your behalf. One of them only reads data. The other can create, change or delete data.",
    );
  });

  it("doesn't count tools that the scopes may not allow", () => {
    const describeScoped = (all: number, readOnly: number) =>
      describeAccess(
        NOTES,
        createMethod({ toolCounts: { all, readOnly } }),
        "within these permissions",
        { hasScopes: true },
      );
    expect(describeScoped(1200, 1000)).toBe(
      "Programs with an API key of this account can then run those of Notes’s 1,200 tools that these permissions allow, on your behalf. They can read, create, change and delete data within these permissions.",
    );
    expect(describeScoped(12, 12)).toContain("They only read data within these permissions.");
  });

  it("mentions no reading if no tool only reads", () => {
    expect(describeCounts(3, 0)).toContain("They can create, change and delete data.");
    expect(describeCounts(1, 0)).toContain("It can create, change or delete data.");
  });

  it("expects every kind of access from tools that aren't known", () => {
    const text = describeAccess({ ...NOTES, tools: 0 }, createMethod({}), "");
    expect(text).toContain("run Notes’s tools on your behalf. They can read, create, change");
  });
});

describe("permissionList()", () => {
  const method = createMethod({
    scopes: [{ name: "notes:read", description: "Read your <notes>", isDefault: true }],
  });

  it("describes scopes, and formats the names of scopes without a description", () => {
    const list = permissionList(method, ["notes:read", "notes:write"]).html;
    expect(list).toContain("<span>Read your &lt;notes&gt;<code>notes:read</code></span>");
    expect(list).toContain("<span>Notes: write</span>");
    expect(list).not.toContain("<details");
  });

  it("folds all but eight scopes", () => {
    const names = Array.from({ length: 11 }, (_, index) => `s${index}`);
    expect(permissionList(undefined, names).html).toContain("<summary>Show 3 more</summary>");
  });

  it("is empty without scopes", () => {
    expect(permissionList(method, []).html.trim()).toBe("");
  });
});
