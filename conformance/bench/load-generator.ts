import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LoadOptions, LoadResult } from "./load-process.ts";
import { stopProcess } from "./server-process.ts";

/** The load generator, as the benches use it. */
export interface LoadGenerator {
  /** 16 connections and at most 1,000,000 requests by default. Rejects if any answer was not a 200 or 201. */
  run(
    order: Pick<LoadOptions, "port" | "request" | "seconds"> & Partial<LoadOptions>,
  ): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the load generator's process. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL("load-process.ts", import.meta.url)), { execArgv: [] });
  return {
    async run(order) {
      const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
      const rejectOnExit = () => reject(new Error("The load generator ended."));
      child.once("message", resolve);
      child.once("exit", rejectOnExit);
      child.send({ connections: 16, most: 1_000_000, ...order });
      const result = await promise.finally(() =>
        child.off("exit", rejectOnExit).off("message", resolve),
      );
      if (result.completed === 0 || result.failed > 0) {
        throw new Error(
          `Port ${order.port}: ${result.completed} requests were answered with 200 or 201, ${result.failed} were not.`,
        );
      }
      return result;
    },
    stop: () => stopProcess(child),
  };
}
