import assert from "node:assert/strict";
import type { ClientProgram, ProgramCall } from "./client-program.ts";
import type { ScriptedServer } from "./scripted-server.ts";
import type { Situation } from "./situations.ts";

const KEY = "jkf_live_planted_key";

/** Makes the call of a situation in a program, and checks what the server and the caller got. */
export async function checkSituation(
  situation: Situation,
  { program, server }: { readonly program: ClientProgram; readonly server: ScriptedServer },
): Promise<void> {
  server.script(situation.replies);
  const { value, error } = await program.call(
    { baseUrl: server.url, apiKey: KEY, timeout: 400, ...situation.options },
    withTimeout(situation.call),
  );
  const { requests } = server;
  assert.equal(requests.length, situation.requests, "requests");
  assert.equal(new Set(requests.map(readKey)).size, Math.min(requests.length, 1), "keys");
  for (const { headers } of requests) assert.equal(headers.authorization, `Bearer ${KEY}`);
  if (situation.path !== undefined) assert.equal(requests[0]!.path, situation.path);
  if (situation.lastPath !== undefined) assert.equal(requests.at(-1)!.path, situation.lastPath);
  if (situation.call.method === "run")
    for (const request of requests) assert.ok(readKey(request), "a run without a key");
  if (situation.body !== undefined) {
    const { idempotency_key: _, ...body } = JSON.parse(requests[0]!.body);
    assert.deepEqual(body, situation.body);
  }
  if (situation.code === undefined) {
    assert.equal(error?.printed, undefined);
    if (situation.value !== undefined) assert.deepEqual(value, situation.value);
    return;
  }
  assert.equal(value, undefined);
  assert.ok(error?.isJackfieldError);
  assert.equal(error.code, situation.code, error.message);
  const { status, attempts, retryable, retryAfter, sent = situation.requests } = situation;
  assert.equal(error.sent, sent, "sent");
  if (status !== undefined) assert.equal(error.status, status);
  if (attempts !== undefined) assert.equal(error.attempts, attempts);
  if (retryable !== undefined) assert.equal(error.retryable, retryable);
  if (retryAfter !== undefined) assert.equal(error.retryAfter, retryAfter);
  if (situation.message) assert.match(error.message, situation.message);
  if (requests[0]) assert.equal(error.idempotencyKey ?? undefined, readKey(requests[0]));
  assert.ok(!JSON.stringify(error).includes(KEY), "the error contains the API key");
}

/** All attempts have a short timeout, because `tools.run` has a longer one of its own. */
const withTimeout = (call: ProgramCall): ProgramCall => ({
  ...call,
  callOptions: { timeout: 400, ...call.callOptions },
});

function readKey({ body }: { readonly body: string }): string | undefined {
  return body ? (JSON.parse(body) as { idempotency_key?: string }).idempotency_key : undefined;
}
