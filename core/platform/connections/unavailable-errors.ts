import type { ConnectionStore } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";

/** The same connections, of which whatever can't be reached is the `Problem` "storage_unavailable". */
export const withUnavailableErrors = (store: ConnectionStore): ConnectionStore =>
  new Proxy(store, {
    get(target, name: keyof ConnectionStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        method.apply(target, args).catch((cause: unknown) => {
          if (cause instanceof Problem) throw cause;
          throw new Problem(
            "storage_unavailable",
            "What is kept of connections can't be reached just now.",
            { hint: "Try again in a little while.", cause },
          );
        });
    },
  });
