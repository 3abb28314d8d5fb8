/** Returns the header that echoes an idempotency key, or none if the key has unsafe characters. */
export const echoIdempotencyKey = (key: string | null | undefined): Record<string, string> =>
  key && PRINTABLE.test(key) ? { "idempotency-key": key } : {};

/** Returns the client's request ID if it is safe in a header and in the log. */
export const parseRequestId = (id: string | null): string | undefined =>
  id !== null && PRINTABLE.test(id) ? id : undefined;

/** Visible ASCII characters. */
const PRINTABLE = /^[!-~]{1,255}$/;
