import { readFileSync } from "node:fs";

/**
 * A defect planted in a source file, and the test that must detect it. For behavior that no response
 * to a single request shows.
 */
export interface SourceMutation {
  /** A noun phrase that names the defect. */
  readonly description: string;
  /** The changed file, from the root of the project. */
  readonly file: string;
  /** Code that the file has once. */
  readonly find: string;
  readonly replace: string;
  /** The test file that has the test, from `conformance/`. */
  readonly testFile: string;
  /** The title of the test that must fail. */
  readonly failingTest: string;
}

const ROOT = new URL("../../../", import.meta.url).pathname;
const QUERY = /\?mutation=(\d+)$/;

/** The module ID of a mutated file. */
export const mutatedId = ({ file }: SourceMutation, index: number): string =>
  `${ROOT}${file}?mutation=${index}`;

/** The module ID of the file without the defect. */
export const originalId = ({ file }: SourceMutation): string => `${ROOT}${file}`;

/** How often a file has the code that a mutation replaces. */
export const countMatches = (mutation: SourceMutation): number =>
  readFileSync(originalId(mutation), "utf8").split(mutation.find).length - 1;

/** A Vite plugin that plants the defect in modules that are imported with the ID of a mutation. */
export const createMutationPlugin = (mutations: readonly SourceMutation[]) => ({
  name: "source-mutations",
  enforce: "pre" as const,
  transform(code: string, id: string): string | undefined {
    const mutation = mutations[Number(QUERY.exec(id)?.[1] ?? -1)];
    return mutation && code.replace(mutation.find, () => mutation.replace);
  },
});
