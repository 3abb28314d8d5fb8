import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const README = resolve(import.meta.dirname, "../../../generated/clients/python/README.md");

/** A block of Python in the README, with the heading above it. */
export interface Example {
  readonly heading: string;
  readonly code: string;
}

/** Reads the examples. Each is a program of its own. */
export function readExamples(): Example[] {
  const text = readFileSync(README, "utf8");
  return [...text.matchAll(/^```python\n(.*?)^```$/gms)].map(({ index, 1: code }) => ({
    heading: /^#+ (.*)$/gm.exec(text.slice(text.lastIndexOf("\n#", index)))?.[1] ?? "",
    code: code!,
  }));
}
