import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, START_FILE } from "../fixtures/program.ts";

const NAMES = Array.from({ length: 8 }, (_, index) => `large-${index + 1}`);
/** About a second of work for each page. */
const LARGE_PAGE = "<p>x".repeat(400_000);

describeOnRuntimes("the program with large pages", (runtime, test) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "jackfield-large-"));
    for (const name of NAMES) writeFileSync(join(folder, `${name}.html`), LARGE_PAGE);
    writeFileSync(join(folder, "complex.html"), "<p>x".repeat(800_000));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("answers other requests while it converts eight pages", async () => {
    const program = await startOn(runtime, [START_FILE], {
      env: { SITE_PORT: "0", SITE_CONTENT: folder, LOG: "off", RATE_LIMIT: "off" },
    });
    const events: string[] = [];
    const reads = NAMES.map(async (name) => {
      const { status } = await fetch(`${program.url}/${name}.md`);
      events.push(`${name} ${status}`);
    });
    for (let each = 0; each < 10; each++)
      events.push(`healthz ${(await fetch(`${program.url}/healthz`)).status}`);
    await Promise.all(reads);
    // A blocked event loop would answer all reads first.
    expect(events.slice(0, 8)).toEqual(Array(8).fill("healthz 200"));
    expect(events.filter((event) => event.startsWith("large")).sort()).toEqual(
      NAMES.map((name) => `${name} 200`),
    );

    // A page that exceeds the limits fails, and the next one is converted.
    const complex = await fetch(`${program.url}/agent/read?url=${program.url}/complex.html`);
    expect([complex.status, await complex.json()]).toEqual([
      422,
      expect.objectContaining({ code: "unreadable_page", hint: "Request the page as HTML." }),
    ]);
    const text = await fetch(
      `${program.url}/agent/read?format=text&part=2&url=${program.url}/large-1.html`,
    );
    expect([text.status, text.headers.get("page-part")]).toEqual([200, "2"]);
    expect(await program.stop()).toBe(0);
  });
});
