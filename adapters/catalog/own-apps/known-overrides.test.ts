import { expect, it } from "vitest";
import type { Catalog } from "../../../core/ports/catalog.ts";
import { requireKnownOverrides } from "./known-overrides.ts";

const APPS = ["github", "slack"].map((slug) => ({
  slug,
  name: slug,
})) as unknown as Catalog["apps"];
const MISTYPED = new Map([["githbu", "http://localhost:4000"]]);

it("refuses to start with a mistyped app, and suggests the right one", () => {
  const catalog = { apps: APPS, ready: Promise.resolve() };
  expect(() => requireKnownOverrides(catalog, MISTYPED, () => {})).toThrow(
    'APP_OVERRIDES names "githbu"',
  );
  const known = new Map([["github", "http://localhost:4000"]]);
  expect(() => requireKnownOverrides(catalog, known, () => {})).not.toThrow();
});

it("logs it once the catalog is compiled", async () => {
  const lines: string[] = [];
  const catalog = { apps: [] as Catalog["apps"], ready: Promise.resolve() };
  requireKnownOverrides(catalog, MISTYPED, (line) => lines.push(line));
  catalog.apps = APPS;
  await catalog.ready;
  await Promise.resolve();
  expect(lines).toEqual([
    'APP_OVERRIDES names "githbu", but the catalog has no such app. Did you mean github?',
  ]);
});
