import type { MetricFamily, Sample } from "../../lib/kit/text/exposition.ts";

/**
 * Counts requests and tool calls for /metrics, by declared route and tool. It never receives URLs,
 * queries, keys or user agents.
 */
export interface Meter {
  begin(): void;
  /** `route` is the declared path, or `undefined` if no route matched. */
  end(route: string | undefined, method: string, status: number, milliseconds: number): void;
  /** `tool` must be the name of an existing tool, or `undefined` if the tool doesn't exist. */
  call(tool: string | undefined, outcome: "success" | "problem" | "fault"): void;
  /** Counts the result of verifying a request's signature. */
  signature(outcome: "verified" | "invalid" | "unverified"): void;
  families(): MetricFamily[];
}

/** The upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Whether a method may be a label. Clients can send any name. */
export const isKnownMethod = (method: string): boolean => METHODS.has(method);

interface Series {
  /** By method, then by status. */
  readonly counts: Map<string, Map<number, number>>;
  /** Requests per bucket, not cumulative. The last bucket holds durations over all bounds. */
  readonly bucketCounts: Float64Array;
  seconds: number;
}

export const createMeter = (): Meter => new RequestMeter();

class RequestMeter implements Meter {
  readonly #routes = new Map<string, Series>();
  readonly #calls = new Map<string, Map<string, number>>();
  readonly #signatures = new Map<string, number>();
  #inFlight = 0;

  begin(): void {
    this.#inFlight++;
  }

  end(
    route: string | undefined = "none",
    method: string,
    status: number,
    milliseconds: number,
  ): void {
    this.#inFlight--;
    let series = this.#routes.get(route);
    if (!series) {
      const bucketCounts = new Float64Array(BOUNDS.length + 1);
      series = { counts: new Map(), bucketCounts, seconds: 0 };
      this.#routes.set(route, series);
    }
    increment(series.counts, isKnownMethod(method) ? method : "other", status);
    const seconds = milliseconds / 1000;
    const at = findBucket(seconds);
    series.bucketCounts[at] = (series.bucketCounts[at] ?? 0) + 1;
    series.seconds += seconds;
  }

  call(tool: string | undefined = "none", outcome: string): void {
    increment(this.#calls, tool, outcome);
  }

  signature(outcome: string): void {
    this.#signatures.set(outcome, (this.#signatures.get(outcome) ?? 0) + 1);
  }

  families(): MetricFamily[] {
    const requests = [...this.#routes].flatMap(([route, { counts }]) =>
      toSamples(counts, (method, status) => ({ route, method, status: String(status) })),
    );
    const limited = [...this.#routes.keys()].map((route) => ({
      route,
      value: sumSamples(
        requests,
        (labels) => labels["route"] === route && labels["status"] === "429",
      ),
    }));
    return [
      {
        name: "jackfield_http_requests_total",
        help: "Completed requests by declared route, method and status. Status 499 means that the client disconnected.",
        type: "counter",
        samples: requests,
      },
      {
        name: "jackfield_http_request_duration_seconds",
        help: "Time from a request's arrival to its response headers, by declared route.",
        type: "histogram",
        samples: [...this.#routes].flatMap(durationSamples),
      },
      {
        name: "jackfield_http_requests_in_flight",
        help: "Requests without a response yet.",
        type: "gauge",
        samples: [{ value: this.#inFlight }],
      },
      {
        name: "jackfield_rate_limited_total",
        help: "Requests rejected by the rate limit, by declared route.",
        type: "counter",
        samples: limited.map(({ route, value }) => ({ labels: { route }, value })),
      },
      {
        name: "jackfield_signatures_total",
        help: "Requests with a Web Bot Auth signature, by outcome.",
        type: "counter",
        samples: [...this.#signatures].map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: "jackfield_mcp_calls_total",
        help: "MCP tool calls by tool and outcome.",
        type: "counter",
        samples: toSamples(this.#calls, (tool, outcome) => ({ tool, outcome })),
      },
    ];
  }
}

function increment<Key>(counters: Map<string, Map<Key, number>>, name: string, key: Key): void {
  let counts = counters.get(name);
  if (!counts) {
    counts = new Map();
    counters.set(name, counts);
  }
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const toSamples = <Key>(
  counters: Map<string, Map<Key, number>>,
  toLabels: (name: string, key: Key) => Record<string, string>,
): Sample[] =>
  [...counters].flatMap(([name, counts]) =>
    [...counts].map(([key, value]) => ({ labels: toLabels(name, key), value })),
  );

const sumSamples = (
  samples: readonly Sample[],
  isIncluded: (labels: Readonly<Record<string, string>>) => boolean,
) => samples.reduce((sum, { labels = {}, value }) => (isIncluded(labels) ? sum + value : sum), 0);

function findBucket(seconds: number): number {
  let bucket = 0;
  for (const bound of BOUNDS) {
    if (seconds <= bound) break;
    bucket++;
  }
  return bucket;
}

function durationSamples([route, { bucketCounts, seconds }]: [string, Series]): Sample[] {
  let sum = 0;
  const buckets = Array.from(bucketCounts, (count, at) => {
    sum += count;
    const le = String(BOUNDS[at] ?? "+Inf");
    return { suffix: "_bucket", labels: { route, le }, value: sum };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels: { route }, value: seconds },
    { suffix: "_count", labels: { route }, value: sum },
  ];
}
