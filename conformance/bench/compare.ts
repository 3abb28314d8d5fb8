import { askOnce, type WireAnswer } from "./connection.ts";
import { startLoader } from "./loader.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { cpuMicroseconds } from "./process-figures.ts";
import type { RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { RecordedAnswer } from "./servers/bare.ts";
import { showProgress } from "./table.ts";

/** A server that takes part. */
export interface Contestant {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** For a bare server: the contestant before it whose answer it gives. */
  readonly repeats?: string;
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

export interface Comparison extends Pick<Options, "rounds" | "seconds"> {
  /** Connections that each have one request out; 16 by default. */
  readonly connections?: number;
  /** The most seconds that a server is warmed; 8 by default. */
  readonly warming?: number;
  readonly contestants: readonly Contestant[];
  /** What of an answer's body must be the same for all. */
  essence(body: string): string;
}

/** What a server is given before it counts: as many requests as it takes to be compiled. */
const WARMING = { most: 15_000, seconds: 8 } as const;

/** Measures servers of one runtime beside each other: they take turns, so that what the machine does otherwise meets all alike. */
export async function compare(
  runtime: RuntimeName,
  {
    contestants,
    essence,
    rounds,
    seconds,
    connections = 16,
    warming = WARMING.seconds,
  }: Comparison,
): Promise<Row[]> {
  const loader = startLoader();
  const running: {
    contestant: Contestant;
    process: ServerProcess;
    cpu: number[];
    rates: number[];
  }[] = [];
  try {
    const answers = new Map<string, WireAnswer>();
    for (const contestant of contestants) {
      showProgress(`${runtime}: starting and warming ${contestant.name}`);
      const answer =
        contestant.repeats === undefined ? undefined : recorded(answers.get(contestant.repeats)!);
      const process = await (contestant.start?.() ??
        startServer({ runtime, ...contestant, answer }));
      running.push({ contestant, process, cpu: [], rates: [] });
      answers.set(contestant.name, await askOnce(process.port, contestant.request));
      mustAgree(contestant, answers, essence);
      await loader.run({
        port: process.port,
        request: contestant.request,
        connections,
        most: WARMING.most,
        seconds: warming,
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
        each.cpu.push((cpuMicroseconds(each.process.pid) - before) / load.answered);
        each.rates.push(load.answered / load.seconds);
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
export function cellsOf({ runtime, name, rounds, rates }: Row, floor: Row | undefined): string[] {
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
export const TITLES = [
  "runtime",
  "server",
  "CPU µs/request",
  "least-most",
  "× bare",
  "best requests/s",
];

function mustAgree(
  { name, repeats }: Contestant,
  answers: ReadonlyMap<string, WireAnswer>,
  essence: (body: string) => string,
): void {
  const [first] = answers.values();
  const { status, body } = answers.get(name)!;
  const same =
    repeats === undefined
      ? essence(String(body)) === essence(String(first!.body))
      : body.equals(answers.get(repeats)!.body);
  if ((status !== 200 && status !== 201) || !same)
    throw new Error(
      `${name} answers otherwise (${status}):\n${body}\n\nthan the first:\n${first!.body}`,
    );
}

/** What a server puts in by itself. */
const OWN = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "vary",
]);

function recorded({ status, head, body }: WireAnswer): RecordedAnswer {
  const lines = head
    .split("\r\n")
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return {
    status,
    headers: Object.fromEntries(lines.filter(([name]) => !OWN.has(name))),
    body: String(body),
  };
}
