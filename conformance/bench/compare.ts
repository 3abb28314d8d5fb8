import { sendOnce, type WireResponse } from "./connection.ts";
import { startLoadGenerator } from "./load-generator.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { cpuMicroseconds } from "./process-usage.ts";
import type { RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { RecordedResponse } from "./servers/bare.ts";
import { showProgress } from "./table.ts";

/** A server that takes part. */
export interface Contestant {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** For a bare server: the contestant before it whose answer it gives. */
  readonly varies?: string;
  /** Starts it, where it is none of `servers/`. */
  readonly start?: () => Promise<ServerProcess>;
}

/** What was measured of a server on a runtime. */
export interface Row {
  readonly runtime: RuntimeName;
  readonly name: string;
  /** Microseconds of CPU for a request, round by round. */
  readonly rounds: readonly number[];
  /** Requests answered in a second, round by round. */
  readonly rates: readonly number[];
}

export interface Comparison extends Pick<BenchOptions, "rounds" | "seconds"> {
  /** Connections that each have one request out; 16 by default. */
  readonly connections?: number;
  /** The most seconds that a server is warmed; 8 by default. */
  readonly warmUp?: number;
  readonly contestants: readonly Contestant[];
  /** What of an answer's body must be the same for all. */
  normalizeResponse(body: string): string;
}

/** What a server is given before it counts: as many requests as it takes to be compiled. */
const WARM_UP = { most: 15_000, seconds: 8 } as const;

/** Measures servers of one runtime beside each other: they take turns, so that what the machine does otherwise meets all alike. */
export async function compare(
  runtime: RuntimeName,
  {
    contestants,
    normalizeResponse,
    rounds,
    seconds,
    connections = 16,
    warmUp = WARM_UP.seconds,
  }: Comparison,
): Promise<Row[]> {
  const loader = startLoadGenerator();
  const running: {
    contestant: Contestant;
    process: ServerProcess;
    cpu: number[];
    rates: number[];
  }[] = [];
  try {
    const responses = new Map<string, WireResponse>();
    for (const contestant of contestants) {
      showProgress(`${runtime}: starting and warming ${contestant.name}`);
      const response =
        contestant.varies === undefined
          ? undefined
          : recordResponse(responses.get(contestant.varies)!);
      const process = await (contestant.start?.() ??
        startServer({ runtime, ...contestant, recordedResponse: response }));
      running.push({ contestant, process, cpu: [], rates: [] });
      responses.set(contestant.name, await sendOnce(process.port, contestant.request));
      assertEqualResponses(contestant, responses, normalizeResponse);
      await loader.run({
        port: process.port,
        request: contestant.request,
        connections,
        maxRequests: WARM_UP.most,
        seconds: warmUp,
      });
    }
    for (let round = 1; round <= rounds; round++) {
      for (const each of running) {
        showProgress(`${runtime}: round ${round} of ${rounds}, ${each.contestant.name}`);
        const before = cpuMicroseconds(each.process.pid);
        const load = await loader.run({
          port: each.process.port,
          request: each.contestant.request,
          connections,
          seconds,
        });
        each.cpu.push((cpuMicroseconds(each.process.pid) - before) / load.completed);
        each.rates.push(load.completed / load.seconds);
      }
    }
    return running.map(({ contestant: { name }, cpu, rates }) => ({
      runtime,
      name,
      rounds: cpu,
      rates,
    }));
  } finally {
    showProgress("");
    await Promise.all([loader.stop(), ...running.map(({ process }) => process.stop())]);
  }
}

/** The row as a table shows it: median, least and most, how many times the floor's, the most in a second. */
export function formatRow({ runtime, name, rounds, rates }: Row, floor: Row | undefined): string[] {
  const times = floor && median(rounds.map((cpu, round) => cpu / floor.rounds[round]!));
  const spread = `${Math.min(...rounds).toFixed(1)}-${Math.max(...rounds).toFixed(1)}`;
  return [
    runtime,
    name,
    median(rounds).toFixed(1),
    spread,
    times?.toFixed(2) ?? "",
    Math.round(Math.max(...rates)).toLocaleString("en"),
  ];
}

/** The titles of those cells. */
export const COLUMN_TITLES = [
  "runtime",
  "server",
  "CPU µs/request",
  "least-most",
  "× bare",
  "best requests/s",
];

function assertEqualResponses(
  { name, varies }: Contestant,
  responses: ReadonlyMap<string, WireResponse>,
  essence: (body: string) => string,
): void {
  const [first] = responses.values();
  const { status, body } = responses.get(name)!;
  const same =
    varies === undefined
      ? essence(String(body)) === essence(String(first!.body))
      : body.equals(responses.get(varies)!.body);
  if ((status !== 200 && status !== 201) || !same)
    throw new Error(
      `${name} answers otherwise (${status}):\n${body}\n\nthan the first:\n${first!.body}`,
    );
}

/** What a server puts in by itself. */
const SERVER_HEADERS = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "vary",
]);

function recordResponse({ status, head, body }: WireResponse): RecordedResponse {
  const lines = head
    .split("\r\n")
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return {
    status,
    headers: Object.fromEntries(lines.filter(([name]) => !SERVER_HEADERS.has(name))),
    body: String(body),
  };
}
