import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type OpenCatalog, openCatalog } from "./folder.ts";
import { readOverlay } from "./overlay.ts";

const folder = process.env["CATALOG_DIR"];
const catalog = folder ? await openCatalog(folder) : undefined;

describe.skipIf(!catalog)(
  `the whole catalog${catalog ? "" : " (skipped: CATALOG_DIR names none)"}`,
  () => {
    // Read where a test runs: what is skipped is still looked through.
    const { manifest, apps } = (catalog ?? {}) as OpenCatalog;

    test("has more than 1,600 apps, counted by its rule, beside the remote MCP servers", () => {
      expect(manifest.apps).toBeGreaterThan(1600);
      expect(apps.filter(({ kind }) => kind === "http")).toHaveLength(manifest.apps);
      expect(apps.filter(({ kind }) => kind === "mcp")).toHaveLength(manifest.groups.mcp);
    });

    test("has apps of one name and one address each, with a sign-in or open to all, and tools", () => {
      const http = apps.filter(({ kind }) => kind === "http");
      expect(http.filter(({ tools }) => tools === 0)).toEqual([]);
      expect(http.filter(({ auth }) => auth.length === 0)).toEqual([]);
      expect(new Set(apps.map(({ slug }) => slug)).size).toBe(apps.length);
      expect(manifest.completeAuth + manifest.open).toBe(manifest.apps);
    });

    test("has at least 120 of the 150 apps that people use most at work, each with a sign-in that was reviewed", () => {
      const { popular } = readOverlay(join(import.meta.dirname, "overlay"));
      const bySlug = new Map(apps.map((app) => [app.slug, app]));
      const connectable = [...popular].filter((slug) =>
        [bySlug.get(slug), bySlug.get(`${slug}_mcp`)].some((app) => app?.verified === "reviewed"),
      );
      expect(popular.size).toBe(150);
      expect(connectable.length).toBeGreaterThanOrEqual(120);
    });
  },
);
