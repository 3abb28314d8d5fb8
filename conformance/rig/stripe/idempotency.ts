import { createApiError } from "./refusal.ts";

/** An answer of the stub's. */
export interface StubReply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers as Stripe does where a key comes again: with what it answered first, with 409 while that is still being made, and
 * with 400 to other parameters. What it refused before anything was done may be tried again.
 */
export function createIdempotency(): (
  key: string | undefined,
  url: string,
  work: () => Promise<StubReply>,
) => Promise<StubReply> {
  const replies = new Map<string, { readonly request: string; reply?: StubReply }>();
  return async (key, url, work) => {
    if (key === undefined) return work();
    if (key.length > 255)
      throw createApiError(400, "Idempotency keys are at most 255 characters long.", {
        type: "idempotency_error",
      });
    const before = replies.get(key);
    if (before && before.request !== url) {
      throw createApiError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: "idempotency_error" },
      );
    }
    if (before && !before.reply)
      throw createApiError(
        409,
        `There is currently another in-progress request using this Idempotency Key: ${key}`,
        { code: "idempotency_key_in_use" },
      );
    if (before) return { ...before.reply!, headers: { "idempotent-replayed": "true" } };
    const entry: { readonly request: string; reply?: StubReply } = { request: url };
    replies.set(key, entry);
    try {
      const result = await work();
      // As it was: what becomes of the object later must not show.
      return (entry.reply = { ...result, body: structuredClone(result.body) });
    } catch (error) {
      replies.delete(key);
      throw error;
    }
  };
}
