import { table } from "../../../generated/site/operations.ts";
import type { OperationEntry } from "../../../generated/table.ts";
import type { SiteContext } from "../../case.ts";

const COMMERCE_PREFIX = "/agent/commerce/";

/** Returns whether a site offers products, which it declares in its links. */
const sells = ({ links }: Pick<SiteContext["info"], "links">): boolean =>
  links.some(({ href }) => new URL(href).pathname.startsWith(COMMERCE_PREFIX));

/** Returns the operations that a site offers: those of products only if it sells. */
export const offeredOperations = (info: Pick<SiteContext["info"], "links">): OperationEntry[] =>
  Object.values(table.operations).filter(
    ({ path }) => sells(info) || !path.startsWith(COMMERCE_PREFIX),
  );

/** Returns the names of the MCP tools that a site offers, sorted. */
export const offeredTools = (info: Pick<SiteContext["info"], "links">): string[] =>
  offeredOperations(info)
    .flatMap(({ tool }) => tool?.name ?? [])
    .sort();

interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: object;
  readonly components: { readonly schemas: object };
}

/**
 * Returns the part of the published document that a site offers. A site without products also omits
 * the tags and schemas that no path uses, so those are compared only where it serves them.
 */
export function selectOffered(
  published: ApiDocument,
  served: ApiDocument,
  info: Pick<SiteContext["info"], "links">,
): object {
  if (sells(info)) return published;
  const tagNames = new Set(served.tags.map(({ name }) => name));
  return {
    ...published,
    tags: published.tags.filter(({ name }) => tagNames.has(name)),
    paths: selectKeys(published.paths, (path) => !path.startsWith(COMMERCE_PREFIX)),
    components: {
      ...published.components,
      schemas: selectKeys(
        published.components.schemas,
        (name) => name in served.components.schemas,
      ),
    },
  };
}

const selectKeys = (value: object, isSelected: (key: string) => boolean): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => isSelected(key)));
