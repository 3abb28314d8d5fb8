/** The idempotency key of a request, for its answer; none that can't stand in a header. */
export const echoIdempotencyKey = (key: string | null | undefined): Record<string, string> =>
  key && PRINTABLE.test(key) ? { "idempotency-key": key } : {};

/** The id that the client has given its request, if it can stand in a header and a log. */
export const parseRequestId = (id: string | null): string | undefined =>
  id !== null && PRINTABLE.test(id) ? id : undefined;

const PRINTABLE = /^[!-~]{1,255}$/;
