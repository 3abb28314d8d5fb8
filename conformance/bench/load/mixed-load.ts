import http from "node:http";

export interface MixedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with POST. */
  readonly body?: string;
}

export interface MixedLoad {
  readonly completed: number;
  readonly seconds: number;
  /** Returns a quantile of the latencies, in milliseconds. */
  quantile(share: number): number;
}

/** A load ends after a time or after a number of requests. */
export type LoadEnd = { readonly seconds: number } | { readonly count: number };

/**
 * Sends requests in turns, one at a time on each connection. Rejects if a status isn't 200, or a
 * run didn't succeed.
 */
export async function loadMix(
  requests: readonly MixedRequest[],
  { connections, ...limits }: LoadEnd & { readonly connections: number },
): Promise<MixedLoad> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const started = performance.now();
  const end = "seconds" in limits ? started + limits.seconds * 1_000 : Number.POSITIVE_INFINITY;
  const count = "count" in limits ? limits.count : Number.POSITIVE_INFINITY;
  let next = 0;
  const work = async () => {
    while (next < count && performance.now() < end) {
      const at = performance.now();
      await send(requests[next++ % requests.length]!, agent);
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  const sorted = Float64Array.from(latencies).sort();
  return {
    completed: sorted.length,
    seconds: (performance.now() - started) / 1_000,
    quantile: (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!,
  };
}

function send({ url, headers, body }: MixedRequest, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const request = http.request(url, { agent, method, headers: { ...headers } }, (response) => {
      let hasFailed = false;
      response.on("data", (chunk: Buffer) => {
        if (chunk.includes(FAILED_RUN)) hasFailed = true;
      });
      response.once("end", () => {
        if (response.statusCode === 200 && !hasFailed) resolve();
        else reject(new Error(`${url}: ${hasFailed ? "the run failed" : response.statusCode}`));
      });
    });
    request.once("error", reject);
    request.end(body);
  });
}

/** A run that fails at the app has the HTTP status 200. */
const FAILED_RUN = '"status":"failed"';
