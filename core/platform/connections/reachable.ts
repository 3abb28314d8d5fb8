import type { Connections } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";

/** The same connections, of which whatever can't be reached is the `Problem` "storage_unavailable". */
export const reachable = (connections: Connections): Connections =>
  new Proxy(connections, {
    get(of, name: keyof Connections) {
      const method = of[name] as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) =>
        method.apply(of, given).catch((cause: unknown) => {
          if (cause instanceof Problem) throw cause;
          throw new Problem(
            "storage_unavailable",
            "What is kept of connections can't be reached just now.",
            { hint: "Try again in a little while.", cause },
          );
        });
    },
  });
