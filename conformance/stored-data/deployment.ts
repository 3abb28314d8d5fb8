import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AppRequest, type AppServers, createAppServers } from "./app-servers.ts";
import { readStoredProperties } from "./encrypted-values.ts";
import {
  type DatabaseKind,
  EXPECTED,
  moveData,
  PRODUCTS_FILE,
  type RestoredData,
  restoreData,
} from "./fixture.ts";
import { type Services, startServices } from "./services.ts";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Arguments of `run` that differ from the defaults. */
export interface RunOptions {
  /** The name of the API key. Default: "laptop". */
  readonly key?: string;
  /** Default: `{ id: "1" }`. */
  readonly args?: object;
}

/**
 * The deployment that all tests on a database share, in the order of their registration. The
 * getters are available in tests only.
 */
export interface Deployment {
  /** The part of `expected.json` about this database. */
  readonly expected: any;
  /** When 0.1.0 wrote the data, in milliseconds since 1970. */
  readonly writtenAt: number;
  readonly services: Services;
  readonly servers: AppServers;
  readonly dataDir: string;
  /** The properties that 0.1.0 stored. */
  readonly originalProperties: ReadonlySet<string>;
  /** The options of commands that open the stored data. */
  readonly commandOptions: {
    readonly databaseUrl: string | undefined;
    readonly dataFolder: string;
    readonly secretsKey: undefined;
    readonly platform: undefined;
  };
  /** Starts the services again, after a test has closed them. */
  restart(): Promise<void>;
  /** Registers a test that starts at `writtenAt` and fails if a service reports an error. */
  it(title: string, test: () => Promise<void>): void;
  /** Returns the stored API key with this name. */
  keyOf(name: string): string;
  /** Returns the ID of the stored connection with this label. */
  idOf(label: string): string;
  /** Runs a tool with a stored connection, or with the default one. */
  run(
    tool: string,
    connection: string | undefined,
    options?: RunOptions,
  ): ReturnType<Services["platform"]>;
  /** Returns the last request that an app received. */
  lastRequest(): AppRequest;
}

/**
 * Registers hooks that restore the stored data of a database and start the current version with it,
 * on the other database if `isMoved`.
 */
export function useDeployment(
  kind: DatabaseKind,
  { isMoved, skipReason }: { readonly isMoved: boolean; readonly skipReason: string | undefined },
): Deployment {
  const expected = EXPECTED[kind];
  const writtenAt = Date.parse(expected.writtenAt);
  const keyOf = (name: string): string =>
    expected.keys.find((key: any) => key.name === name).secret;
  const idOf = (label: string): string => expected.connections[label];
  let restored: RestoredData;
  let servers: AppServers;
  let services: Services;
  let originalProperties: Set<string>;

  const start = async () => {
    services = await startServices({
      ...restored,
      productsFile: PRODUCTS_FILE,
      outbound: servers.outbound,
      authorize: servers.authorize,
    });
  };

  beforeAll(async () => {
    if (skipReason) return;
    // Stored data expires, so the clock shows the time at which the data was written.
    vi.useFakeTimers({ toFake: ["Date"], now: writtenAt });
    restored = await (isMoved ? moveData : restoreData)(kind);
    servers = createAppServers("current");
    await start();
    originalProperties = await readStoredProperties(services, restored.dataDir);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await services?.close();
    await restored?.remove();
  });

  return {
    expected,
    writtenAt,
    get services() {
      return services;
    },
    get servers() {
      return servers;
    },
    get dataDir() {
      return restored.dataDir;
    },
    get originalProperties() {
      return originalProperties;
    },
    get commandOptions() {
      return {
        databaseUrl: restored.databaseUrl,
        dataFolder: restored.dataDir,
        secretsKey: undefined,
        platform: undefined,
      };
    },
    restart: start,
    it: (title, test) =>
      it.skipIf(skipReason)(title, async () => {
        vi.setSystemTime(writtenAt);
        services.errors.length = 0;
        await test();
        expect(services.errors).toEqual([]);
      }),
    keyOf,
    idOf,
    run: (tool, connection, { key = "laptop", args = { id: "1" } } = {}) =>
      services.platform("POST", `/tools/${tool}/run`, keyOf(key), {
        arguments: args,
        ...(connection && { connection: idOf(connection) }),
      }),
    lastRequest: () => servers.requests.at(-1)!,
  };
}

/** The Authorization header of HTTP Basic authentication. */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
