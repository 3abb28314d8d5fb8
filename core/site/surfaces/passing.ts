import { answerEndToEnd, endToEnd, framingOf } from "../../http/end-to-end.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import type { Origin } from "../../ports/origin.ts";
import { isOutboundFailure } from "../../ports/outbound.ts";
import { Problem } from "../../problem.ts";
import type { Site } from "../domain/site.ts";

/** What stands behind, and what it is told of who asks. */
export interface Behind {
  readonly origin: Origin;
  /** The addresses that a request came by, the client's first, as X-Forwarded-For lists them. */
  addressesOf(asked: Asked): readonly string[];
  /** Who a request's client is, as clients are counted; everyone is one by default. */
  clientOf?(asked: Asked): string;
  /** The most bytes of a request's body that are passed on; 1 GiB by default. */
  readonly mostBodyBytes?: number;
}

const BODY_BYTES = 2 ** 30;

/** How a request is changed on its way; by default not at all. */
export interface Changes {
  /** Another path, with its query. */
  readonly path?: string;
  /** GET instead of HEAD, where the body is needed. */
  readonly method?: "GET";
  /** Headers to set, or to leave out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Passes a request on to the origin, and gives its answer; throws the `Problem` "origin_unreachable" where none comes. */
export type Pass = (asked: Asked, path: string, changes?: Changes) => Promise<Answer>;

/** Who asks, and for what host, is told by these and not by what a client has written into them. */
const FORWARDING =
  /^(forwarded|x[-_]forwarded[-_].*|x[-_]real[-_]ip|x[-_](original|rewrite)[-_](url|host)|x[-_](http[-_])?host([-_]override)?)$/;

/** The client's address, as proxies of some companies tell it: true only where the request came by one. */
const ADDRESS =
  /^(true|cf|x|fastly|x[-_]cluster)[-_](connecting|client|client[-_]connecting)[-_]ip$/;

/** Passes requests on as they came, but for what belongs to the connection; of an answer, an address of the origin becomes the site's own. */
export function passing(
  { origin, addressesOf, clientOf = () => "", mostBodyBytes = BODY_BYTES }: Behind,
  site: Site,
): Pass {
  const { host, protocol } = new URL(site.origin);
  const proto = protocol.slice(0, -1);
  return async (asked, path, { method, headers: changed = {} } = {}) => {
    refuseUpgrade(asked);
    const framing = method ? "none" : framingOf(asked);
    if (framing === "length" && Number(asked.headers.get("content-length")) > mostBodyBytes)
      throw tooLarge(mostBodyBytes);
    const chunked =
      framing === "chunked" && asked.body ? bounded(asked.body, mostBodyBytes) : undefined;
    const body = framing === "none" ? null : (chunked?.stream ?? asked.body);
    // A length without its bytes, and whatever follows on that connection would be taken for them.
    if (framing !== "none" && body === null)
      throw new Problem(
        "not_implemented",
        `A ${asked.method} with a body is not passed on to the site behind this service.`,
        {
          hint: "Send it with another method, or without the body.",
          headers: { connection: "close" },
        },
      );
    const headers = endToEnd(
      asked.headers.entries?.() ?? [],
      asked.headers.get("connection") ?? "",
    );
    const addresses = addressesOf(asked);
    for (const name in headers)
      if (FORWARDING.test(name) || (addresses.length < 2 && ADDRESS.test(name)))
        delete headers[name];
    delete headers["host"];
    if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
    headers["x-forwarded-host"] = host;
    headers["x-forwarded-proto"] = proto;
    headers["forwarded"] =
      `${addresses.map(forwardedFor).join(", ")}${addresses.length > 0 ? ";" : ""}host="${host}";proto=${proto}`;
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    if (method) delete headers["content-length"];
    if (framing === "chunked") headers["transfer-encoding"] = "chunked";
    try {
      const answer = await origin.pass({
        method: method ?? asked.method,
        path,
        headers,
        body,
        client: clientOf(asked),
        signal: asked.signal,
      });
      const kept = answerEndToEnd(answer);
      for (const name of ["location", "content-location"])
        if (typeof kept[name] === "string")
          kept[name] = outward(kept[name], origin.url, site.origin);
      // With a length of its own a body would be waited for.
      if (answer.status === 205) kept["content-length"] = "0";
      return { status: answer.status, headers: kept, body: answer.body };
    } catch (cause) {
      if (chunked?.isOver()) throw tooLarge(mostBodyBytes);
      if (!isOutboundFailure(cause)) throw cause;
      if (cause.code === "busy") {
        throw new Problem(
          "unavailable",
          "The site behind this service is busy: as many requests as it may be asked at once are under way, and none ended in time.",
          {
            cause,
            hint: "Try again in a moment, and ask for less at once.",
            headers: { "retry-after": "5" },
          },
        );
      }
      throw new Problem(
        "origin_unreachable",
        `The site behind this service gives no answer: ${REASONS[cause.code] ?? "it can't be reached"}.`,
        {
          cause,
          hint: "Try again in a moment; the operator finds the cause in the log.",
          headers: { "retry-after": "10" },
        },
      );
    }
  };
}

const tooLarge = (most: number) =>
  new Problem(
    "body_too_large",
    `The body is over ${most} bytes, which is the most that is passed on to the site behind this service.`,
    { headers: { connection: "close" } },
  );

/** A body that breaks off where it is over the most, as it may be that comes in chunks. */
function bounded(
  body: ReadableStream<Uint8Array>,
  most: number,
): { readonly stream: ReadableStream<Uint8Array>; isOver(): boolean } {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let length = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (reader ??= body.getReader()).read();
        if (done) return controller.close();
        length += value.byteLength;
        if (length <= most) return controller.enqueue(value);
        controller.error(new Error("The body is too large."));
        await reader.cancel();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, isOver: () => length > most };
}

/** RFC 7239 §6. */
const forwardedFor = (address: string) =>
  `for=${address.includes(":") ? `"[${address}]"` : address}`;

/** What is said of a failure, which names no inner host. */
const REASONS: Readonly<Record<string, string>> = {
  timeout: "it takes too long",
  bad_answer: "what came back is no answer in HTTP",
  too_large: "its headers are too long",
  unresolvable: "its name has no address",
};

function refuseUpgrade({ method, headers }: Asked): void {
  if (/\bwebsocket\b/i.test(headers.get("upgrade") ?? "")) {
    throw new Problem(
      "not_implemented",
      "WebSockets are not passed on to the site behind this service.",
      { hint: "The operator can lead them past it, to the site itself." },
    );
  }
  if (method === "CONNECT" || method === "TRACE")
    throw new Problem("not_implemented", `${method} is not passed on.`);
}

/** An absolute address at the origin, as the public sees it. */
function outward(address: string, inner: string, outer: string): string {
  const bare = inner.slice(inner.indexOf("//"));
  const start = address.startsWith(inner)
    ? inner.length
    : address.startsWith(bare)
      ? bare.length
      : -1;
  return start !== -1 && /^([/?#]|$)/.test(address.slice(start))
    ? outer + address.slice(start)
    : address;
}
