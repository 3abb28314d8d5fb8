import type { Verdict } from "./agents/verdict.ts";

/** A request on its way through: what is learned of it, for its answer and for whoever keeps count. */
export interface RequestContext {
  /** The id of the request: a UUID. */
  readonly id: string;
  /** The host that it asks for, with its port. */
  readonly host: string;
  path: string;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  /** The path of its route as the route has it (`/things/{id}`); none until one is found. */
  route?: string | undefined;
  /** Set where the answer is another server's: nothing is added to it but the id of the request, if it has none. */
  isProxied?: boolean | undefined;
  /** Headers for its answer, whether it succeeds or fails. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The id of the key that it shows, where keys are asked for. */
  key?: string | undefined;
  /** What came of its signatures; none where it has no Web Bot Auth signature, or none are looked at. */
  verdict?: Verdict | undefined;
}

/** A request that has just come in, by its absolute URL; read without building a URL. */
export function createRequestContext(url: string, id: string): RequestContext {
  const hostStart = url.indexOf("://") + 3;
  const hash = url.indexOf("#", hostStart);
  const end = hash === -1 ? url.length : hash;
  const pathStart = url.indexOf("/", hostStart);
  const hostEnd = pathStart === -1 || pathStart > end ? end : pathStart;
  const queryStart = url.indexOf("?", hostEnd);
  const isPlain = queryStart === -1 || queryStart > end;
  return {
    id,
    host: url.slice(hostStart, hostEnd),
    path: url.slice(hostEnd, isPlain ? end : queryStart) || "/",
    query: isPlain ? "" : url.slice(queryStart + 1, end),
    route: undefined,
    isProxied: undefined,
    headers: undefined,
    key: undefined,
    verdict: undefined,
  };
}
