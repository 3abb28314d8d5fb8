import { expect, it } from "vitest";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { namesApp, namesServer } from "./names-server.ts";

const createEntry = (name: string, overrides: Partial<AppEntry> = {}): AppEntry => ({
  slug: "app",
  name,
  description: "",
  vendor: "app.example",
  categories: [],
  kind: "mcp",
  auth: [],
  tools: 0,
  verified: "unverified",
  ...overrides,
});

it.each([
  ["summarize my last meeting in Fireflies", "Fireflies.ai", true],
  ["summarize my last meeting in fireflies.ai", "Fireflies.ai", true],
  ["list issues with the Linear MCP", "Linear (MCP)", true],
  ["list issues in Linear", "Linear (MCP)", false],
  ["render the page", "Render", false],
  ["open it in Renderer", "Render", false],
  ["show my Granola notes", "Granola", true],
  ["show my Granola notes", "", false],
  ["show my notes", ".ai", false],
])("names a server: %j, %j: %j", (task, name, expected) => {
  expect(namesServer(task, createEntry(name), true)).toBe(expected);
});

it("finds no empty name", () => {
  expect(namesApp("send it in an email", "")).toBe(false);
});
