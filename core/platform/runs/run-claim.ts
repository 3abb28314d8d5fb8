import { Problem } from "../../http/problem.ts";
import { hex, sha256 } from "../../lib/kit/digest.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { RunClaim } from "../../ports/run-store.ts";
import type { RunRequest } from "./run-service.ts";

/** Creates the claim of an idempotency key: digests of its owner and of the request. */
export async function createRunClaim(
  { account, user }: ApiKey,
  idempotencyKey: string,
  { tool, input, connection }: RunRequest,
  keepUntil: number,
): Promise<RunClaim> {
  const [key, request] = await Promise.all([
    digest(JSON.stringify([account, user ?? null, idempotencyKey])),
    digest(canonicalJson([tool, input, connection ?? null])),
  ]);
  return { key, request, keep: keepUntil };
}

export const idempotencyConflictProblem = (): Problem =>
  new Problem("idempotency_conflict", "The idempotency key was already used for a different run.", {
    hint: "Use a new idempotency key if the tool, the arguments or the connection changes.",
  });

const digest = async (text: string): Promise<string> => hex(await sha256(text));

/** Serializes JSON with the members of each object sorted by name. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
