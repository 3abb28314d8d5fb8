import type { ToolCard } from "../../ports/apps.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import { buildIndex } from "../domain/find/build.ts";
import { type Found, find } from "../domain/find/find.ts";
import { openIndex, type ToolIndex } from "../domain/find/open.ts";
import type { OwnApp } from "./own-apps.ts";

/** What is looked for, and what is known of who asks. */
export interface Asked {
  readonly task: string;
  readonly limit: number;
  /** The apps that the account has added; the same map as long as nothing has changed. */
  readonly own: ReadonlyMap<string, OwnApp>;
  /** The slugs of the apps to look in; without it, all. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that are connected. */
  readonly connected: ReadonlySet<string>;
}

export interface FoundTool extends Pick<Found, "score" | "why"> {
  readonly card: ToolCard;
}

/** Finds tools for a task, the best first. */
export type Finder = (asked: Asked) => Promise<readonly FoundTool[]>;

/** Looks through a catalogue, and what accounts have added, together. */
export function createFinder(catalogue: Catalogue): Finder {
  let bytes: Uint8Array | undefined;
  let big: ToolIndex | undefined;
  const small = new WeakMap<
    ReadonlyMap<string, OwnApp>,
    { readonly like: ToolIndex | undefined; readonly index: ToolIndex }
  >();

  const bigIndex = async (): Promise<ToolIndex | undefined> => {
    const now = await catalogue.index();
    if (now !== bytes) {
      bytes = now;
      big = now && openIndex(now);
    }
    return big;
  };

  /** Of an account's own tools; counted like the big one, so that scores can be compared. */
  const ownIndex = (own: Asked["own"], like: ToolIndex | undefined): ToolIndex | undefined => {
    if (own.size === 0) return undefined;
    const kept = small.get(own);
    if (kept && kept.like === like) return kept.index;
    const documents = [...own.values()].flatMap((app) => app.documents);
    const index = openIndex(buildIndex(documents, like && { like }));
    small.set(own, { like, index });
    return index;
  };

  let known: Catalogue["apps"] | undefined;
  let popular: ReadonlySet<string> = new Set();
  const popularNow = () => {
    if (known !== catalogue.apps)
      popular = new Set((known = catalogue.apps).flatMap((app) => (app.popular ? [app.slug] : [])));
    return popular;
  };

  return async ({ task, limit, own, apps, connected }) => {
    const like = await bigIndex();
    const mine = ownIndex(own, like);
    const indexes = [like, mine].filter((index) => index !== undefined);
    // An app that the account has added stands in place of the catalogue's of its slug.
    const isHidden = (each: Found) =>
      each.index === 0 && like !== undefined && own.has(slugOf(like, each.tool));
    const hides = like?.slugs.some((slug) => own.has(slug)) === true;
    const all =
      indexes.length === 0
        ? []
        : find(indexes, {
            task,
            limit: hides ? limit * 3 : limit,
            connected,
            popular: popularNow(),
            ...(apps && { apps }),
          });
    const found = hides ? all.filter((each) => !isHidden(each)).slice(0, limit) : all;
    const cards = [...own.values()].flatMap((app) => app.cards);
    const theirs = found.filter(({ index }) => indexes[index] === like);
    const read = await catalogue.cards(theirs.map(({ tool }) => tool));
    const byTool = new Map(theirs.map(({ tool }, at) => [tool, read[at]!]));
    return found.map(({ index, tool, score, why }) => ({
      card: indexes[index] === like ? byTool.get(tool)! : cards[tool]!,
      score,
      why,
    }));
  };
}

const slugOf = ({ slugs, appOf }: ToolIndex, tool: number): string => slugs[appOf[tool]!]!;
