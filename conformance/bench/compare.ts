import { sendOnce, type WireResponse } from "./connection.ts";
import { startLoadGenerator } from "./load-generator.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { cpuMicroseconds } from "./process-usage.ts";
import type { RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { RecordedResponse } from "./servers/bare.ts";
import { showProgress } from "./table.ts";

/** A server in a comparison. */
export interface Contestant {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** For a bare server: the name of an earlier contestant whose response it replays. */
  readonly replays?: string;
  /** Starts the server if it isn't one of `servers/`. */
  readonly start?: () => Promise<ServerProcess>;
}

/** The measurements of a server on a runtime. */
export interface Row {
  readonly runtime: RuntimeName;
  readonly name: string;
  /** Microseconds of CPU time per request, one value per round. */
  readonly rounds: readonly number[];
  /** Responses per second, one value per round. */
  readonly rates: readonly number[];
}

export interface Comparison extends Pick<BenchOptions, "rounds" | "seconds"> {
  /** Connections with one request in flight on each. 16 by default. */
  readonly connections?: number;
  /** The maximum warm-up in seconds. 8 by default. */
  readonly warmUp?: number;
  readonly contestants: readonly Contestant[];
  /** Returns the part of a response body that must be equal for all contestants. */
  normalizeResponse(body: string): string;
}

/** Enough requests for the runtime to compile the code. */
const WARM_UP = { maxRequests: 15_000, seconds: 8 } as const;

/**
 * Compares servers on one runtime. They take turns, so that other load on the machine affects all
 * alike.
 */
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
        contestant.replays === undefined
          ? undefined
          : recordResponse(responses.get(contestant.replays)!);
      const process = await (contestant.start?.() ??
        startServer({ runtime, ...contestant, recordedResponse: response }));
      running.push({ contestant, process, cpu: [], rates: [] });
      responses.set(contestant.name, await sendOnce(process.port, contestant.request));
      assertEqualResponses(contestant, responses, normalizeResponse);
      await loader.run({
        port: process.port,
        request: contestant.request,
        connections,
        maxRequests: WARM_UP.maxRequests,
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

/** Formats a row for a table with `COLUMN_TITLES`. The ratio is to `baseline`. */
export function formatRow(
  { runtime, name, rounds, rates }: Row,
  baseline: Row | undefined,
): string[] {
  const ratio = baseline && median(rounds.map((cpu, round) => cpu / baseline.rounds[round]!));
  const spread = `${Math.min(...rounds).toFixed(1)}-${Math.max(...rounds).toFixed(1)}`;
  return [
    runtime,
    name,
    median(rounds).toFixed(1),
    spread,
    ratio?.toFixed(2) ?? "",
    Math.round(Math.max(...rates)).toLocaleString("en"),
  ];
}

export const COLUMN_TITLES = [
  "runtime",
  "server",
  "CPU µs/request",
  "min-max",
  "× bare",
  "best requests/s",
];

function assertEqualResponses(
  { name, replays }: Contestant,
  responses: ReadonlyMap<string, WireResponse>,
  normalizeResponse: (body: string) => string,
): void {
  const [first] = responses.values();
  const { status, body } = responses.get(name)!;
  const same =
    replays === undefined
      ? normalizeResponse(String(body)) === normalizeResponse(String(first!.body))
      : body.equals(responses.get(replays)!.body);
  if ((status !== 200 && status !== 201) || !same)
    throw new Error(
      `${name} returned a different response (${status}):\n${body}\n\nThe first contestant returned:\n${first!.body}`,
    );
}

/** Headers that a server adds itself. */
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
