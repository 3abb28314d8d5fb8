import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { WireRequest } from "../compare.ts";
import { normalizeUpload } from "./upload.ts";

/** A method of Google's client, such as `files.create` of `drive/v3`. */
export interface ClientMethod {
  readonly id: string;
  readonly verb: string;
  readonly host: string;
  /** A URI template: `/v1/{+name}`. */
  readonly path: string;
  /** The template of the URI that takes media. */
  readonly uploadPath?: string | undefined;
  /** The types of its parameters, other than the body and media: `string`, `number`, `string[]`. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly hasBody: boolean;
  /** Records the request with these parameters. Nothing is sent. */
  record(parameters: Readonly<Record<string, unknown>>): Promise<WireRequest>;
}

/** What a method passes to `createAPIRequest` of `googleapis-common`. */
interface ApiRequest {
  readonly options: { readonly url: string; readonly method: string };
  readonly mediaUrl?: string | undefined;
}

/** The options of a request that the client gives to its authentication. */
interface GaxiosOptions {
  readonly url: string;
  readonly method: string;
  readonly headers?: Headers | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly paramsSerializer?: ((params: unknown) => string) | undefined;
  readonly data?: unknown;
}

type Resource = Record<string, unknown>;
type Call = (this: Resource, parameters: unknown) => Promise<unknown>;

const RECORDED = new Error("recorded");

/** Google's client in a folder: the package `googleapis`, or packages `@googleapis/…`. */
export class GoogleClient {
  readonly #require: NodeJS.Require;
  readonly #folders = new Map<string, string>();
  readonly #methods = new Map<string, readonly ClientMethod[]>();
  #described: ApiRequest | undefined;
  #isDescribing = false;

  constructor(folder: string) {
    this.#require = createRequire(join(folder, "clients.js"));
    const modules = join(folder, "node_modules");
    for (const [parent, build] of [
      ["googleapis/build/src/apis", ""],
      ["@googleapis", "build"],
    ] as const)
      for (const api of listFolders(join(modules, parent)))
        this.#folders.set(api, join(modules, parent, api, build));
    this.#describeRequests();
  }

  /** The names of the APIs, such as `drive`. */
  get apis(): readonly string[] {
    return [...this.#folders.keys()];
  }

  /** The methods of all versions of an API. */
  methods(api: string): readonly ClientMethod[] {
    const known = this.#methods.get(api);
    if (known) return known;
    const folder = this.#folders.get(api);
    const versions = folder === undefined ? [] : readdirSync(folder);
    const methods = versions
      .flatMap((file) => /^(?!index\.)(.*)\.js$/.exec(file)?.[1] ?? [])
      .flatMap((version) => this.#load(join(folder!, version), `${api}/${version}`));
    this.#methods.set(api, methods);
    return methods;
  }

  /** Lets a method return its templates instead of creating a request. */
  #describeRequests(): void {
    const name = "googleapis-common";
    const common = this.#require(name) as Record<string, unknown>;
    const create = common["createAPIRequest"] as (request: ApiRequest) => Promise<unknown>;
    this.#require.cache[this.#require.resolve(name)]!.exports = {
      ...common,
      createAPIRequest: (request: ApiRequest) => {
        if (!this.#isDescribing) return create(request);
        this.#described = request;
        return Promise.resolve({});
      },
    };
  }

  #load(file: string, version: string): ClientMethod[] {
    const module = Object.values(this.#require(`${file}.js`) as object)[0] as Resource;
    const [, Api] = Object.entries(module).find(([name]) => !name.startsWith("Resource$"))!;
    const types = readParameterTypes(readFileSync(`${file}.d.ts`, "utf8"));
    const methods: ClientMethod[] = [];
    const walk = (resource: Resource, path: readonly string[]) => {
      for (const [name, child] of Object.entries(resource))
        if (isResource(child)) walk(child, [...path, name]);
      const prototype = Object.getPrototypeOf(resource) as Record<string, unknown>;
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const call = prototype[name];
        if (name === "constructor" || typeof call !== "function") continue;
        const request = this.#describe(resource, call as Call);
        if (!request) continue;
        const own = types.get(`${resource.constructor.name}$${name}`.toLowerCase()) ?? new Map();
        const url = new URL(request.options.url);
        methods.push({
          id: `${version} ${[...path, name].join(".")}`,
          verb: request.options.method,
          host: url.host,
          path: decodeTemplate(url),
          uploadPath: request.mediaUrl && decodeTemplate(new URL(request.mediaUrl)),
          parameters: new Map(
            [...own].filter(([each]) => each !== "requestBody" && each !== "media"),
          ),
          hasBody: own.has("requestBody"),
          record: (parameters) => record(resource, call as Call, parameters),
        });
      }
    };
    walk(new (Api as new (options: object) => Resource)({}), []);
    return methods;
  }

  #describe(resource: Resource, call: Call): ApiRequest | undefined {
    this.#described = undefined;
    this.#isDescribing = true;
    void call.call(resource, {});
    this.#isDescribing = false;
    return this.#described;
  }
}

async function record(
  resource: Resource,
  call: Call,
  parameters: Readonly<Record<string, unknown>>,
): Promise<WireRequest> {
  let sent: GaxiosOptions | undefined;
  const auth = {
    request: (options: GaxiosOptions) => {
      sent = options;
      return Promise.reject(RECORDED);
    },
  };
  await call.call(resource, { ...parameters, auth }).catch((error: unknown) => {
    if (error !== RECORDED) throw error;
  });
  if (!sent) throw new Error("The client sent no request.");
  const { url, method, params, paramsSerializer, data, headers } = sent;
  const query = params === undefined ? "" : paramsSerializer!(params);
  const type = headers?.get("content-type") ?? undefined;
  return normalizeUpload({
    method,
    url: query === "" ? url : `${url}?${query}`,
    headers: data === undefined ? {} : { "content-type": type ?? "application/json" },
    body: await readData(data),
  });
}

/** The body of a request. Bytes are one character each, as in the requests of tools. */
async function readData(data: unknown): Promise<string> {
  if (data === undefined || typeof data === "string") return data ?? "";
  return data instanceof Readable ? (await buffer(data)).toString("latin1") : JSON.stringify(data);
}

const isResource = (value: unknown): value is Resource =>
  typeof value === "object" && value !== null && value.constructor.name.startsWith("Resource$");

const listFolders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

const decodeTemplate = ({ pathname }: URL): string =>
  pathname.replaceAll("%7B", "{").replaceAll("%7D", "}");

/** The types of the parameters of all methods: `resource$files$create`. */
function readParameterTypes(declarations: string): Map<string, Map<string, string>> {
  const types = new Map<string, Map<string, string>>();
  let current: Map<string, string> | undefined;
  for (const line of declarations.split("\n")) {
    const name = /interface Params\$(\S+) extends StandardParameters/.exec(line)?.[1];
    if (name !== undefined) {
      current = new Map();
      types.set(name.toLowerCase(), current);
    } else if (line.startsWith("    }")) current = undefined;
    const parameter = /^ {8}'?([\w$.-]+)'?\??: (.*)$/.exec(line);
    if (parameter) current?.set(parameter[1]!, parameter[2]!.replace(/;$/, ""));
  }
  return types;
}
