/** Calls a tool with both clients in alternating rounds. Prints the medians as JSON. */
import process from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { openSession } from "../../../core/platform/app-requests/mcp-session.ts";
import { median } from "../report/median.ts";

/** CPU microseconds for each session with one call. */
export interface Measured {
  readonly jackfield: number;
  readonly official: number;
}

const CALLS = 150;
const WARM_UP_CALLS = 300;
const LIMITS = { redirects: 0, timeoutMs: 10_000, maxBytes: 20_000_000 };

const [port, era, rounds] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const url = `${origin}/mcp`;
const outbound = createOutbound({ allowedOrigins: [origin] });
const TOOL_CALL = { name: "lookup", arguments: { q: "tape" } };

async function callWithJackfield(): Promise<void> {
  const opened = await openSession({ outbound, url, headers: {}, timeoutMs: 10_000 });
  if ("refusal" in opened) throw new Error(`The server returned ${opened.refusal.status}.`);
  const { result } = await opened.session.call("tools/call", TOOL_CALL);
  if (!result) throw new Error("The server returned no result.");
  await opened.session.close();
}

/** A `fetch` over the guarded HTTP client, as the official client needs it. */
const guardedFetch = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
  const response = await outbound.fetch(String(input), {
    method: init.method ?? "GET",
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === "string" && { body: init.body }),
    ...LIMITS,
  });
  const { status, headers } = response;
  const hasBody = ![202, 204, 304].includes(status);
  if (!hasBody) await response.bytes();
  return new Response(hasBody ? (response.body as BodyInit) : null, {
    status,
    headers: [...headers],
  });
};

const acceptEverything = {
  getValidator:
    <T>() =>
    (input: unknown) => ({
      valid: true as const,
      data: input as NonNullable<T>,
      errorMessage: undefined,
    }),
};

async function callWithOfficialClient(): Promise<void> {
  const client = new Client(
    { name: "jackfield", version: "1.0.0" },
    {
      jsonSchemaValidator: acceptEverything,
      ...(era === "2026-07-28" && { versionNegotiation: { mode: "auto" as const } }),
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: guardedFetch }));
  const { content } = await client.callTool(TOOL_CALL);
  if (!content) throw new Error("The server returned no content.");
  await client.close();
}

async function measure(call: () => Promise<void>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const jackfield: number[] = [];
const official: number[] = [];
for (const call of [callWithJackfield, callWithOfficialClient]) await measure(call, WARM_UP_CALLS);
for (let round = 0; round < Number(rounds); round++) {
  jackfield.push(await measure(callWithJackfield, CALLS));
  official.push(await measure(callWithOfficialClient, CALLS));
}
const measured: Measured = { jackfield: median(jackfield), official: median(official) };
console.log(JSON.stringify(measured));
process.exit(0);
