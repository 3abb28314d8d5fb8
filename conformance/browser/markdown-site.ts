import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOn } from "../../adapters/runtime/start-on.ts";
import { START_FILE } from "../fixtures/program.ts";

/** A folder with a Markdown page, served by the program. */
export interface MarkdownSite {
  readonly url: string;
  close(): Promise<void>;
}

const PAGE = `# Cables

A [link](/cables), \`code\`, and an image:

![A cable](/cable.svg)

<p id="inline" style="font-weight:900">Inline HTML</p>

| Cable | Length |
|---|---|
| Patch | 1 m |

> Balanced.

    a line of code that is much too long for a narrow window, and has to wrap or scroll there
`;

const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 20h120" stroke="teal"/></svg>`;

export async function startMarkdownSite(): Promise<MarkdownSite> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const content = join(folder, "content");
  mkdirSync(content);
  writeFileSync(join(content, "index.md"), PAGE);
  writeFileSync(join(content, "cable.svg"), IMAGE);
  const program = await startOn("node", [START_FILE], {
    env: {
      SITE_PORT: "0",
      SITE_CONTENT: content,
      PLATFORM: "off",
      LOG: "off",
      DATA_DIR: join(folder, "data"),
    },
  });
  return {
    url: program.url,
    async close() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
