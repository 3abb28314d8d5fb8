import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readAppWebhooks } from "./app-webhooks.ts";

it("reads the subscriptions of at least a dozen apps", () => {
  expect(readAppWebhooks().size).toBeGreaterThanOrEqual(12);
});

it("names each mistake in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-webhooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "apps/notes"), { recursive: true });
  writeFileSync(
    join(folder, "apps/notes/webhooks.json"),
    JSON.stringify({ $schema: "../../schemas/webhooks.json", scheme: "github", types: [] }),
  );
  expect(() => readAppWebhooks(folder, ["notes"])).toThrow(
    /notes\/webhooks\.json: \/docs: .*\n.*webhooks\.json: \/checked: /,
  );
});
