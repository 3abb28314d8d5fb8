import { createRequire } from "node:module";
import { requireValue } from "../../../core/lib/kit/require-value.ts";

/** A schema of a client, as `NormalizedSchema` of `@smithy/core` presents it. */
export interface ClientSchema {
  getMergedTraits(): Traits;
  getMemberTraits(): Traits;
  getSchema(): unknown;
  getKeySchema(): ClientSchema;
  getValueSchema(): ClientSchema;
  structIterator(): Iterable<[name: string, member: ClientSchema]>;
  isStructSchema(): boolean;
  isUnionSchema(): boolean;
  isListSchema(): boolean;
  isMapSchema(): boolean;
  isBlobSchema(): boolean;
  isBooleanSchema(): boolean;
  isNumericSchema(): boolean;
  isTimestampSchema(): boolean;
  isStreaming(): boolean;
}

/** The traits of a schema that requests depend on. */
interface Traits {
  readonly http?: readonly [method: string, path: string, status: number];
  readonly endpoint?: readonly [prefix: string];
  readonly jsonName?: string;
  readonly xmlName?: string;
  readonly xmlFlattened?: 1;
  readonly ec2QueryName?: string;
  readonly httpLabel?: 1;
  readonly hostLabel?: 1;
  readonly httpPayload?: 1;
  readonly httpHeader?: string;
  readonly httpPrefixHeaders?: string;
  readonly httpQuery?: string;
  readonly httpQueryParams?: 1;
}

/** An operation of a client. */
export interface ClientOperation {
  readonly name: string;
  readonly traits: Traits;
  readonly input: ClientSchema;
}

/** A request that a client would send. */
export interface ClientRequest {
  readonly method: string;
  readonly hostname: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The client package of a service. Its transport records requests and sends nothing. */
export interface ServiceClient {
  readonly package: string;
  readonly version: string;
  readonly protocol: string;
  /** The name of the service in `X-Amz-Target`. */
  readonly target?: string | undefined;
  /** The names of all operations. */
  readonly names: ReadonlySet<string>;
  /** The operations with schemas. Older versions of clients have none. */
  readonly operations: ReadonlyMap<string, ClientOperation>;
  record(operation: string, input: unknown, region: string): Promise<ClientRequest>;
}

type Constructor = new (
  options: unknown,
) => {
  readonly config: {
    readonly protocol?: { readonly constructor: { readonly name: string } };
    readonly protocolSettings?: { readonly serviceTarget?: string };
  };
  readonly schema?: readonly unknown[];
  send(command: unknown): Promise<unknown>;
};

const RECORDED = new Error("recorded");

/**
 * Loads the client package `name` of a folder with `node_modules`. With `isQuery`, it uses the query
 * protocol, which services with newer protocols still accept.
 */
export function loadClient(folder: string, name: string, { isQuery = false } = {}): ServiceClient {
  const require = createRequire(`${folder}/clients.js`);
  const module = require(name) as Record<string, Constructor>;
  const { version } = require(`${name}/package.json`) as { version: string };
  const [, Client] = requireValue(
    Object.entries(module).find(([key]) => /[^_]Client$/.test(key) && /^[A-Z]/.test(key)),
    `the client of ${name}`,
  );
  let recorded: ClientRequest | undefined;
  const clients = new Map<string, InstanceType<Constructor>>();
  const client = (region: string) => {
    const created =
      clients.get(region) ??
      new Client({
        region,
        maxAttempts: 1,
        // The bucket is part of the path, as in the documents.
        forcePathStyle: true,
        disableS3ExpressSessionAuth: true,
        requestChecksumCalculation: "WHEN_REQUIRED",
        credentials: { accessKeyId: "AKIAAAAAAAAAAAAAAAAA", secretAccessKey: "SECRET" },
        logger: { debug() {}, info() {}, warn() {}, error() {}, trace() {} },
        ...(isQuery && { protocol: createQueryProtocol(require, region, Client) }),
        requestHandler: {
          handle: (request: ClientRequest) => {
            recorded = request;
            return Promise.reject(RECORDED);
          },
        },
      });
    clients.set(region, created);
    return created;
  };
  const commands = new Map<string, Constructor>();
  const operations = new Map<string, ClientOperation>();
  for (const [key, command] of Object.entries(module)) {
    if (!/^[A-Z].*Command$/.test(key) || typeof command !== "function") continue;
    commands.set(key.slice(0, -"Command".length), command);
    const schema = readCommandSchema(command);
    if (!schema) continue;
    // The version that this client uses.
    const { NormalizedSchema } = createRequire(require.resolve(name))("@smithy/core/schema") as {
      NormalizedSchema: { of(schema: unknown): ClientSchema };
    };
    const [, , operation, traits, input] = schema as [number, string, string, unknown, unknown];
    commands.set(operation, command);
    operations.set(operation, {
      name: operation,
      traits: (traits || {}) as Traits,
      input: NormalizedSchema.of(typeof input === "function" ? input() : input),
    });
  }
  return {
    package: name,
    version,
    protocol: client("us-east-1").config.protocol?.constructor.name ?? "",
    target: client("us-east-1").config.protocolSettings?.serviceTarget,
    names: new Set(commands.keys()),
    operations,
    async record(operation, input, region) {
      recorded = undefined;
      let failure: unknown;
      const Command = requireValue(commands.get(operation), `the command ${operation}`);
      await client(region)
        .send(new Command(input))
        .catch((error: unknown) => {
          failure = error;
        });
      if (!recorded) throw failure ?? new Error(`${name} sent no request for ${operation}.`);
      return recorded;
    },
  };
}

/** The query protocol, with the settings of a client's own protocol. */
function createQueryProtocol(
  require: NodeJS.Require,
  region: string,
  client: Constructor,
): unknown {
  const { AwsQueryProtocol } = require("@aws-sdk/core/protocols") as {
    AwsQueryProtocol: new (settings: unknown) => unknown;
  };
  return new AwsQueryProtocol(new client({ region }).config.protocolSettings);
}

function readCommandSchema(command: Constructor): readonly unknown[] | undefined {
  try {
    return new command({}).schema;
  } catch {
    return undefined;
  }
}
