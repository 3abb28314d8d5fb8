import type { ToolIndex } from "../index/open-index.ts";
import { actionForTerm } from "../words/actions.ts";
import { isCommand } from "./commands.ts";
import type { QueryTerm } from "./query-terms.ts";

/** The weight of a term that a pronoun stands for. */
const REFERRED_WEIGHT = 0.5;
const PRONOUN = /\b(?:it|them|this|that|these|those|each|all|both)\b/i;
const MAX_OBJECT_TERMS = 2;
/** The share of the tools with a term that are those of apps with that name, by its spelling. */
const APP_NAME_SHARE = { named: 0.3, unnamed: 0.6 };

/**
 * Returns the terms that the pronoun of a command stands for, such as those of `open tickets` in
 * `close them` after `find the open tickets`. Returns nothing for a command with a noun of its own.
 */
export function readPronoun(
  piece: string,
  ownTerms: readonly QueryTerm[],
  previousTerms: readonly QueryTerm[],
  indexes: readonly ToolIndex[],
): QueryTerm[] {
  if (!PRONOUN.test(piece) || !isCommand(piece)) return [];
  if (ownTerms.filter((each) => !isAppName(each, indexes)).length !== 1) return [];
  const own = new Set(ownTerms.map(({ term }) => term));
  return previousTerms
    .filter((each) => !isLeadingVerb(each) && !own.has(each.term) && !isAppName(each, indexes))
    .slice(0, MAX_OBJECT_TERMS)
    .map((each) => ({
      ...each,
      weight: each.weight * REFERRED_WEIGHT,
      idf: each.idf * REFERRED_WEIGHT,
      positions: [],
    }));
}

const isLeadingVerb = ({ term, alternatives, positions }: QueryTerm): boolean =>
  alternatives.length > 0 || (positions[0] === 0 && actionForTerm(term) !== undefined);

/** Whether few tools have the term, except those of apps with that name. */
const isAppName = ({ term, isNamed }: QueryTerm, indexes: readonly ToolIndex[]): boolean =>
  indexes.some(({ terms, appNames, frequencies }) => {
    const number = terms.find(term);
    if (number < 0) return false;
    const share = appNames.toolsWithTerm(number) / Math.max(1, frequencies[number]!);
    return share >= APP_NAME_SHARE[isNamed ? "named" : "unnamed"];
  });
