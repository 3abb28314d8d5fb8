import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Words that stand outside the site's folder, and in its hidden files: whoever reads them has left the site. */
export const OUTSIDE_TEXT = "words from outside the site";

/** Where the long page stands. */
export const LONG_PAGE_PATH = "/guide/long-session-log.html";

/**
 * The rig's site in a folder of its own, with what a repository had better not hold: a page of over 100 kB, a hidden
 * file, and links that lead out of the folder.
 */
export function createContentFolder(): { folder: string; remove(): void } {
  const base = mkdtempSync(join(tmpdir(), "jackfield-rig-"));
  const folder = join(base, "site");
  cpSync(join(import.meta.dirname, "site"), folder, { recursive: true });

  writeFileSync(join(base, "outside.html"), renderPage("Outside", `<p>${OUTSIDE_TEXT}</p>`));
  symlinkSync(join(base, "outside.html"), join(folder, "leaves.html"));
  symlinkSync(base, join(folder, "up"));
  mkdirSync(join(folder, ".private"));
  writeFileSync(
    join(folder, ".private/notes.html"),
    renderPage("Private", `<p>${OUTSIDE_TEXT}</p>`),
  );
  writeFileSync(join(folder, ".secret.html"), renderPage("Secret", `<p>${OUTSIDE_TEXT}</p>`));
  writeFileSync(join(folder, LONG_PAGE_PATH), renderPage("Long session log", renderTakes(1200)));
  return { folder, remove: () => rmSync(base, { recursive: true, force: true }) };
}

const renderPage = (title: string, content: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>\n${content}\n</main></body></html>\n`;

/** About a hundred bytes a take, some of them outside ASCII, so that no part ends inside a character unnoticed. */
const renderTakes = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<h2>Take ${index + 1}</h2>\n<p>Naïve façade 😀 number ${index + 1}: the singer was early, the drummer was late, and the tape ran out.</p>`,
  ).join("\n");
