import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { limitConfidence } from "./limit-confidence.ts";
import type { SearchNotice } from "./search-notices.ts";

const LINEAR_MCP: AppEntry = {
  slug: "linear_mcp",
  name: "Linear (MCP)",
  description: "",
  vendor: "linear.app",
  categories: [],
  kind: "mcp",
  auth: ["mcp_oauth"],
  tools: 0,
  verified: "reviewed",
};
const LINEAR = { slug: "linear", name: "Linear" };
const GITHUB = { slug: "github", name: "GitHub" };
const SLACK = { slug: "slack", name: "Slack" };

const limit = (
  text: string,
  app: Pick<AppEntry, "slug" | "name">,
  code: SearchNotice["code"] = "connection_required",
) =>
  limitConfidence(0.9, app, {
    text,
    notice: { code, app: "linear_mcp", message: "", hint: "" },
    named: LINEAR_MCP,
  });

describe("limitConfidence", () => {
  it("limits other apps if the named one isn't available yet", () => {
    const task = "create an issue with the Linear MCP";
    expect(limit(task, GITHUB)).toBe(0.49);
    expect(limit(task, LINEAR)).toBe(0.9);
    expect(limit(task, GITHUB, "no_such_tool")).toBe(0.9);
  });

  it("doesn't limit an app that the text names, too, or one for another step", () => {
    expect(limit("copy it from the Linear MCP to Slack", SLACK)).toBe(0.9);
    expect(limit("send it by email", SLACK)).toBe(0.9);
  });

  it("makes every tool unlikely if probably none serves the task", () => {
    expect(limit("water my plants", SLACK, "no_match")).toBe(0.1);
  });

  it("limits all apps if the named one doesn't exist", () => {
    const notice = { code: "no_such_app", message: "", hint: "" } as const;
    const facts = { notice, unknownName: "Zorblax" };
    expect(limitConfidence(0.9, SLACK, { ...facts, text: "post it in Zorblax" })).toBe(0.49);
    expect(limitConfidence(0.3, SLACK, { ...facts, text: "post it in Zorblax" })).toBe(0.3);
    expect(limitConfidence(0.9, SLACK, { ...facts, text: "send an email" })).toBe(0.9);
  });
});
