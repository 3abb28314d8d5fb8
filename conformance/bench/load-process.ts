/**
 * The load generator, a process of its own: on each message it asks one port over and over, and says what came of it. It
 * never sleeps while it does: answers that find it asleep have to wake it, a slow server's more often than a quick one's,
 * and the waking is CPU time of the server (an eighth of it where it was profiled).
 */
import process from "node:process";
import { openConnection } from "./connection.ts";
import { createRequestBytes } from "./request-template.ts";

export interface LoadOptions {
  readonly port: number;
  /** One request as it stands on the wire; what `request-template.ts` names is another in each that is sent. */
  readonly request: string;
  readonly seconds: number;
  /** Connections that each have one request out at a time. */
  readonly connections: number;
  /** The most requests. */
  readonly maxRequests: number;
}

export interface LoadResult {
  readonly completed: number;
  /** Answers whose status was not 200 or 201, and connections that broke. */
  readonly failed: number;
  readonly seconds: number;
}

process.on("message", async (order: LoadOptions) => process.send!(await runLoad(order)));

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
  let answered = 0;
  let failed = 0;

  const one = () =>
    new Promise<void>((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve();
      };
      const timer = setTimeout(leave, seconds * 1000 + 5_000);
      const ask = () => {
        if (requestCount >= maxRequests || performance.now() >= end) return leave();
        requestCount++;
        socket.write(bytes());
      };
      const socket = openConnection(
        port,
        ({ status }) => {
          if (status === 200 || status === 201) answered++;
          else failed++;
          ask();
        },
        () => {
          failed++;
          leave();
        },
      );
      socket.once("connect", ask);
    });

  let awake = true;
  const stay = () => void (awake && setImmediate(stay));
  stay();
  await Promise.all(Array.from({ length: connections }, one));
  awake = false;
  return { completed: answered, failed, seconds: (performance.now() - started) / 1000 };
}
