import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOverlay } from "../facts/read-facts.ts";
import { type OpenCatalog, openCatalog } from "../folder.ts";

const folder = process.env["CATALOG_DIR"];
const catalog = folder ? await openCatalog(folder) : undefined;

describe.skipIf(!catalog)(
  `the compiled catalog${catalog ? "" : " (skipped: CATALOG_DIR is not set)"}`,
  () => {
    // Vitest evaluates this callback even if it skips the tests.
    const { manifest, apps } = (catalog ?? {}) as OpenCatalog;

    test("has more than 1,600 apps besides the remote MCP servers", () => {
      expect(manifest.apps).toBeGreaterThan(1600);
      expect(apps.filter(({ kind }) => kind === "http")).toHaveLength(manifest.apps);
      expect(apps.filter(({ kind }) => kind === "mcp")).toHaveLength(manifest.groups.mcp);
    });

    test("has tools, authentication and a unique slug for every app", () => {
      const http = apps.filter(({ kind }) => kind === "http");
      expect(http.filter(({ tools }) => tools === 0)).toEqual([]);
      expect(http.filter(({ auth }) => auth.length === 0)).toEqual([]);
      expect(new Set(apps.map(({ slug }) => slug)).size).toBe(apps.length);
      expect(manifest.completeAuth + manifest.open).toBe(manifest.apps);
    });

    test("has reviewed authentication for at least 120 of the 150 most popular apps", () => {
      const { popular } = readOverlay(join(import.meta.dirname, ".."));
      const bySlug = new Map(apps.map((app) => [app.slug, app]));
      const connectable = [...popular].filter((slug) =>
        [bySlug.get(slug), bySlug.get(`${slug}_mcp`)].some((app) => app?.verified === "reviewed"),
      );
      expect(popular.size).toBe(150);
      expect(connectable.length).toBeGreaterThanOrEqual(120);
    });

    test("has every app whose purposes the overlay lists", () => {
      const { purposes } = readOverlay(join(import.meta.dirname, ".."));
      const slugs = new Set(apps.map(({ slug }) => slug));
      expect(purposes.size).toBeGreaterThan(300);
      expect([...purposes.keys()].filter((slug) => !slugs.has(slug))).toEqual([]);
      expect(apps.find(({ slug }) => slug === "trello")!.purposes).toContain("kanban");
    });

    test("has every tool that the overlay describes", async () => {
      const overlay = readOverlay(join(import.meta.dirname, ".."));
      const missing = [...overlay.apps].flatMap(([slug, { tools = {} }]) =>
        Object.entries(tools).map(async ([operation, { name, title, body }]) => {
          if (name === undefined) return [];
          const tool = await catalog!.findTool(`${slug}.${name}`);
          const isApplied =
            tool !== undefined &&
            (title === undefined || tool.title === title) &&
            tool.binding?.body?.compose === body?.compose;
          return isApplied ? [] : [`${slug}: ${operation}`];
        }),
      );
      expect(missing.length).toBeGreaterThan(5);
      expect((await Promise.all(missing)).flat()).toEqual([]);
    });

    test("has every tool that the overlay names for testing credentials", async () => {
      const overlay = readOverlay(join(import.meta.dirname, ".."));
      const named = [...overlay.apps].flatMap(([slug, { test: one }]) =>
        one ? [{ name: `${slug}.${one.tool}`, args: Object.keys(one.arguments ?? {}) }] : [],
      );
      expect(named.length).toBeGreaterThan(80);
      const unusable = await Promise.all(
        named.map(async ({ name, args }) => {
          const tool = await catalog!.findTool(name);
          const { properties = {}, required = [] } = (tool?.input ?? {}) as {
            properties?: object;
            required?: string[];
          };
          const isUsable =
            tool !== undefined &&
            tool.auth.length > 0 &&
            args.every((arg) => arg in properties) &&
            required.every((arg) => args.includes(arg));
          return isUsable ? [] : [name];
        }),
      );
      expect(unusable.flat()).toEqual([]);
    });
  },
);
