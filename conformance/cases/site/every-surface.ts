import { surfaces } from "../../../core/site/surfaces/index.ts";
import { table } from "../../../generated/site/operations.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { documentExchanges, OPERATORS } from "../document-exchanges.ts";

/** The path to ask where a surface's own is a pattern: the site's front page is there on any site. */
const asked = (path: string) => (path === "/*" ? "/" : path);

/** What holds for every surface in the core's list that is one document; the others' exchanges are their own. */
export const everySurface: Exchanges = Object.fromEntries(
  surfaces
    .filter(({ path }) => !path.includes("{"))
    .map(({ path, mediaTypes, isForBuying, isForSigning, isServed }) => [
      path,
      exchangesOf(
        asked(path),
        mediaTypes,
        path === OPERATORS || isForBuying || isForSigning || isServed !== undefined,
      ),
    ]),
);

/** What is not there for everyone, or not on every site, is asked of the rig alone. */
function exchangesOf(
  path: string,
  mediaTypes: readonly string[],
  isNotEverywhere = false,
): readonly [Exchange, ...Exchange[]] {
  const each = documentExchanges(path, mediaTypes);
  return isNotEverywhere
    ? (each.map((one) => ({ ...one, needs: "rig" })) as unknown as typeof each)
    : each;
}

/** What operations answer that are asked for nothing in particular; of most, something is missing then. */
const STATUSES: Readonly<Record<string, number>> = {
  "/agent/site.json": 200,
  "/agent/commerce/products": 200,
  "/agent/commerce/checkouts/{id}": 404,
};

/** What holds for every operation's path, whichever method is asked. */
export const everyPath: Exchanges = Object.fromEntries(
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
            ask: { method: other, path: at, body: "{}" },
            status: 405,
            mediaType: "application/problem+json",
            headers,
          },
          {
            it: "allows no PUT",
            ask: { method: "PUT", path: at, body: "{}" },
            status: 405,
            headers: { allow },
          },
          {
            it: "says by OPTIONS what it allows",
            ask: {
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
            ask: {
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
