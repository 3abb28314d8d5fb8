import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readAppWebhooks } from "./app-webhooks.ts";

it("reads the subscriptions of at least a dozen apps", () => {
  expect(readAppWebhooks().size).toBeGreaterThanOrEqual(12);
});

it("names each mistake in the file", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-webhooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "webhooks.json");
  writeFileSync(path, JSON.stringify({ notes: { scheme: "github", types: [] } }));
  expect(() => readAppWebhooks(path)).toThrow(/notes\.docs: .*\n.*notes\.checked: /);
});
