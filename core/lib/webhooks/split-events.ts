import { hex, sha256 } from "../kit/bytes/digest.ts";
import { resolvePointer } from "../kit/json/json-pointer.ts";
import type { WebhookScheme } from "./scheme.ts";
import { findText, type WebhookRequest } from "./webhook-request.ts";

/** One of the events of a request. */
export interface WebhookEvent {
  /** The same for each delivery of the event. At most 200 characters. */
  readonly key: string;
  /** The type that the sender gives it. */
  readonly type: string | undefined;
  readonly body: unknown;
}

/** A request with more events than are accepted. */
export interface TooManyEvents {
  readonly count: number;
}

interface SplitOptions {
  /** Overrides the place of the list. */
  readonly each?: string | undefined;
  /** The most events. */
  readonly max: number;
}

const MAX_KEY = 200;

/**
 * Splits the body of a verified request into events. The key of an event is the sender's ID, or else
 * a digest of the event and of the headers with its type. Looks at no item of a list that is too long.
 */
export async function splitEvents(
  scheme: WebhookScheme,
  request: WebhookRequest,
  body: unknown,
  { each = scheme.each, max }: SplitOptions,
): Promise<readonly WebhookEvent[] | TooManyEvents> {
  const list = each === undefined ? undefined : resolvePointer(body, each);
  const items: readonly unknown[] = Array.isArray(list) ? list : [body];
  const isList = Array.isArray(list);
  if (items.length > max) return { count: items.length };
  return Promise.all(
    items.map(async (item, index) => {
      const pointers = scheme.id?.filter((place) => place.startsWith("/"));
      const headerId = findText(
        scheme.id?.filter((place) => !place.startsWith("/")),
        request,
        undefined,
      );
      const itemId = findText(pointers, request, item);
      const type = findText(scheme.type, request, item);
      const id = itemId ?? (headerId && isList ? `${headerId}.${index}` : headerId);
      return { key: await createKey(id, type, item), type, body: item };
    }),
  );
}

/** IDs of senders are limited, so that two of them are never one. */
async function createKey(
  id: string | undefined,
  type: string | undefined,
  item: unknown,
): Promise<string> {
  if (id !== undefined && id.length <= MAX_KEY) return id;
  const text = id ?? JSON.stringify([type ?? null, item ?? null]);
  return `sha256:${hex(await sha256(text))}`;
}
