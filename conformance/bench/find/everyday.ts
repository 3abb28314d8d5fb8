import { readFileSync } from "node:fs";

/** Requests in everyday words, with the names of the tools that serve them. */
export interface Everyday {
  readonly requests: readonly {
    readonly request: string;
    /** Any of them serves the request. */
    readonly tools: readonly string[];
  }[];
  /** Requests of several steps. `steps` holds the tools of each. */
  readonly sequences: readonly {
    readonly request: string;
    readonly steps: readonly (readonly string[])[];
  }[];
}

/**
 * Reads the requests that the ranking is learned from, or those that are only for measuring. Leaves
 * out requests for something that the catalog lacks.
 */
export function readEveryday(part: "tuning" | "held out"): Everyday {
  const file = part === "tuning" ? "everyday.json" : "everyday-held-out.json";
  const { requests, sequences } = JSON.parse(
    readFileSync(new URL(file, import.meta.url), "utf8"),
  ) as Everyday;
  return {
    requests: requests.filter(({ tools }) => tools.length > 0),
    sequences: sequences.filter(({ steps }) => steps.every((tools) => tools.length > 0)),
  };
}
