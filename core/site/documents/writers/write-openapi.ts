import document from "../../../../generated/site/openapi.json" with { type: "json" };
import { withOwnOrigin } from "../../../http/origins/example-origin.ts";
import { isCommercePath } from "../../commerce-operations.ts";
import type { Site } from "../../site.ts";

interface OpenApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/**
 * Creates the OpenAPI document of a site, with the site as its server. Without products, it has no
 * operations on products and checkouts. Not indented, because indentation would make it 75% longer
 * and agents read it into their context.
 */
export function openApiText({ origin, name }: Site, sells: boolean): string {
  const complete: OpenApiDocument = withOwnOrigin(document, origin);
  const described = sells ? complete : withoutCommerce(complete);
  return JSON.stringify({ ...described, servers: [{ url: origin, description: name }] });
}

function withoutCommerce(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => !isCommercePath(path)),
  );
  const used = JSON.stringify(paths);
  return {
    ...document,
    tags: document.tags.filter(({ name }) => used.includes(`"tags":["${name}"]`)),
    paths,
    components: { ...document.components, schemas: reachableSchemas(used, document.components) },
  };
}

/** Returns the schemas that a text references, directly or indirectly. */
function reachableSchemas(
  text: string,
  { schemas }: OpenApiDocument["components"],
): OpenApiDocument["components"]["schemas"] {
  const reachable = new Set<string>();
  const follow = (json: string) => {
    for (const [, name = ""] of json.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (reachable.has(name)) continue;
      reachable.add(name);
      follow(JSON.stringify(schemas[name]));
    }
  };
  follow(text);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reachable.has(name)));
}
