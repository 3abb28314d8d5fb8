import { chain } from "../../lib/kit/flow/chain.ts";
import type { HttpRequest, HttpResponse, ResponseBody } from "../handler.ts";
import { Problem } from "../problem.ts";
import { PAGE_COST } from "../rate-limit.ts";
import type { RequestContext } from "../request-context.ts";

/** The work of a request that raises its cost above the base. */
export type Work =
  /** Parsing and validating a JSON body, by its values and bytes. */
  | "body"
  /** Sending a response, by its bytes. */
  | "response"
  /** Fetching and converting a page, by its bytes. The handler charges it. */
  | "page"
  /** The tool that an MCP message calls. The handler charges it. */
  | "message"
  /** An attempt to authenticate or to register. The handler counts it against the network. */
  | "attempt";

/** The reason for which requests to a route cost nothing. */
type FreeReason =
  /** A page or a form for people, who sign in or hold a link. Forms have at most 64 KiB. */
  | "people"
  /** An operation without a body. Only people with a session get more than a rejection. */
  | "session"
  /** A check for the operator, with a small response. */
  | "operator"
  /** A webhook. Its signature or its secret address is verified before its content is read. */
  | "webhook"
  /** A rejection, or a response that needs no work, such as a file that never changes. */
  | "constant";

/** The cost of requests to a route. Every route declares it. */
export type RouteCost =
  | {
      /** The cost of every request, in requests. */
      readonly base: number;
      readonly follows: readonly Work[];
    }
  | { readonly free: FreeReason };

/** The cost of a generated document. */
export const DOCUMENT_COST: RouteCost = { base: 0, follows: ["response"] };

/** Returns the cost of pages below a path, which is at least that of any other request there. */
export const pageCost = ({ cost }: { readonly cost: RouteCost }): RouteCost => ({
  base: baseCost(cost),
  follows: ["page"],
});

/** Returns the cost of a request before it has caused any work. */
export const baseCost = (cost: RouteCost): number => ("free" in cost ? 0 : cost.base);

export const followsWork = (cost: RouteCost, work: Work): boolean =>
  "follows" in cost && cost.follows.includes(work);

/** How many values of a JSON body cost as much as reading a page. */
const VALUES_PER_STEP = 100;
/** How many bytes of a JSON body cost as much as reading a page. */
const BODY_BYTES_PER_STEP = 32 * 1024;
/** How many bytes of a response cost as much as reading a page. Every response costs one step. */
const RESPONSE_BYTES_PER_STEP = 64 * 1024;

/**
 * Returns the cost of parsing and validating a JSON body, in addition to the base of its route.
 * The body of an ordinary request costs nothing.
 */
export const bodyCost = ({ values, bytes }: { values: number; bytes: number }): number =>
  PAGE_COST * (Math.floor(values / VALUES_PER_STEP) + Math.floor(bytes / BODY_BYTES_PER_STEP));

/** Returns the total cost of sending a response with this many bytes. */
export const responseCost = (bytes: number): number =>
  PAGE_COST * Math.max(Math.ceil(bytes / RESPONSE_BYTES_PER_STEP), 1);

interface AddedCost {
  readonly cost: number;
  /** The part of the largest possible cost that a later charge of the same request needs. */
  readonly reserve?: number;
}

/**
 * Raises the cost of a request by work that it turned out to need. The total never exceeds what the
 * rate allows at once, so that every client can send every request. Throws the `Problem`
 * `rate_limited`.
 */
export function addCost(
  request: HttpRequest,
  context: RequestContext,
  { cost, reserve = 0 }: AddedCost,
): Promise<void> | void {
  const { rateLimit, charged } = context;
  if (!rateLimit) return undefined;
  const added = Math.min(cost, rateLimit.maxCost - reserve - charged);
  return added > 0 ? rateLimit.take(request, context, { cost: added }) : undefined;
}

/**
 * Charges a response before it is sent. Clients above their rate get small responses nevertheless,
 * because people and crawlers read them, too. The upstream's own responses cost nothing.
 */
function chargeResponse(
  response: HttpResponse,
  request: HttpRequest,
  context: RequestContext,
): Promise<HttpResponse> | HttpResponse {
  const cost = responseCost(responseBytes(response)) - context.charged;
  const charge = async () => {
    try {
      await addCost(request, context, { cost });
      return response;
    } catch (error) {
      const isTolerated = cost <= PAGE_COST && error instanceof Problem;
      if (isTolerated && error.code === "rate_limited") return response;
      cancelBody(response.body);
      throw error;
    }
  };
  return context.rateLimit && !context.isProxied && cost > 0 ? charge() : response;
}

/** A stream costs what its Content-Length states. */
function responseBytes({ headers, body }: HttpResponse): number {
  if (typeof body === "string") return body.length;
  return body instanceof Uint8Array ? body.byteLength : Number(headers["content-length"] ?? 0);
}

function cancelBody(body: ResponseBody): void {
  if (body instanceof ReadableStream) void body.cancel();
}

/** Adds the charge for its responses to a handler, if the cost of its route follows them. */
export const withResponseCost =
  <Rest extends readonly unknown[]>(
    handler: (
      request: HttpRequest,
      context: RequestContext,
      ...rest: Rest
    ) => Promise<HttpResponse> | HttpResponse,
  ) =>
  (request: HttpRequest, context: RequestContext, ...rest: Rest) =>
    chain(handler(request, context, ...rest), (response: HttpResponse) =>
      chargeResponse(response, request, context),
    );
