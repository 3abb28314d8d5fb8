import type { Target, TestRequest, TestResponse } from "../targets/target.ts";

/** A fault put into a sound service on purpose, and the check that must notice it. */
export interface Mutation {
  readonly description: string;
  /** What is asked, ` › `, and what the case says: the cell that must fail. */
  readonly failingTest: string;
  /** `http` by default. */
  readonly caller?: "http" | "mcp 2025-11-25" | "mcp 2026-07-28";
  /** What the complaint must say. */
  readonly message: RegExp;
  /** The answer as the defect has it; nothing where it changes nothing. */
  apply(
    response: TestResponse,
    request: TestRequest,
    unmodified: Target,
  ): Partial<TestResponse> | undefined | Promise<Partial<TestResponse> | undefined>;
}

/** The sound target with the defect in it. */
export const applyMutation = (unmodified: Target, { apply }: Pick<Mutation, "apply">): Target => ({
  ...unmodified,
  async send(request) {
    const response = await unmodified.send(request);
    return { ...response, ...(await apply(response, request, unmodified)) };
  },
  close: async () => {},
});

/** Other words in the body, with the length to go with them. */
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

/** The JSON of the body, changed. */
export function withJson(
  response: TestResponse,
  change: (body: any) => void,
): Partial<TestResponse> | undefined {
  if (!/json/.test(response.headers["content-type"] ?? "")) return undefined;
  const body = JSON.parse(response.text);
  change(body);
  return withText(response, JSON.stringify(body));
}

/** A header more, or other; `undefined` takes it away. */
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

/** Whether a path, with its query, is asked. */
export const hasPathPrefix = (request: TestRequest, path: string): boolean =>
  request.path.startsWith(path);
