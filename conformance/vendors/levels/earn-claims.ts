import type { Level } from "../../../adapters/catalog/levels/level-record.ts";
import { isHarmless } from "../expected.ts";
import type { ToolResult } from "../tool-results.ts";

/** The judges of tools: the packages of a vendor's clients, and the day of the comparison. */
interface Judges {
  /** Each `name@version`. The first one is the vendor's main client. */
  readonly packages: readonly string[];
  /** `2026-11-28`. */
  readonly date: string;
}

/**
 * Derives the claims about tools from the results of comparisons, by name. Of several results of a
 * tool, a refutation counts first, then the lowest level of those that compare requests.
 */
export function earnClaims(
  results: readonly ToolResult[],
  judges: Judges,
): ReadonlyMap<string, string> {
  const earned = new Map<string, Claim>();
  for (const result of results) {
    const level = findLevel(result);
    if (level === undefined) continue;
    const known = earned.get(result.tool);
    const isEndpoint = result.isEndpointOnly === true;
    const claim = { text: `${level} ${describeJudge(result, judges)}`, level, isEndpoint };
    if (known === undefined || isStronger(claim, known)) earned.set(result.tool, claim);
  }
  return new Map([...earned].map(([tool, { text }]) => [tool, text]));
}

interface Claim {
  readonly text: string;
  readonly level: Level;
  /** Whether only the verb and the path were compared. */
  readonly isEndpoint: boolean;
}

function isStronger(claim: Claim, known: Claim): boolean {
  if (claim.level === "refuted" || known.level === "refuted") return claim.level === "refuted";
  if (claim.isEndpoint !== known.isEndpoint) return known.isEndpoint;
  return claim.level === "known_endpoint";
}

/**
 * A judged difference is no agreement. If the service accepts it, the endpoint is right. Differences
 * that only bodies of the catalog's own have aren't compared.
 */
function findLevel(result: ToolResult): Level | undefined {
  const { differences, skipped, isEndpointOnly, source } = result;
  if (differences.length > 0) return isHarmless(result) ? harmlessLevel(result) : "refuted";
  if (isEndpointOnly || packageOf(source) !== undefined) return "known_endpoint";
  if (skipped !== undefined) return undefined;
  return source === undefined ? "matches_client" : "matches_example";
}

const harmlessLevel = ({ differences, source }: ToolResult): Level | undefined =>
  source !== undefined || differences.some(({ kind }) => /^(?:host|method|path)$/.test(kind))
    ? undefined
    : "known_endpoint";

/**
 * Returns the URL of a documentation page, or else of the repository at the commit or of the package,
 * because the record has no room for paths: `examples/` has them.
 */
function exampleUrl(source: string): string {
  const [, repository, commit] = /^github:([^@:]+)@([0-9a-f]{10})/.exec(source) ?? [];
  return repository === undefined ? source : `https://github.com/${repository}/tree/${commit}`;
}

/** Returns the package that an example is derived from. The vendor didn't publish such an example. */
const packageOf = (source: string | undefined): string | undefined =>
  /^npm:(.+@[^:]+):/.exec(source ?? "")?.[1];

/** Returns the client with its version, or the URL of the example with the day. */
function describeJudge({ client, source, tool }: ToolResult, { packages, date }: Judges): string {
  if (source !== undefined) return packageOf(source) ?? `${exampleUrl(source)} ${date}`;
  const found =
    client === undefined
      ? packages.slice(0, 1)
      : packages.filter((each) => each === client || each.startsWith(`${client}@`));
  if (found.length !== 1 || (client === undefined && packages.length > 1))
    throw new Error(`${tool}: the result doesn't name one of the vendor's packages.`);
  return found[0]!;
}
