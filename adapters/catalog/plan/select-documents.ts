import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { DocumentOverlay } from "../../../core/lib/openapi-tools/compile/index.ts";
import type { InspectedDocument } from "./vendor-rule.ts";
import { findVendorRule } from "./vendors.ts";

/** A document that the catalog omits. */
export interface DroppedDocument {
  readonly document: string;
  /** The reason, as a sentence. */
  readonly why: string;
}

/** License names that forbid redistribution. */
const FORBIDDEN = /\bebay\b|interzoid|non-?commercial|\bNC\b|by-nc|^commercial|commercial license/i;

/** Selects the documents to compile. `claimed` are the IDs that an app of the overlay names. */
export function selectDocuments(
  inspected: readonly InspectedDocument[],
  claimed: ReadonlySet<string>,
  overrides: ReadonlyMap<string, DocumentOverlay>,
): { readonly selected: InspectedDocument[]; readonly dropped: DroppedDocument[] } {
  const dropped: DroppedDocument[] = [];
  const usable = inspected.filter((document) => {
    const reason = explainDrop(document, claimed.has(document.id), overrides.get(document.id));
    if (reason) dropped.push({ document: document.id, why: reason });
    return !reason;
  });
  const selected = withoutOldVersions(usable, claimed, dropped);
  return { selected, dropped };
}

function explainDrop(
  document: InspectedDocument,
  isClaimed: boolean,
  override: DocumentOverlay | undefined,
): string | undefined {
  if (override?.drop) return override.drop;
  if (document.license && FORBIDDEN.test(document.license))
    return `The license "${document.license.slice(0, 60)}" forbids redistribution.`;
  if (document.operations === 0) return "The document has no operations.";
  const rule = findVendorRule(document);
  const hasBase = document.base !== undefined || rule.base !== undefined;
  if (!hasBase && !isClaimed && !rule.options?.isSelfHosted)
    return "The document names no reachable server.";
  return undefined;
}

/** Keeps the newest version of each API, or the versions that an overlay names. */
function withoutOldVersions(
  inspected: readonly InspectedDocument[],
  claimed: ReadonlySet<string>,
  dropped: DroppedDocument[],
): InspectedDocument[] {
  // Two versions of an AWS service are two services, and both are in use.
  const families = Map.groupBy(inspected, ({ id }) =>
    id.includes(":amazonaws.com/")
      ? id
      : id.replace(/[-_. ]?v\d+(?:[_.]\d+)*$/i, "").replace(/(?:[-_ ]\d{4}-\d\d-\d\d)$/, ""),
  );
  const remaining: InspectedDocument[] = [];
  for (const family of families.values()) {
    const claimedVersions = family.filter(({ id }) => claimed.has(id));
    const selected = claimedVersions.length > 0 ? claimedVersions : [findNewest(family)];
    remaining.push(...selected);
    for (const document of family)
      if (!selected.includes(document))
        dropped.push({ document: document.id, why: `Superseded by ${selected[0]?.id}.` });
  }
  return remaining;
}

const findNewest = (family: readonly InspectedDocument[]) =>
  requireValue(
    family.toSorted(
      (a, b) => versionNumber(b.id) - versionNumber(a.id) || (a.id < b.id ? -1 : 1),
    )[0],
    "a version of a document",
  );

const versionNumber = (id: string) =>
  Number(/v(\d+(?:[_.]\d+)?)[^/]*$/i.exec(id)?.[1]?.replace("_", ".") ?? 0);
