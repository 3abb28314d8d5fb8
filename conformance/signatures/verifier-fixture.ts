import type { HttpRequest } from "../../core/http/handler.ts";
import { bufferBody } from "../../core/http/input/buffered-body.ts";
import { createAgentVerifier } from "../../core/lib/http-signatures/agent-verifier.ts";
import { fetchKeyDirectory } from "../../core/site/fetch-key-directory.ts";
import { createDirectoryOutbound } from "./keys.ts";

export const ORIGIN = "https://shop.example";
export const SEARCH_URL = `${ORIGIN}/agent/search?q=shoes`;

export const createRequest = (
  headers: Record<string, string>,
  url = SEARCH_URL,
  method = "GET",
): HttpRequest => new Request(url, { method, headers });

/**
 * Creates a verifier with its own network and a clock that tests advance with `later`, in
 * milliseconds.
 */
export function createFixture() {
  const fetched: string[] = [];
  const clock = { later: 0 };
  const agents = createAgentVerifier({
    fetchDirectory: fetchKeyDirectory(createDirectoryOutbound((url) => fetched.push(url))),
    origin: ORIGIN,
    now: () => Date.now() + clock.later,
  });
  return Object.assign(clock, { fetched, agents });
}

/** Verifies a request and returns the outcome, or the reason if it isn't verified. */
export async function verify(
  request: HttpRequest,
  { agents } = createFixture(),
  network = "198.51.100.1",
) {
  const verdict = await agents.verify(request, network, bufferBody(request).content);
  return verdict && ("reason" in verdict ? verdict.reason : verdict.outcome);
}
