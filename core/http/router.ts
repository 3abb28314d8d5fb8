import { IttyRouter } from "itty-router";
import { Problem } from "../problem.ts";
import type { Answer, Asked } from "./handler.ts";
import type { Passage } from "./passage.ts";

/** What a route is given besides the request. */
export interface Place {
  readonly path: string;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  /** The path's parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly passage: Passage;
}

export type Respond = (asked: Asked, place: Place) => Promise<Answer> | Answer;

/** A path and what it does for each method; HEAD and OPTIONS come by themselves. */
export interface Route {
  /** As OpenAPI writes it (`/checkouts/{id}`), or ending in `*` for everything below. */
  readonly path: string;
  readonly methods: Readonly<Record<string, Respond>>;
  /** Answers every other method, OPTIONS too; by default they are refused. */
  readonly otherwise?: Respond;
}

/** Routes of what is served one by one, those of a path together. */
export function routesOf(
  served: readonly { readonly path: string; readonly method: string; readonly respond: Respond }[],
): Route[] {
  const byPath = Map.groupBy(served, ({ path }) => path);
  return [...byPath].map(([path, all]) => ({
    path,
    methods: Object.fromEntries(all.map(({ method, respond }) => [method, respond])),
  }));
}

/** Finds the route of a request and asks it. Throws a `Problem` where there is none, or none for the method. */
export type Router = (asked: Asked, passage: Passage) => Promise<Answer> | Answer;

/**
 * Paths without parameters are looked up in a map; the others are tried in their order by itty-router, which decodes
 * nothing, knows no 405, and takes any number of slashes for one: all three are seen to here.
 */
export function createRouter(
  routes: readonly Route[],
  { hint = "/agent/site.json lists what is served." }: { readonly hint?: string } = {},
): Router {
  const nothingAt = (path: string) =>
    new Problem("not_found", `Nothing is served at ${path.slice(0, 200)}.`, { hint });
  const literal = new Map<string, Route>();
  const patterns = IttyRouter();
  const rest = routes.find(({ path, otherwise }) => path === "/*" && otherwise);
  const steps = new Set(
    routes
      .filter(({ path }) => path !== "/*" && /[{*]/.test(path))
      .map(({ path }) => firstStep(path)),
  );
  for (const route of routes) {
    if (!/[{*]/.test(route.path)) literal.set(route.path, route);
    else
      patterns.all(route.path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ params }) => ({ route, params }));
  }

  // No promise on the way to a path without parameters: each costs as much as looking it up.
  return (asked, passage) => {
    const { path, query } = passage;
    const found = literal.get(path);
    if (found) {
      passage.route = found.path;
      return respond(found, asked, { path, query, parameters: NONE, passage });
    }
    if (rest && (path.includes("//") || !steps.has(firstStep(path)))) {
      passage.route = rest.path;
      return respond(rest, asked, { path, query, parameters: NONE, passage });
    }
    if (path.includes("//")) throw nothingAt(path);
    return patterns.fetch({ method: asked.method, url: asked.url } as never).then((match) => {
      if (!match) throw nothingAt(path);
      passage.route = match.route.path;
      return respond(match.route, asked, { path, query, parameters: match.params, passage });
    });
  };
}

const firstStep = (path: string): string =>
  path.slice(1, path.indexOf("/", 1) === -1 ? undefined : path.indexOf("/", 1));

const NONE = Object.freeze({});

function respond(route: Route, asked: Asked, place: Place): Promise<Answer> | Answer {
  const { methods, otherwise } = route;
  if (Object.hasOwn(methods, asked.method)) return methods[asked.method]!(asked, place);
  const isHead = asked.method === "HEAD" && methods["GET"] !== undefined;
  return otherwise && !isHead ? otherwise(asked, place) : respondOtherwise(route, asked, place);
}

/** HEAD and OPTIONS, and what a path is not served with. */
async function respondOtherwise(
  { path, methods }: Route,
  asked: Asked,
  place: Place,
): Promise<Answer> {
  // What lies below a path may not be there at all, which comes before how it may be asked for.
  if (path.endsWith("*") && asked.method !== "HEAD" && methods["GET"])
    withoutBody(await methods["GET"](asked, place));
  const allow = allowed(methods);
  if (asked.method === "HEAD" && methods["GET"])
    return withoutBody(await methods["GET"](asked, place));
  if (asked.method === "OPTIONS")
    return {
      status: 204,
      headers: { allow, ...PREFLIGHT, "access-control-allow-methods": allow },
      body: null,
    };
  throw new Problem(
    "method_not_allowed",
    `${place.path} is not served with ${asked.method}, but with ${allow}.`,
    {
      headers: { allow },
    },
  );
}

/** A browser's page may send what headers it likes; whether it may read the answer, the answer says. */
const PREFLIGHT = { "access-control-allow-headers": "*", "access-control-max-age": "86400" };

/** The methods that a path has, as the Allow header writes them. */
function allowed(methods: Route["methods"]): string {
  const names = new Set(Object.keys(methods));
  if (names.has("GET")) names.add("HEAD");
  return [...names.add("OPTIONS")].join(", ");
}

/** What HEAD answers: the headers that GET would have had, its length among them. */
export function withoutBody({ status, headers, body }: Answer): Answer {
  if (body === null) return { status, headers, body };
  if (typeof body === "string")
    headers["content-length"] = String(new TextEncoder().encode(body).byteLength);
  else if (body instanceof Uint8Array) headers["content-length"] = String(body.byteLength);
  else void body.cancel();
  return { status, headers, body: null };
}
