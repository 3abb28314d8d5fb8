import { readFileSync } from "node:fs";
import { hashText } from "./random.ts";

/** Requests in everyday words, with the names of the tools that serve them. */
export interface Everyday {
  readonly requests: readonly {
    readonly request: string;
    /** Any of them serves the request. */
    readonly tools: readonly string[];
    /** Whether the request is only for measuring. */
    readonly isHeldOut: boolean;
  }[];
  /** Requests of several steps. `steps` holds the tools of each. */
  readonly sequences: readonly {
    readonly request: string;
    readonly steps: readonly (readonly string[])[];
    readonly isHeldOut: boolean;
  }[];
}

interface EverydayFile {
  readonly requests: readonly { readonly request: string; readonly tools: readonly string[] }[];
  readonly sequences: readonly {
    readonly request: string;
    readonly steps: readonly (readonly string[])[];
  }[];
}

/** Reads `everyday.json`. All requests for one app are in the same half. */
export function readEveryday(): Everyday {
  const { requests, sequences } = JSON.parse(
    readFileSync(new URL("everyday.json", import.meta.url), "utf8"),
  ) as EverydayFile;
  return {
    requests: requests.map((each) => ({ ...each, isHeldOut: isHeldOut(each.tools[0]!) })),
    sequences: sequences.map((each) => ({ ...each, isHeldOut: isHeldOut(each.steps[0]![0]!) })),
  };
}

const isHeldOut = (tool: string): boolean =>
  ((hashText(tool.slice(0, tool.indexOf("."))) >>> 4) & 1) === 1;
