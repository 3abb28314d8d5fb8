/**
 * Writes `uploads.json` from the code of the npm package `googleapis`. Usage: generate-uploads.ts
 * FOLDER, where the package is in `node_modules`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** A method with media: its path, its verb, and the path for requests with a file. */
const METHOD =
  /url: \(rootUrl \+\s*'([^']+)'\)(?:(?!rootUrl \+)[\s\S])*?method: '(\w+)'(?:(?!rootUrl \+)[\s\S])*?mediaUrl: \(rootUrl \+\s*'([^']+)'\)/g;
const ROOT = /const rootUrl = options\.rootUrl \|\| 'https:\/\/([^/']+)/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Pass the folder with the package googleapis.");
const home = join(folder, "node_modules/googleapis");
const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const apis = join(home, "build/src/apis");
const hosts = new Map<string, Set<string>>();
for (const file of readdirSync(apis, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".js")) continue;
  const code = readFileSync(join(apis, file), "utf8");
  const host = ROOT.exec(code)?.[1] ?? "";
  for (const [, path = "", verb, uploadPath] of code.matchAll(METHOD)) {
    if (uploadPath !== `/upload${path}`) throw new Error(`${host}${path} takes files elsewhere.`);
    const operations = hosts.get(host) ?? new Set();
    hosts.set(host, operations.add(`${verb} ${path.replaceAll("{+", "{")}`));
  }
}
const sorted = [...hosts].toSorted(([first], [second]) => (first < second ? -1 : 1));
writeFileSync(
  join(import.meta.dirname, "uploads.json"),
  `${JSON.stringify(
    {
      client: `googleapis@${version}`,
      operations: Object.fromEntries(
        sorted.map(([host, operations]) => [host, [...operations].toSorted()]),
      ),
    },
    undefined,
    2,
  )}\n`,
);
