import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { describeOnRuntimes, START_FILE } from "../fixtures/program.ts";

const NAMES = ["one", "two", "three", "four"];
/** Some tenths of a second of work each. */
const LARGE_HTML = "<p>x".repeat(75_000);
const LARGE_MARKDOWN = "A **bold** line with [a link](other.md).\n\n".repeat(10_000);

/** Returns how many other requests the program answers before some promises resolve. */
async function countAnswersDuring(url: string, promises: readonly Promise<unknown>[]) {
  let isDone = false;
  const done = Promise.all(promises).finally(() => {
    isDone = true;
  });
  let answers = 0;
  for (; !isDone; answers++) {
    await (await fetch(`${url}/healthz`)).text();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  return answers;
}

describeOnRuntimes("the program with large pages", (runtime, test) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "jackfield-large-"));
    for (const name of NAMES) {
      writeFileSync(join(folder, `${name}.html`), LARGE_HTML);
      writeFileSync(join(folder, `notes-${name}.md`), `# Notes\n\n${LARGE_MARKDOWN}`);
    }
    writeFileSync(join(folder, "complex.html"), "<p>x".repeat(800_000));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = async () => {
    const program = await startOn(runtime, [START_FILE], {
      env: { SITE_PORT: "0", SITE_CONTENT: folder, LOG: "off" },
    });
    onTestFinished(async () => void (await program.stop("SIGKILL")));
    return program;
  };

  test("answers other requests while it converts pages", async () => {
    const program = await start();
    const pages = [
      ...NAMES.map((name) => fetch(`${program.url}/${name}.md`)),
      ...NAMES.map((name) =>
        fetch(`${program.url}/notes-${name}`, { headers: { accept: "text/html" } }),
      ),
    ];
    // A blocked event loop would answer about one request for each page.
    expect(await countAnswersDuring(program.url, pages)).toBeGreaterThan(3 * pages.length);
    const responses = await Promise.all(pages);
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await responses[7]!.text()).toContain(
      '<h1>Notes</h1>\n<p>A <strong>bold</strong> line with <a href="other.md">a link</a>.</p>',
    );
    expect(await program.stop()).toBe(0);
  });

  test("rejects a page that is too complex, and converts the next one", async () => {
    const program = await start();
    const complex = await fetch(`${program.url}/agent/read?url=${program.url}/complex.html`);
    expect([complex.status, await complex.json()]).toEqual([
      422,
      expect.objectContaining({ code: "unreadable_page", hint: "Request the page as HTML." }),
    ]);
    const text = await fetch(
      `${program.url}/agent/read?format=text&part=2&url=${program.url}/one.html`,
    );
    expect([text.status, text.headers.get("page-part")]).toEqual([200, "2"]);
    expect(await program.stop()).toBe(0);
  });
});
