import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const README = resolve(import.meta.dirname, "../../../generated/clients/js/README.md");

/** A block of TypeScript in the README. */
export interface Example {
  readonly number: number;
  readonly code: string;
}

/** Reads the examples. Each is a module of its own. */
export function readExamples(): Example[] {
  const blocks = readFileSync(README, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, code], index) => ({ number: index + 1, code: code! }));
}
