import { invalidInput, type JackfieldError } from "./errors.ts";

/** Options of every client. */
export interface ClientOptions {
  /** The URL of the service. */
  readonly baseUrl?: string;
  /** The milliseconds that each attempt may take, its body included. Default: 60,000. */
  readonly timeout?: number;
  /** How often a failed call is repeated if that is safe. Default: 2. */
  readonly retries?: number;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends requests in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Functions that observe requests. */
  readonly hooks?: Hooks;
}

/** Options of a client that sends an API key. */
export interface KeyedClientOptions extends ClientOptions {
  /** The API key, or a function that returns the current one. */
  readonly apiKey?: string | (() => string | Promise<string>);
  /**
   * Allows the client in a web page, where every visitor can read the key. Use only keys that are
   * bound to one end user, to few apps and to a short time.
   */
  readonly allowBrowser?: boolean;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** The milliseconds that each attempt may take, its body included. */
  readonly timeout?: number;
  /** How often the call is repeated if that is safe. */
  readonly retries?: number;
  /** Additional headers. `null` removes one that the client sends by default. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Observers of requests. They receive neither headers nor bodies. */
export interface Hooks {
  onRequest?(request: RequestEvent): void;
  onResponse?(response: ResponseEvent): void;
  /** Called before the client waits to send a request again. */
  onRetry?(retry: RetryEvent): void;
}

/** A request that is about to be sent. */
export interface RequestEvent {
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** A response that has been read. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly durationMs: number;
}

/** A failed attempt that is followed by another. */
export interface RetryEvent extends RequestEvent {
  readonly delayMs: number;
  readonly error: JackfieldError;
}

/** The environment variables of a client, and the values without them. */
export interface Defaults {
  readonly apiKeyVariable?: string;
  readonly baseUrlVariable: string;
  readonly baseUrl?: string;
}

/** Options with defaults applied. */
export interface ResolvedOptions {
  readonly baseUrl: string;
  readonly timeout: number;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly hooks: Hooks;
  readonly getApiKey: (() => string | Promise<string>) | undefined;
}

const OPTION_NAMES = [
  "apiKey",
  "baseUrl",
  "timeout",
  "retries",
  "headers",
  "fetch",
  "hooks",
  "allowBrowser",
];
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Checks options and applies the defaults. Throws a `JackfieldError` ("invalid_input"). */
export function resolveOptions(options: KeyedClientOptions, defaults: Defaults): ResolvedOptions {
  for (const name of Object.keys(options))
    if (!OPTION_NAMES.includes(name))
      throw invalidInput(`Unknown option ${name}. The options are ${OPTION_NAMES.join(", ")}.`);
  const { timeout = 60_000, retries = 2, headers = {}, hooks = {} } = options;
  checkLimits({ timeout, retries });
  checkHeaders(headers);
  return {
    baseUrl: resolveBaseUrl(options.baseUrl, defaults),
    timeout,
    retries,
    headers,
    hooks,
    fetch: options.fetch,
    getApiKey: defaults.apiKeyVariable
      ? resolveApiKey(options, defaults.apiKeyVariable)
      : undefined,
  };
}

export function checkLimits({ timeout, retries }: CallOptions): void {
  if (timeout !== undefined && !(timeout > 0 && timeout <= MAX_TIMEOUT_MS))
    throw invalidInput(`timeout is ${timeout}, but must be milliseconds from 1 to 2147483647.`);
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0))
    throw invalidInput(`retries is ${retries}, but must be an integer of at least 0.`);
}

/**
 * Headers that decide where a request goes and where it ends. Another one would let a server and a
 * proxy in front of it read different requests.
 */
const FRAMING_HEADERS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "expect",
]);

/** Refuses a header that `fetch` would refuse with an error that contains its value. */
export function checkHeaders(headers: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw invalidInput(`Header "${name}" has an invalid name.`);
    if (FRAMING_HEADERS.has(name.toLowerCase()))
      throw invalidInput(`Header ${name} can't be set, because the client sends it.`);
    if (value !== null && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalidInput(`Header ${name} contains a character that headers can't contain.`);
  }
}

/** The key must fit into a header, because the error of `fetch` would contain it. */
export function checkApiKey(key: unknown): string {
  if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalidInput("The API key is empty or contains spaces, line breaks or other characters.");
}

function resolveBaseUrl(given: string | undefined, { baseUrlVariable, baseUrl }: Defaults): string {
  const text = given ?? readEnvironment(baseUrlVariable) ?? baseUrl;
  if (text === undefined)
    throw invalidInput(`No URL of the service. Pass baseUrl, or set ${baseUrlVariable}.`);
  if (!isPlainUrl(text))
    throw invalidInput(
      "baseUrl must be an HTTP or HTTPS URL without credentials, query and fragment, such as https://tools.example.",
    );
  return text.replace(/\/+$/, "");
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !(username || password || search || hash);
}

function resolveApiKey(
  options: KeyedClientOptions,
  variable: string,
): () => string | Promise<string> {
  if (isWebPage() && !options.allowBrowser)
    throw invalidInput(
      "Every visitor of a web page can read its API key. Call the service from your server. If you must use the key here, create one for a single end user (keys create --user --apps --expires) and pass allowBrowser: true.",
    );
  const apiKey = options.apiKey ?? readEnvironment(variable);
  if (apiKey === undefined)
    throw invalidInput(`No API key. Pass apiKey, or set the environment variable ${variable}.`);
  if (typeof apiKey === "function") return apiKey;
  const key = checkApiKey(apiKey);
  return () => key;
}

interface Runtime {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: { readonly node?: string };
  };
  readonly Deno?: unknown;
  readonly window?: unknown;
  readonly document?: unknown;
}

/** Whether this is a page in a browser, and neither a server nor a test with a simulated page. */
export function isWebPage(): boolean {
  const { process, Deno, window, document } = globalThis as Runtime;
  return window !== undefined && document !== undefined && !process?.versions?.node && !Deno;
}

function readEnvironment(name: string): string | undefined {
  try {
    return (globalThis as Runtime).process?.env?.[name] || undefined;
  } catch {
    // Deno throws if the program has no permission to read the variable.
    return undefined;
  }
}
