import { describe, expect, it } from "vitest";
import { remoteClients } from "../callers/remote-clients.ts";
import { platformCore } from "../targets/core.ts";
import type { ProgramCall } from "./client-program.ts";
import { type StreamReply, startStreamServer } from "./stream-server.ts";

const id = (number: number) => `evt_${String(number).padStart(32, "0")}`;
const message = (number: number) =>
  `event: event\nid: ${id(number)}\ndata: {"id":"${id(number)}","key":"Zürich"}\n\n`;
const event = (number: number) => ({ id: id(number), key: "Zürich" });
const SHORT_RETRY = "retry: 10\n\n";

/** A situation in which the clients of all languages must follow events the same way. */
interface StreamSituation {
  readonly it: string;
  readonly replies: readonly StreamReply[];
  /** The number of events to collect. Default: 1,000, which none of the scripts has. */
  readonly collects?: number;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly aborts?: true;
  readonly value?: readonly object[];
  readonly error?: object;
  /** `Last-Event-ID` of each request. */
  readonly lastEventIds: readonly unknown[];
  readonly path?: string;
}

const SITUATIONS: readonly StreamSituation[] = [
  {
    it: "yields events, and closes the connection when the caller stops",
    replies: [{ parts: [SHORT_RETRY, ":\n\n", message(1), message(2)], ending: "hold" }],
    collects: 2,
    value: [event(1), event(2)],
    lastEventIds: [undefined],
    path: "/api/v1/events/stream",
  },
  {
    it: "reads events however their bytes are split, and any line ends",
    replies: [
      {
        parts: [...message(1), ...message(2).replaceAll("\n", "\r\n")],
        ending: "hold",
      },
    ],
    collects: 2,
    value: [event(1), event(2)],
    lastEventIds: [undefined],
  },
  {
    it: "selects events, and continues after one",
    replies: [{ parts: [message(2)], ending: "hold" }],
    options: { trigger: "trg_1", type: "issue opened", after: id(1) },
    collects: 1,
    value: [event(2)],
    lastEventIds: [id(1)],
    path: "/api/v1/events/stream?trigger=trg_1&type=issue%20opened",
  },
  {
    it: "resumes after streams that end or are lost, and drops repeated events",
    replies: [
      { parts: [SHORT_RETRY, message(1), message(2)], ending: "end" },
      { parts: [message(1), message(2), message(3)], ending: "drop" },
      { parts: [message(2), message(3), message(4)], ending: "hold" },
    ],
    collects: 4,
    value: [event(1), event(2), event(3), event(4)],
    // A reset connection can lose bytes that have arrived, so any of its events may be the last.
    lastEventIds: [undefined, id(2), expect.stringMatching(/[123]$/)],
  },
  {
    it: "resumes from the position at which a stream without events began",
    replies: [
      { parts: [`retry: 10\nid: ${id(7)}\n\n`], ending: "end" },
      { parts: [message(8)], ending: "hold" },
    ],
    collects: 1,
    value: [event(8)],
    lastEventIds: [undefined, id(7)],
  },
  {
    it: "reconnects when the service fails after the stream was open",
    replies: [
      { parts: [SHORT_RETRY, message(1)], ending: "end" },
      { problem: 503, code: "unavailable", retryable: true },
      { problem: 500, code: "internal", retryable: true },
      { problem: 502, code: "internal", retryable: true },
      { problem: 500, code: "internal", retryable: true },
      { parts: [message(2)], ending: "hold" },
    ],
    collects: 2,
    value: [event(1), event(2)],
    lastEventIds: [undefined, id(1), id(1), id(1), id(1), id(1)],
  },
  {
    it: "waits as Retry-After says after 429",
    replies: [
      { problem: 429, code: "rate_limited", retryable: true },
      { parts: [message(1)], ending: "hold" },
    ],
    collects: 1,
    value: [event(1)],
    lastEventIds: [undefined, undefined],
  },
  {
    it: "fails after three times 429",
    replies: Array.from({ length: 3 }, () => ({
      problem: 429,
      code: "rate_limited",
      retryable: true,
    })),
    error: { isJackfieldError: true, code: "rate_limited", status: 429, attempts: 3 },
    lastEventIds: [undefined, undefined, undefined],
  },
  {
    it: "fails if the key is rejected",
    replies: [{ problem: 401, code: "unauthenticated" }],
    error: { isJackfieldError: true, code: "unauthenticated", status: 401 },
    lastEventIds: [undefined],
  },
  {
    it: "fails if the key loses its permission while the stream is open",
    replies: [
      { parts: [SHORT_RETRY, message(1)], ending: "end" },
      { problem: 403, code: "permission_denied" },
    ],
    error: { isJackfieldError: true, code: "permission_denied", status: 403 },
    lastEventIds: [undefined, id(1)],
  },
  {
    it: "fails if the service answers with something else",
    replies: [{ text: "<h1>Welcome</h1>" }],
    error: { isJackfieldError: true, code: "unreadable_answer", status: 200 },
    lastEventIds: [undefined],
  },
  {
    it: "ends without an error when the signal aborts or the client is closed",
    replies: [{ parts: [SHORT_RETRY, message(1)], ending: "hold" }],
    collects: 1,
    aborts: true,
    value: [event(1)],
    lastEventIds: [undefined],
  },
];

const clients = remoteClients.filter(({ supports }) => supports(platformCore));

describe.each(clients)("following events with the $name", (client) => {
  it.for(SITUATIONS)("$it", { timeout: 60_000 }, async (situation, { skip }) => {
    const reason = client.skipReason();
    if (reason) return skip(reason);
    const { collects = 1_000, options = {}, aborts, value, error } = situation;
    const server = await startStreamServer(situation.replies);
    const program = await client.start("platform");
    try {
      const call: ProgramCall = { resource: "events", method: "stream", positional: [], options };
      const outcome = await program.call(
        { baseUrl: server.url, apiKey: "jkf_live_planted_key", ...client.options },
        { ...call, collects, ...(aborts && { aborts }) },
      );
      if (value) expect(outcome).toEqual({ value });
      else expect(outcome.error).toMatchObject(error!);
      await server.whenClosed();
      expect(server.requests.map(({ lastEventId }) => lastEventId)).toEqual(situation.lastEventIds);
      for (const { accept } of server.requests) expect(accept).toContain("text/event-stream");
      if (situation.path) expect(server.requests[0]?.path).toBe(situation.path);
    } finally {
      await program.close();
      await server.close();
    }
  });
});
