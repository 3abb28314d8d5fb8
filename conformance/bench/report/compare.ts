import { sendOnce, type WireResponse } from "../load/connection.ts";
import { type LoadGenerator, startLoadGenerator } from "../load/load-generator.ts";
import { cpuMicroseconds } from "../load/process-usage.ts";
import type { RuntimeName } from "../load/runtimes.ts";
import { type ServerProcess, startServer } from "../load/server-process.ts";
import type { BenchOptions } from "../options.ts";
import type { RecordedResponse } from "../servers/bare.ts";
import { median, quantile } from "./median.ts";
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
  /** The checkout of the server, with a trailing slash. Default: this one. */
  readonly root?: string;
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
  /** The maximum warm-up in seconds. 20 by default. */
  readonly warmUp?: number;
  readonly contestants: readonly Contestant[];
  /** Returns the part of a response body that must be equal for all contestants. */
  normalizeResponse(body: string): string;
}

const MAX_WARM_UP_SECONDS = 20;

/** Fewer requests don't make the runtime compile all code. A busy machine serves them slowly. */
const MIN_WARM_UP_REQUESTS = 8_000;

/** Two seconds in a row whose costs differ by less than this end the warm-up. */
const STABLE_RATIO = 0.05;

/**
 * Compares servers on one runtime. They take turns, so that other load on the machine affects all
 * alike. Every other round has the reverse order.
 */
export async function compare(
  runtime: RuntimeName,
  {
    contestants,
    normalizeResponse,
    rounds,
    seconds,
    connections = 16,
    warmUp = MAX_WARM_UP_SECONDS,
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
      const [first] = responses.values();
      const response =
        contestant.replays === undefined ? first : responses.get(contestant.replays)!;
      const recordedResponse = response && recordResponse(response);
      const process = await (contestant.start?.() ??
        startServer({ runtime, ...contestant, recordedResponse }));
      running.push({ contestant, process, cpu: [], rates: [] });
      responses.set(contestant.name, await sendOnce(process.port, contestant.request));
      assertEqualResponses(contestant, responses, normalizeResponse);
      await warmServer(loader, process, {
        port: process.port,
        request: contestant.request,
        connections,
        seconds: warmUp,
      });
    }
    for (let round = 1; round <= rounds; round++) {
      for (const each of round % 2 === 1 ? running : running.toReversed()) {
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

/** Loads a server until its cost is stable, because the runtime compiles code in the background. */
async function warmServer(
  loader: LoadGenerator,
  { pid }: ServerProcess,
  { seconds, ...load }: Parameters<LoadGenerator["run"]>[0],
): Promise<void> {
  let previous = Number.POSITIVE_INFINITY;
  let requests = 0;
  for (let second = 0; second < seconds; second++) {
    const before = cpuMicroseconds(pid);
    const { completed } = await loader.run({ ...load, seconds: 1 });
    const cost = (cpuMicroseconds(pid) - before) / completed;
    requests += completed;
    const isStable = Math.abs(cost - previous) < STABLE_RATIO * cost;
    if (isStable && requests >= MIN_WARM_UP_REQUESTS) return;
    previous = cost;
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

/** Formats what a row costs beyond another one: the median and the quartiles, in microseconds. */
export function formatOverhead({ rounds }: Row, floor: Row): string {
  const differences = rounds.map((cpu, round) => cpu - floor.rounds[round]!);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(differences, share));
  return `${middle!.toFixed(1)} (${low!.toFixed(1)} to ${high!.toFixed(1)})`;
}

export const OVERHEAD_TITLE = "µs beyond the search";

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
  if (status < 200 || status > 202 || !same)
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
