import type { OpenStream } from "./attempt.ts";
import type { JackfieldError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { Route } from "./request.ts";
import { sleep } from "./sleep.ts";
import type { Transport } from "./transport.ts";

/** Options for following events. `timeout` is for the connection, not for the stream. */
export interface StreamOptions extends CallOptions {
  /** Only the events of this trigger. */
  readonly trigger?: string;
  /** Only the events of this type. */
  readonly type?: string;
  /** Continue after the event with this ID. Default: with the next event. */
  readonly after?: string;
}

const ROUTE: Route = { endpoint: "GET /api/v1/events/stream", repeats: true, streams: true };
/** The service sends something every 15 seconds. After this time the connection is dead. */
const MAX_SILENCE_MS = 60_000;
const MAX_DELAY_MS = 30_000;
/** After a reconnection, the service repeats the events of 5 seconds. */
const MAX_SEEN = 10_000;

/**
 * Yields events as they are accepted, each once. Reconnects when a stream that was open is lost.
 * Ends when the signal aborts.
 */
export async function* followEvents<Event extends { readonly id: string }>(
  transport: Transport,
  { trigger, type, after, ...options }: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  const { signal } = options;
  const seen = new Set<string>();
  let lastId = after;
  let retryMs = 2_000;
  let failures = 0;
  let hasOpened = false;
  while (!signal?.aborted) {
    try {
      const headers = {
        accept: "text/event-stream, application/problem+json",
        ...(lastId && { "last-event-id": lastId }),
        ...options.headers,
      };
      const { value } = await transport.send(ROUTE, { trigger, type }, { ...options, headers });
      hasOpened = true;
      failures = 0;
      for await (const { id, retry, data } of readMessages(value as OpenStream, signal)) {
        if (id) lastId = id;
        if (retry) retryMs = Number(retry);
        if (!data) continue;
        const event: Event = JSON.parse(data);
        if (seen.has(event.id)) continue;
        seen.add(event.id);
        if (seen.size > MAX_SEEN) seen.delete(seen.values().next().value!);
        yield event;
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const { retryable, status } = error as JackfieldError;
      if (!hasOpened || !retryable || status === 429) throw error;
    }
    const delay = Math.min(retryMs * 2 ** failures++, Math.max(retryMs, MAX_DELAY_MS));
    await sleep(delay * (1 + Math.random() / 4), signal).catch(() => {});
  }
}

/** Fields of a message. The service sends the data of an event in one line. */
type Message = Readonly<Partial<Record<string, string>>>;

/** Yields the messages of a stream until it ends, is lost or is aborted (HTML, section 9.2.6). */
async function* readMessages(
  { body, close }: OpenStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  signal?.addEventListener("abort", close);
  try {
    while (!signal?.aborted) {
      const timer = setTimeout(close, MAX_SILENCE_MS);
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      clearTimeout(timer);
      if (!value) return;
      const messages = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      text = messages.pop()!;
      for (const message of messages)
        yield Object.fromEntries(message.split(/\r?\n/).map((line) => line.split(/: ?(.*)/, 2)));
    }
  } finally {
    close();
    signal?.removeEventListener("abort", close);
  }
}
