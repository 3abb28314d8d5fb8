import type { Target, TestRequest, TestResponse } from "../targets/target.ts";

/** A planted defect, and the test that must detect it. */
export interface Mutation {
  /** A noun phrase that names the defect. */
  readonly description: string;
  /** The test that must fail: the operation or path, ` › `, and the title of the case. */
  readonly failingTest: string;
  /** The caller of the test. `http` by default. */
  readonly caller?: "http" | "mcp 2025-11-25" | "mcp 2026-07-28";
  /** A pattern that the failure message must match. */
  readonly message: RegExp;
  /** Returns the changed parts of the response, or `undefined` to leave it unchanged. */
  apply(
    response: TestResponse,
    request: TestRequest,
    unmodified: Target,
  ): Partial<TestResponse> | undefined | Promise<Partial<TestResponse> | undefined>;
}

/** Returns a target with the defect. */
export const applyMutation = (unmodified: Target, { apply }: Pick<Mutation, "apply">): Target => ({
  ...unmodified,
  async send(request) {
    const response = await unmodified.send(request);
    return { ...response, ...(await apply(response, request, unmodified)) };
  },
  close: async () => {},
});

/** Replaces the body, and updates `Content-Length` if present. */
export function withText(response: TestResponse, text: string): Partial<TestResponse> {
  const bytes = new TextEncoder().encode(text);
  return {
    text,
    bytes,
    headers: {
      ...response.headers,
      ...(response.headers["content-length"] && { "content-length": String(bytes.length) }),
    },
  };
}

/** Changes the JSON body. Returns `undefined` for other media types. */
export function withJson(
  response: TestResponse,
  change: (body: any) => void,
): Partial<TestResponse> | undefined {
  if (!/json/.test(response.headers["content-type"] ?? "")) return undefined;
  const body = JSON.parse(response.text);
  change(body);
  return withText(response, JSON.stringify(body));
}

/** Sets headers. `undefined` removes a header. */
export function withHeaders(
  response: TestResponse,
  change: Readonly<Record<string, string | undefined>>,
): Partial<TestResponse> {
  const headers = { ...response.headers, ...change };
  return {
    headers: Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  };
}

/** Returns whether the request's path with query starts with `path`. */
export const hasPathPrefix = (request: TestRequest, path: string): boolean =>
  request.path.startsWith(path);
