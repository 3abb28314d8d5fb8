import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LoadOptions, LoadResult } from "./load-process.ts";
import { stopProcess } from "./server-process.ts";

/** A load generator in its own process. */
export interface LoadGenerator {
  /**
   * Uses 16 connections and at most 1,000,000 requests by default. Rejects if a status isn't 200,
   * 201 or 202.
   */
  run(
    options: Pick<LoadOptions, "port" | "request" | "seconds"> & Partial<LoadOptions>,
  ): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL("./load-process.ts", import.meta.url)), {
    execArgv: [],
  });
  return {
    async run(options) {
      const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
      const rejectOnExit = () => reject(new Error("The load generator exited."));
      child.once("message", resolve);
      child.once("exit", rejectOnExit);
      child.send({ connections: 16, maxRequests: 1_000_000, ...options });
      const result = await promise.finally(() =>
        child.off("exit", rejectOnExit).off("message", resolve),
      );
      if (result.completed === 0 || result.failed > 0) {
        throw new Error(
          `Port ${options.port}: ${result.completed} requests succeeded with 200, 201 or 202, ${result.failed} failed.`,
        );
      }
      return result;
    },
    stop: () => stopProcess(child),
  };
}
