import { requireValue } from "../../../lib/kit/require-value.ts";
import { textBefore } from "../../../lib/kit/text/text-before.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import type { Actor } from "../../auth/actor.ts";
import { allowsApp } from "../../auth/permission.ts";
import type { AccountApps } from "../account-apps.ts";
import type { CatalogApp } from "../catalog-app.ts";
import type { ToolMatch, ToolMatches, ToolQuery } from "../catalog-view.ts";
import { findLackingApp } from "./lacking-apps.ts";
import { limitConfidence } from "./limit-confidence.ts";
import { findEntry } from "./merge-entries.ts";
import { createRefutedNotice, orderByCheck } from "./order-by-check.ts";
import { createNotices, type SearchNotice } from "./search-notices.ts";
import type { RankedTools, ToolFinder } from "./tool-finder.ts";

/** All apps, those of the actor, and their connections. */
export interface SearchedApps extends Pick<AccountApps, "apps"> {
  /** Sorted by slug. */
  readonly entries: readonly AppEntry[];
  /** The number of connections by slug. */
  readonly connections: ReadonlyMap<string, number>;
  toCatalogApp(entry: AppEntry): CatalogApp;
}

/** Finds the tools for a task among the apps that the actor may use and the query includes. */
export async function findTools(
  query: ToolQuery,
  searched: SearchedApps,
  actor: Actor,
  findRankedTools: ToolFinder,
): Promise<ToolMatches> {
  const { task, limit, connected } = query;
  const { apps, connections, toCatalogApp, entries } = searched;
  const requested = query.apps && new Set(query.apps);
  const isFiltered = actor.apps !== undefined || requested !== undefined || connected !== undefined;
  const isIncluded = ({ slug }: AppEntry) =>
    allowsApp(actor, slug) &&
    (!requested || requested.has(slug)) &&
    (connected === undefined || connections.has(slug) === connected);
  const includedSlugs = isFiltered
    ? new Set(entries.filter(isIncluded).map(({ slug }) => slug))
    : undefined;
  const found = await findRankedTools({
    task,
    limit,
    accountApps: apps,
    connected: new Set(connections.keys()),
    apps: includedSlugs,
  });
  const ranked = { ...found, tools: orderByCheck(found) };
  const unknownName = ranked.unknownName ?? findLackingApp(task, entries);
  const notices = createNotices({
    task,
    ...ranked,
    unknownName,
    requested,
    connected,
    toCatalogApp,
    entries: includedSlugs ? entries.filter(({ slug }) => includedSlugs.has(slug)) : entries,
    // A search in some of the apps doesn't show that another app is unknown.
    isComplete: !isFiltered,
  });
  const matches = toMatches(task, { ...ranked, unknownName }, searched, notices[0]);
  const refuted = createRefutedNotice(found.tools);
  return { matches, steps: ranked.steps, notices: refuted ? [...notices, refuted] : notices };
}

/** `notice` limits the confidence of the matches. */
function toMatches(
  task: string,
  { tools, steps, unknownName }: RankedTools,
  { entries, toCatalogApp }: SearchedApps,
  notice: SearchNotice | undefined,
): readonly ToolMatch[] {
  const named = notice && findEntry(entries, notice.app ?? "");
  return tools.map(({ card, score, confidence, why, step }) => {
    const entry = requireValue(
      findEntry(entries, textBefore(card.name, ".")),
      `the app of ${card.name}`,
    );
    const text = step === undefined ? task : (steps?.[step] ?? task);
    return {
      app: toCatalogApp(entry),
      card,
      score,
      confidence: notice
        ? limitConfidence(confidence, entry, { text, notice, named, unknownName })
        : confidence,
      why,
      step,
    };
  });
}
