import {
  isOutboundFailure,
  type Outbound,
  type OutboundAnswer,
  type OutboundFailure,
  type OutboundHeaders,
} from "../../ports/outbound.ts";
import type { Connected } from "../domain/connected.ts";
import { secretTexts } from "../domain/running/credential.ts";
import {
  type FailureCode,
  failureOfOutbound,
  failureOfStatus,
  refuses,
} from "../domain/running/failure.ts";
import { nextArguments } from "../domain/running/next-page.ts";
import { withoutTexts } from "../domain/running/redact.ts";
import { type Ingredients, isSafe, requestOf } from "../domain/running/request.ts";
import { type Result, resultOf } from "../domain/running/result.ts";
import type { Room } from "./room.ts";

/** What came back of one attempt. */
export interface Answered {
  /** None of a remote MCP server's. */
  readonly status?: number | undefined;
  readonly headers: OutboundHeaders;
  readonly result: Result;
  readonly failure?: FailureCode | undefined;
  readonly next?: Record<string, unknown> | undefined;
}

/** Sends a tool's request once, with a connection as it stands now; rejects with an `OutboundFailure`. */
export type Attempt = (connected: Connected | undefined, timeoutMs: number) => Promise<Answered>;

/** How a tool is sent, and what sending it again would do. */
export interface Sending {
  readonly attempt: Attempt;
  /** Whether it changes nothing, or the app does it once: then it may be sent again. */
  readonly isRepeatable: boolean;
  readonly isUnsafe: boolean;
}

/** The most of an answer that is read, and kept: 20 MB. */
export const MOST_READ = 20_000_000;

/** From where on an answer is large: of such, few are read at once. */
const LARGE = 1_000_000;

/** How an operation of an HTTP interface is sent. */
export async function sendingOf(
  outbound: Outbound,
  ingredients: Ingredients,
  mostBytes: number,
  room: Room,
): Promise<Sending> {
  const { tool, record } = ingredients;
  const safe = isSafe(tool.binding);
  // Made once before anything is begun: what can't be sent is told, and nothing is kept of it.
  let made: Awaited<ReturnType<typeof requestOf>> | undefined = await requestOf(ingredients);
  return {
    isUnsafe: !safe,
    isRepeatable: safe || made.isOnce,
    async attempt(connected, timeoutMs) {
      const { method, url, headers, body } =
        made && connected === ingredients.connected
          ? made
          : await requestOf({ ...ingredients, connected });
      made = undefined;
      // A redirect that leaves the origin goes without credentials (the port sees to it), and an unsafe request is never sent elsewhere.
      const answer = await outbound.fetch(url, {
        method,
        headers: { ...headers },
        ...(body !== undefined && { body }),
        timeoutMs,
        redirects: safe ? 5 : 0,
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
      const { bytes, isPartial, lost } = await readUpTo(answer, MOST_READ, room);
      const secrets = secretTexts(connected);
      const result = resultOf(bytes, answer.headers, { most: mostBytes, secrets, isPartial });
      const refusal =
        failureOfStatus(answer.status) ??
        (refuses(record, result.data) ? "upstream_bad_request" : undefined);
      // Of what changed something the status is enough: that it was done is known, if not what it said.
      const failure = refusal ?? (lost && safe ? failureOfOutbound(lost.code).failure : undefined);
      const pages =
        failure || result.content !== "json"
          ? undefined
          : nextArguments(tool.binding.slots, {
              link: answer.headers.get("link"),
              data: result.data,
              url: answer.url,
            });
      // The next page's address may repeat what was sent with this one's.
      const said = pages && JSON.stringify(pages);
      const next = said !== undefined && withoutTexts(said, secrets) === said ? pages : undefined;
      return { status: answer.status, headers: answer.headers, result, failure, next };
    },
  };
}

/** A body up to a limit, or as much of it as came before it was lost. */
async function readUpTo(
  answer: OutboundAnswer,
  most: number,
  room: Room,
): Promise<{
  readonly bytes: Uint8Array;
  readonly isPartial: boolean;
  readonly lost?: OutboundFailure | undefined;
}> {
  const length = Number(answer.headers.get("content-length") ?? "NaN");
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isPartial = false;
  let lost: OutboundFailure | undefined;
  let leave: (() => void) | undefined;
  try {
    if (length > LARGE) leave = await room();
    if (length <= most) return { bytes: await answer.bytes(), isPartial };
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      if (size > LARGE) leave ??= await room();
      if (size > most) {
        isPartial = true;
        await reader.cancel().catch(() => {});
        break;
      }
    }
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    isPartial = true;
    lost = error;
  } finally {
    leave?.();
  }
  const bytes = new Uint8Array(Math.min(size, most));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += Math.min(piece.length, bytes.length - at);
  }
  return { bytes, isPartial, lost };
}
