import { hostRule } from "../../../adapters/hosts.ts";
import { jsonLog } from "../../../adapters/log.ts";
import { openPlatformParts } from "../../../adapters/platform.ts";
import {
  type Answer,
  type Catalogue,
  createConnecting,
  createPlatform,
  type Handler,
  type PlatformOptions,
} from "../../../core/index.ts";
import { LEAK } from "../faults.ts";
import { CLIENT_HEADER, SPENT, UNCOUNTED } from "../rate.ts";
import { FAULT_HEADER, STRANGER_HEADER } from "../site.ts";
import { rigAccounts, unreachable } from "./accounts.ts";
import { APPS } from "./apps.ts";
import { memoryCatalogue } from "./catalogue.ts";
import { addConnections } from "./connections.ts";
import { fjordAt } from "./fjord.ts";
import { fjordAnswers } from "./fjord-answers.ts";
import { limitsOf } from "./rate.ts";
import { upstream } from "./running.ts";

/** The request header to which the rig answers with what its log has told, and with nothing else. */
export const LOG_HEADER = "rig-log";

const MOST_LINES = 2000;
/** Beyond, the client that was made first is forgotten. */
const MOST_CLIENTS = 50;

/**
 * The rig's platform as a handler, at an origin of its own. `rig-fault` in a request's headers has something fail: `500`
 * the catalogue and all that is kept, by an error that nobody expected; `503` the storage; `shelf` the storage once the key is known; `unready`
 * says that there is no catalogue yet. `rig-client` has keys and networks counted: `spent` and `uncounted` as on the
 * site, and any other name by itself.
 */
export async function createPlatformRig(
  origin: string,
): Promise<{ handler: Handler; remove(): void }> {
  const { folder, remove } = await rigAccounts();
  const fjord = await upstream(fjordAnswers());
  const parts = await openPlatformParts({
    dataFolder: folder,
    catalogue: memoryCatalogue([...APPS, fjordAt(fjord.origin)]),
    allow: [fjord.origin],
  });
  const { accounts } = parts;
  const made = parts.at(origin);
  const { office } = made.connecting;
  await addConnections(made.connecting);
  const cutOff = createConnecting({
    origin,
    connections: unreachable(office.connections),
    safe: office.safe,
    outbound: office.outbound,
    catalogue: made.catalogue,
    accounts,
  });
  const lines: string[] = [];
  const log = jsonLog((line) => void (lines.push(line) > MOST_LINES && lines.shift()));
  const platformWith = (options: Partial<PlatformOptions> = {}) =>
    createPlatform({
      origin,
      ...made,
      allowsHost: hostRule(origin, []),
      log,
      metrics: {
        process: {
          runtime: 'Rig "1"',
          startedSeconds: 1_700_000_000,
          residentBytes: () => 123_456_789,
        },
        isOpenTo: ({ headers }) => headers.get(STRANGER_HEADER) === null,
      },
      ...options,
    });

  const whole = platformWith();
  const faulty = new Map([
    [
      "500",
      platformWith({
        catalogue: failing<Catalogue>(),
        connecting: {
          ...made.connecting,
          desk: failing(),
          office: { ...office, connections: failing() },
        },
        running: { ...made.running, store: failing() },
      }),
    ],
    ["503", platformWith({ accounts: unreachable(accounts) })],
    [
      "shelf",
      platformWith({
        accounts: unreachable(accounts, { but: ["keyOf", "touchKey"] }),
        connecting: cutOff,
        running: { ...made.running, store: unreachable(made.running.store) },
      }),
    ],
    [
      "unready",
      platformWith({
        catalogue: {
          ...memoryCatalogue([]),
          busy: "The catalogue is being compiled: 12 of 31 documents are read.",
        },
        accounts: { ...accounts, apps: async () => [] },
      }),
    ],
  ]);
  const clients = new Map<string, Handler>();
  const counting = (client: string): Handler => {
    const known = clients.get(client);
    if (known) return known;
    const made = platformWith(limitsOf(client === SPENT || client === UNCOUNTED ? client : "own"));
    clients.set(client, made);
    if (clients.size > MOST_CLIENTS) clients.delete(clients.keys().next().value!);
    return made;
  };
  const told = (): Answer => ({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: lines.join("\n"),
  });
  return {
    async handler(asked) {
      if (asked.headers.get(LOG_HEADER) !== null) return told();
      const client = asked.headers.get(CLIENT_HEADER);
      return (
        faulty.get(asked.headers.get(FAULT_HEADER) ?? "") ??
        (client === null ? whole : counting(client))
      )(asked);
    },
    remove: () =>
      void parts
        .close()
        .then(remove)
        .finally(() => fjord.close()),
  };
}

/** Something of which everything fails, in words that nobody should see. */
function failing<Part extends object = Catalogue>(): Part {
  const fail = (): never => {
    throw new Error(LEAK);
  };
  return new Proxy({} as Part, { get: fail });
}
