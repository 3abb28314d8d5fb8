import type { MixedRequest } from "../load/mixed-load.ts";
import { connectionId, TOOL } from "./installation.ts";
import type { Program } from "./program.ts";

/** The kinds of requests of the mix, each with its share of ten requests. */
export const KINDS = {
  "Search pages": 3,
  "Read a page as Markdown": 3,
  "Search apps": 1,
  "List connections": 1,
  "Find tools": 1,
  "Run a tool": 1,
} as const;

export type RequestKind = keyof typeof KINDS;

/** Creates one request of each kind to a program. */
export function createRequests(
  { site, platform }: Program,
  key: string,
): Readonly<Record<RequestKind, MixedRequest>> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return {
    "Search pages": { url: `${site}/agent/search?q=loudness+targets&limit=5` },
    "Read a page as Markdown": { url: `${site}/docs/loudness-targets.md` },
    "Search apps": { url: `${platform}/api/v1/apps?search=calendar&limit=5`, headers },
    "List connections": { url: `${platform}/api/v1/connections`, headers },
    "Find tools": {
      url: `${platform}/api/v1/tools/find`,
      headers,
      body: '{"task":"create an issue in my repository","limit":5}',
    },
    "Run a tool": createRun({ platform, key, connection: connectionId(0) }),
  };
}

/** Creates a run of the tool that answers with 1 kB. */
export const createRun = ({
  platform,
  key,
  connection,
}: {
  readonly platform: string;
  readonly key: string;
  readonly connection: string;
}): MixedRequest => ({
  url: `${platform}/api/v1/tools/${TOOL}/run`,
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: JSON.stringify({ arguments: { id: "7" }, connection }),
});

/** Creates the mix: ten requests to each program, in an order that mixes the kinds. */
export const createMix = (programs: readonly Program[], key: string): MixedRequest[] =>
  programs.flatMap((program) => {
    const requests = createRequests(program, key);
    return interleave(KINDS).map((kind) => requests[kind]);
  });

/** Spreads the kinds evenly: first one of each, then the rest of those with a larger share. */
function interleave(shares: Readonly<Record<RequestKind, number>>): RequestKind[] {
  const kinds = Object.keys(shares) as RequestKind[];
  const rounds = Math.max(...Object.values(shares));
  return Array.from({ length: rounds }, (_, round) =>
    kinds.filter((kind) => shares[kind] > round),
  ).flat();
}
