import type { OperationEntry } from "../../generated/table.ts";
import type { ClientProgram } from "../clients/client-program.ts";
import type { Spec } from "../services/service.ts";
import type { TargetKind } from "../targets/target.ts";
import { toClientCall } from "./client-call.ts";
import { toCallResult } from "./client-result.ts";
import { startGateway } from "./gateway.ts";
import type { Caller } from "./http.ts";

/** A client that runs in a program of its own: another runtime, language or version. */
export interface RemoteClient {
  readonly name: string;
  /** Options of every client besides its URL and key. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Set if the service must allow each header that the client sends (CORS). */
  readonly isPage?: true;
  /** Whether it calls targets of this kind. */
  supports(kind: TargetKind): boolean;
  /** Why the program can't be started here, if so. */
  skipReason(): string | undefined;
  /** Skips a call that the language doesn't allow. */
  readonly skipCall?: (operation: OperationEntry, input: Readonly<Record<string, unknown>>) => void;
  start(service: Spec["name"]): ClientProgram | Promise<ClientProgram>;
}

/** Creates the caller of a remote client. Its requests reach the target through a gateway. */
export const createRemoteCaller = (client: RemoteClient): Caller => ({
  name: client.name,
  protocol: "http",
  skipsRequests: true,
  supports: client.supports,
  skipReason: client.skipReason,
  connect(kind, target) {
    const { service } = kind;
    const starting = Promise.all([client.start(service.name), startGateway(target)]);
    starting.catch(() => {});
    return {
      async call(name, input, { headers = {} } = {}) {
        const [program, gateway] = await starting;
        const operation = service.table.operations[name]!;
        client.skipCall?.(operation, input);
        const { own, added } = splitHeaders(client, headers);
        const call = toClientCall(operation, input, own);
        const { url, exchanges } = gateway.open({ headers: added });
        const options = { baseUrl: url, apiKey: target.key, ...client.options };
        const outcome = await program.call(options, call);
        if (exchanges.length > 1) throw new Error("The client sent the request again.");
        return toCallResult(kind, name, outcome, exchanges[0]?.response);
      },
      async close() {
        const [program, gateway] = await starting;
        await program.close();
        await gateway.close();
      },
    };
  },
});

/** Headers that only the fixtures know. */
const isFixtureHeader = (name: string) => name.startsWith("fixture-");

/**
 * Splits the headers of a case: those that the client sends, and those that the gateway adds. No
 * service allows pages to send the headers of the fixtures.
 */
function splitHeaders({ isPage }: RemoteClient, headers: Readonly<Record<string, string>>) {
  const entries = Object.entries(headers);
  const isAdded = ([name]: [string, string]) => isPage === true && isFixtureHeader(name);
  return {
    own: Object.fromEntries(entries.filter((entry) => !isAdded(entry))),
    added: Object.fromEntries(entries.filter(isAdded)),
  };
}
