import { surfaces } from "../../../core/site/surfaces/index.ts";
import { table } from "../../../generated/site/operations.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { createDocumentExchanges, OPERATOR_PATH } from "../document-exchanges.ts";

/** The path to ask where a surface's own is a pattern: the site's front page is there on any site. */
const requestPath = (path: string) => (path === "/*" ? "/" : path);

/** What holds for every surface in the core's list that is one document; the others' exchanges are their own. */
export const commonSurfaceExchanges: Exchanges = Object.fromEntries(
  surfaces
    .filter(({ path }) => !path.includes("{"))
    .map(
      ({
        path,
        mediaTypes,
        requiresCommerce: isForBuying,
        requiresSigning: isForSigning,
        isEnabled: isServed,
      }) => [
        path,
        surfaceExchanges(
          requestPath(path),
          mediaTypes,
          path === OPERATOR_PATH || isForBuying || isForSigning || isServed !== undefined,
        ),
      ],
    ),
);

/** What is not there for everyone, or not on every site, is asked of the rig alone. */
function surfaceExchanges(
  path: string,
  mediaTypes: readonly string[],
  isNotEverywhere = false,
): readonly [Exchange, ...Exchange[]] {
  const each = createDocumentExchanges(path, mediaTypes);
  return isNotEverywhere
    ? (each.map((one) => ({ ...one, requires: "fixture" })) as unknown as typeof each)
    : each;
}

/** What operations answer that are asked for nothing in particular; of most, something is missing then. */
const STATUSES: Readonly<Record<string, number>> = {
  "/agent/site.json": 200,
  "/agent/commerce/products": 200,
  "/agent/commerce/checkouts/{id}": 404,
};

/** What holds for every operation's path, whichever method is asked. */
export const commonPathExchanges: Exchanges = Object.fromEntries(
  [...Map.groupBy(Object.values(table.operations), ({ path }) => path)].map(
    ([path, operations]) => {
      const methods = new Set(operations.map(({ method }) => method));
      const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      const other = methods.has("POST") ? "PATCH" : "POST";
      const at = path.replaceAll(/\{\w+\}/g, "nothing");
      const headers = { allow, "access-control-allow-origin": "*" };
      return [
        path,
        [
          {
            it: "answers 405 and says what it allows",
            request: { method: other, path: at, body: "{}" },
            status: 405,
            mediaType: "application/problem+json",
            headers,
          },
          {
            it: "allows no PUT",
            request: { method: "PUT", path: at, body: "{}" },
            status: 405,
            headers: { allow },
          },
          {
            it: "says by OPTIONS what it allows",
            request: {
              method: "OPTIONS",
              path: at,
              headers: {
                origin: "https://elsewhere.example",
                "access-control-request-method": "GET",
              },
            },
            status: 204,
            headers,
          },
          {
            it: "is open to the pages of any origin, and shows them its headers",
            request: {
              method: operations[0]!.method,
              path: at,
              headers: { origin: "https://elsewhere.example" },
            },
            status: STATUSES[path] ?? 400,
            headers: {
              "access-control-allow-origin": "*",
              "access-control-expose-headers": /Link.*Request-Id/,
            },
          },
        ],
      ];
    },
  ),
) as Exchanges;
