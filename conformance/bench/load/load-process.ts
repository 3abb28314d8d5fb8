/**
 * The process of the load generator. For each message it sends requests to one port and replies
 * with the result. It never sleeps during a round, because a response that wakes it costs the
 * server CPU time (an eighth when profiled), and a slow server would wake it more often than a fast
 * one.
 */
import process from "node:process";
import { openConnection } from "./connection.ts";
import { createRequestBytes } from "./request-template.ts";

export interface LoadOptions {
  readonly port: number;
  /** The raw request. Placeholders of `request-template.ts` are replaced in each request. */
  readonly request: string;
  readonly seconds: number;
  /** Connections with one request in flight on each. */
  readonly connections: number;
  readonly maxRequests: number;
}

export interface LoadResult {
  readonly completed: number;
  /** Responses with a status other than 200, 201 and 202, and broken connections. */
  readonly failed: number;
  readonly seconds: number;
}

process.on("message", async (options: LoadOptions) => process.send!(await runLoad(options)));

async function runLoad({
  port,
  request,
  seconds,
  connections,
  maxRequests,
}: LoadOptions): Promise<LoadResult> {
  const bytes = createRequestBytes(request);
  const started = performance.now();
  const end = started + seconds * 1000;
  let requestCount = 0;
  let completed = 0;
  let failed = 0;

  const runConnection = () =>
    new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve();
      };
      const timer = setTimeout(finish, seconds * 1000 + 5_000);
      const send = () => {
        if (requestCount >= maxRequests || performance.now() >= end) return finish();
        requestCount++;
        socket.write(bytes());
      };
      const socket = openConnection(
        port,
        ({ status }) => {
          if (status >= 200 && status <= 202) completed++;
          else failed++;
          send();
        },
        () => {
          failed++;
          finish();
        },
      );
      socket.once("connect", send);
    });

  let isRunning = true;
  const stayAwake = () => {
    if (isRunning) setImmediate(stayAwake);
  };
  stayAwake();
  await Promise.all(Array.from({ length: connections }, runConnection));
  isRunning = false;
  return { completed, failed, seconds: (performance.now() - started) / 1000 };
}
