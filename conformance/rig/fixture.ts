import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Words that stand outside the site's folder, and in its hidden files: whoever reads them has left the site. */
export const OUTSIDE = "words from outside the site";

/** Where the long page stands. */
export const LONG_PAGE = "/guide/long-session-log.html";

/**
 * The rig's site in a folder of its own, with what a repository had better not hold: a page of over 100 kB, a hidden
 * file, and links that lead out of the folder.
 */
export function makeFixture(): { folder: string; remove(): void } {
  const base = mkdtempSync(join(tmpdir(), "jackfield-rig-"));
  const folder = join(base, "site");
  cpSync(join(import.meta.dirname, "site"), folder, { recursive: true });

  writeFileSync(join(base, "outside.html"), page("Outside", `<p>${OUTSIDE}</p>`));
  symlinkSync(join(base, "outside.html"), join(folder, "leaves.html"));
  symlinkSync(base, join(folder, "up"));
  mkdirSync(join(folder, ".private"));
  writeFileSync(join(folder, ".private/notes.html"), page("Private", `<p>${OUTSIDE}</p>`));
  writeFileSync(join(folder, ".secret.html"), page("Secret", `<p>${OUTSIDE}</p>`));
  writeFileSync(join(folder, LONG_PAGE), page("Long session log", takes(1200)));
  return { folder, remove: () => rmSync(base, { recursive: true, force: true }) };
}

const page = (title: string, content: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>\n${content}\n</main></body></html>\n`;

/** About a hundred bytes a take, some of them outside ASCII, so that no part ends inside a character unnoticed. */
const takes = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<h2>Take ${at + 1}</h2>\n<p>Naïve façade 😀 number ${at + 1}: the singer was early, the drummer was late, and the tape ran out.</p>`,
  ).join("\n");
