import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LoadOrder, LoadResult } from "./load.ts";
import { stopProcess } from "./server-process.ts";

/** The load generator, as the benches use it. */
export interface Loader {
  /** 16 connections and at most 1,000,000 requests by default. Rejects if any answer was not a 200 or 201. */
  run(
    order: Pick<LoadOrder, "port" | "request" | "seconds"> & Partial<LoadOrder>,
  ): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the load generator's process. */
export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL("load.ts", import.meta.url)), { execArgv: [] });
  return {
    async run(order) {
      const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
      const ended = () => reject(new Error("The load generator ended."));
      child.once("message", resolve);
      child.once("exit", ended);
      child.send({ connections: 16, most: 1_000_000, ...order });
      const result = await promise.finally(() => child.off("exit", ended).off("message", resolve));
      if (result.answered === 0 || result.failed > 0) {
        throw new Error(
          `Port ${order.port}: ${result.answered} requests were answered with 200 or 201, ${result.failed} were not.`,
        );
      }
      return result;
    },
    stop: () => stopProcess(child),
  };
}
