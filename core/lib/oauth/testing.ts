import type { Fetch, FetchOptions } from "../kit/net/fetch.ts";

/** A response of `createTestFetch`. Its body becomes JSON unless it is a string. */
export interface TestResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/**
 * For tests: creates a fetch function that returns these responses by URL, and records its calls.
 * Other URLs are unreachable.
 */
export function createTestFetch(responses: Readonly<Record<string, TestResponse>>) {
  const calls: { readonly url: string; readonly options: FetchOptions }[] = [];
  const send: Fetch = async (url, options = {}) => {
    calls.push({ url, options });
    const response = responses[url];
    if (!response)
      throw Object.assign(new Error(`${url} is unreachable.`), { code: "unreachable" });
    const { status = 200, headers = {}, body } = response;
    const fields = new Headers(headers);
    return {
      status,
      headers: { get: (name) => fields.get(name) },
      body: { cancel: async () => {} },
      text: async () => (typeof body === "string" ? body : JSON.stringify(body)),
    };
  };
  return { send, calls };
}
