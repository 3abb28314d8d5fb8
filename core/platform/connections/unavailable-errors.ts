import { Problem } from "../../http/problem.ts";
import type { ConnectionStore } from "../../ports/connection-store.ts";

/** Wraps a store so that its failures reject with the `Problem` "storage_unavailable". */
export const withUnavailableErrors = (store: ConnectionStore): ConnectionStore =>
  new Proxy(store, {
    get(target, name: keyof ConnectionStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        method.apply(target, args).catch((cause: unknown) => {
          if (cause instanceof Problem) throw cause;
          throw new Problem("storage_unavailable", "The connection storage is unavailable.", {
            hint: "Try again in a few seconds.",
            cause,
          });
        });
    },
  });
