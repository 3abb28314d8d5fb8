import type { HttpResponse } from "../../../http/handler.ts";
import type { TooManyEvents, WebhookRequest, WebhookScheme } from "../../../lib/webhooks/index.ts";

export interface ReceivedWebhook {
  readonly response: HttpResponse;
  /** Whether the request was refused because of its signature. */
  readonly isRefused: boolean;
}

export const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };
/** Headers that events keep, besides those with the ID and the type. */
const KEPT_HEADERS = ["content-type", "user-agent"];
const MAX_HEADER = 500;

/** The reason helps the sender's developer, and contains nothing secret. */
export const refuse = (reason: string): ReceivedWebhook => ({
  response: { status: 401, headers: JSON_HEADERS, body: JSON.stringify({ error: reason }) },
  isRefused: true,
});

/** The response to a request with too many events. None of them is accepted. */
export const tooManyEvents = ({ count }: TooManyEvents, max: number): HttpResponse => ({
  status: 413,
  headers: JSON_HEADERS,
  body: JSON.stringify({ error: "too_many_events", events: count, max_events: max }),
});

/** The response to addresses that no trigger has. */
export const notFound = (): HttpResponse => ({
  status: 404,
  headers: JSON_HEADERS,
  body: JSON.stringify({ error: "not_found" }),
});

/** An empty response. */
export const empty = (): HttpResponse => ({ status: 200, headers: {}, body: "" });

/** The headers of a request that its events keep. */
export function pickHeaders(
  { id = [], type = [] }: WebhookScheme,
  { headers }: WebhookRequest,
): Readonly<Record<string, string>> {
  const names = [...KEPT_HEADERS, ...id, ...type].filter((name) => !name.startsWith("/"));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_HEADER)]];
    }),
  );
}
