import { findNearest } from "../../../lib/kit/text/find-nearest.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import type { OperationContext } from "../contract.ts";

/** What a card of the list shows. */
export type ListedApp = Pick<
  PlatformOutput<"searchApps">["data"][number],
  "id" | "name" | "description" | "kind" | "own" | "auth_types" | "tools_count"
>;

/** The filters of the list, which are in the address of the page. */
export interface AppFilter {
  /** The words of a search. */
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  /** Whether to list only apps that the account added. */
  readonly isOwn: boolean;
}

/** A category, and the number of its apps. */
export interface Category {
  readonly name: string;
  readonly count: number;
}

const MAX_RESULTS = 100;
const MAX_SUGGESTIONS = 6;

/** Reads the filters from the query of the page. */
export const readFilter = (query: URLSearchParams): AppFilter => ({
  search: query.get("q")?.trim().slice(0, 200) || undefined,
  category: query.get("category")?.trim().slice(0, 100) || undefined,
  isOwn: query.has("own"),
});

/** Returns the query of the page with these filters. */
export const formatFilter = (
  { search, category, isOwn }: AppFilter,
  extra: Readonly<Record<string, string>> = {},
): string =>
  new URLSearchParams({
    ...(search !== undefined && { q: search }),
    ...(category !== undefined && { category }),
    ...(isOwn && { own: "1" }),
    ...extra,
  }).toString();

/** Returns the apps that match: by name or purpose, or all, the most used first. */
export async function findApps(
  context: OperationContext,
  { search, category, isOwn }: AppFilter,
): Promise<readonly ListedApp[]> {
  const { platform, catalog } = context;
  const own = await listOwnApps(context);
  if (isOwn) return own;
  if (search === undefined) {
    const replaced = new Set(own.map(({ id }) => id));
    const listed = catalog.apps
      .filter(({ slug }) => !replaced.has(slug))
      .toSorted((a, b) => Number(b.popular ?? 0) - Number(a.popular ?? 0))
      .map(toListedApp);
    const all = [...own, ...listed];
    return category === undefined ? all : all.filter((app) => app.categories.includes(category));
  }
  const { data } = await platform("searchApps", {
    search,
    limit: MAX_RESULTS,
    ...(category !== undefined && { category }),
  });
  if (data.length > 0 || category !== undefined) return data;
  // Nothing has that name or purpose, so the words may be a task.
  const { tools } = await platform("findTools", { task: search, limit: 20 });
  const slugs = [...new Set(tools.map(({ app }) => app))];
  return Promise.all(slugs.map((app) => platform("getApp", { app })));
}

/** Returns the apps whose names are nearest to the words of a search, or else the most used. */
export function suggestApps({ catalog }: OperationContext, words: string): readonly ListedApp[] {
  const byName = new Map(catalog.apps.map((app) => [app.name, app]));
  const nearest: AppEntry[] = [];
  while (nearest.length < MAX_SUGGESTIONS) {
    const name = findNearest(words, byName.keys(), 0.5);
    const app = name === undefined ? undefined : byName.get(name);
    if (!app) break;
    nearest.push(app);
    byName.delete(app.name);
  }
  const popular = catalog.apps.filter(({ popular: isPopular }) => isPopular);
  return (nearest.length > 0 ? nearest : popular.slice(0, MAX_SUGGESTIONS)).map(toListedApp);
}

const listOwnApps = async ({ keyStore, account, platform }: OperationContext) =>
  Promise.all(
    (await keyStore.listApps(account)).map(({ slug }) => platform("getApp", { app: slug })),
  );

const toListedApp = (app: AppEntry): ListedApp & Pick<AppEntry, "categories"> => ({
  id: app.slug,
  name: app.name,
  description: app.description,
  kind: app.kind,
  own: false,
  auth_types: [...app.auth],
  tools_count: app.tools,
  categories: app.categories,
});

/** The categories by the apps of a catalog, which are the same array until the catalog changes. */
const categories = new WeakMap<readonly AppEntry[], readonly Category[]>();

/** Returns the categories of a catalog's apps, the one with the most apps first. */
export function listCategories(apps: readonly AppEntry[]): readonly Category[] {
  const cached = categories.get(apps);
  if (cached) return cached;
  const counts = new Map<string, number>();
  for (const name of apps.flatMap((app) => app.categories))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const listed = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  categories.set(apps, listed);
  return listed;
}
