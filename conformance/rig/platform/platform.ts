import { createHostCheck } from "../../../adapters/hosts.ts";
import { createJsonLog } from "../../../adapters/log.ts";
import { openPlatformParts } from "../../../adapters/platform.ts";
import {
  type Answer,
  type Catalogue,
  createConnecting,
  createPlatform,
  type Handler,
  type PlatformOptions,
} from "../../../core/index.ts";
import { LEAK_MARKER } from "../faults.ts";
import { CLIENT_HEADER, LIMITER_DOWN_CLIENT, RATE_LIMITED_CLIENT } from "../rate.ts";
import { FAULT_HEADER, STRANGER_HEADER } from "../site.ts";
import { createDataFolder, createUnreachable } from "./accounts.ts";
import { APPS } from "./apps.ts";
import { createMemoryCatalog } from "./catalogue.ts";
import { addConnections } from "./connections.ts";
import { createFjordApp } from "./fjord.ts";
import { createFjordHandler } from "./fjord-answers.ts";
import { createLimits } from "./rate.ts";
import { startUpstream } from "./running.ts";

/** The request header to which the rig answers with what its log has told, and with nothing else. */
export const LOG_HEADER = "rig-log";

const MAX_LINES = 2000;
/** Beyond, the client that was made first is forgotten. */
const MAX_CLIENTS = 50;

/**
 * The rig's platform as a handler, at an origin of its own. `rig-fault` in a request's headers has something fail: `500`
 * the catalogue and all that is kept, by an error that nobody expected; `503` the storage; `shelf` the storage once the key is known; `unready`
 * says that there is no catalogue yet. `rig-client` has keys and networks counted: `spent` and `uncounted` as on the
 * site, and any other name by itself.
 */
export async function createPlatformFixture(
  origin: string,
): Promise<{ handler: Handler; remove(): void }> {
  const { folder, remove } = await createDataFolder();
  const fjord = await startUpstream(createFjordHandler());
  const parts = await openPlatformParts({
    dataFolder: folder,
    catalogue: createMemoryCatalog([...APPS, createFjordApp(fjord.origin)]),
    allow: [fjord.origin],
  });
  const { accounts } = parts;
  const connections = parts.connectAt(origin);
  const { deps: office } = connections.connections;
  await addConnections(connections.connections);
  const cutOff = createConnecting({
    origin,
    store: createUnreachable(office.store),
    vault: office.vault,
    outbound: office.outbound,
    catalogue: connections.catalogue,
    accounts,
  });
  const lines: string[] = [];
  const log = createJsonLog((line) => void (lines.push(line) > MAX_LINES && lines.shift()));
  const createVariant = (options: Partial<PlatformOptions> = {}) =>
    createPlatform({
      origin,
      ...connections,
      allowsHost: createHostCheck(origin, []),
      log,
      metrics: {
        process: {
          runtime: 'Rig "1"',
          startedSeconds: 1_700_000_000,
          residentBytes: () => 123_456_789,
        },
        isAllowed: ({ headers }) => headers.get(STRANGER_HEADER) === null,
      },
      ...options,
    });

  const whole = createVariant();
  const faulty = new Map([
    [
      "500",
      createVariant({
        catalogue: createFailing<Catalogue>(),
        connections: {
          ...connections.connections,
          service: createFailing(),
          deps: { ...office, store: createFailing() },
        },
        runs: { ...connections.runs, store: createFailing() },
      }),
    ],
    ["503", createVariant({ accounts: createUnreachable(accounts) })],
    [
      "shelf",
      createVariant({
        accounts: createUnreachable(accounts, { except: ["findKey", "recordKeyUse"] }),
        connections: cutOff,
        runs: { ...connections.runs, store: createUnreachable(connections.runs.store) },
      }),
    ],
    [
      "unready",
      createVariant({
        catalogue: {
          ...createMemoryCatalog([]),
          progress: "The catalogue is being compiled: 12 of 31 documents are read.",
        },
        accounts: { ...accounts, listApps: async () => [] },
      }),
    ],
  ]);
  const clients = new Map<string, Handler>();
  const countRequests = (client: string): Handler => {
    const existing = clients.get(client);
    if (existing) return existing;
    const created = createVariant(
      createLimits(
        client === RATE_LIMITED_CLIENT || client === LIMITER_DOWN_CLIENT ? client : "own",
      ),
    );
    clients.set(client, created);
    if (clients.size > MAX_CLIENTS) clients.delete(clients.keys().next().value!);
    return created;
  };
  const logResponse = (): Answer => ({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: lines.join("\n"),
  });
  return {
    async handler(request) {
      if (request.headers.get(LOG_HEADER) !== null) return logResponse();
      const client = request.headers.get(CLIENT_HEADER);
      return (
        faulty.get(request.headers.get(FAULT_HEADER) ?? "") ??
        (client === null ? whole : countRequests(client))
      )(request);
    },
    remove: () =>
      void parts
        .close()
        .then(remove)
        .finally(() => fjord.close()),
  };
}

/** Something of which everything fails, in words that nobody should see. */
function createFailing<Part extends object = Catalogue>(): Part {
  const fail = (): never => {
    throw new Error(LEAK_MARKER);
  };
  return new Proxy({} as Part, { get: fail });
}
