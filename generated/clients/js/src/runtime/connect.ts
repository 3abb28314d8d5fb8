/**
 * Lets users connect apps from a web page, without an API key: your server creates a connect link,
 * `connect` opens it, and `finishConnect` on the page of its `return_url` reports the result.
 *
 * The result arrives on a `BroadcastChannel`, because browsers separate a window from its opener
 * once it shows another site.
 */
import { invalidInput } from "./errors.ts";

export { JackfieldError } from "./errors.ts";

/** What `connect` needs of the answer to `apps.connect` or `connections.reconnect`. */
export interface ConnectTarget {
  readonly url: string;
  readonly connection: { readonly id: string };
}

/** The result of an attempt to connect. */
export interface ConnectResult {
  /** The ID of the connection. */
  readonly connection: string;
  /** `active` if the app is connected. */
  readonly status: "active" | "failed";
  /** Why the attempt failed: `canceled`, `refused_by_person` or `refused_by_app`. */
  readonly reason: string | undefined;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * `popup` opens a window, and falls back to `redirect` if the browser blocks it. `redirect` shows
   * the link in place of the page. Default: `popup`.
   */
  readonly mode?: "popup" | "redirect";
  /** Stops waiting. Pages can't detect that the user closed the window, so offer a button. */
  readonly signal?: AbortSignal;
}

const NAME = "jackfield-connect";
/** How long the return page waits for the page that called `connect`. */
const RECEIPT_MS = 1_000;

/** A window that the page has opened. */
interface Popup {
  readonly location: { replace(url: string): void };
  close(): void;
}

/** The functions of a page that the types of Deno lack. */
const page = globalThis as unknown as {
  open(url: string, target: string, features: string): Popup | null;
  close(): void;
};

/**
 * Opens a connect link and resolves when the connection is active or the attempt failed. Call it in
 * the handler of a click, and pass a function that requests the link from your server: the window
 * then opens before the link arrives, so browsers don't block it. After a redirect the promise
 * never settles, and `takeConnectResult` returns the result.
 *
 * The result comes from a page, so use `connections.get` on your server before you rely on it.
 */
export async function connect(
  link: ConnectTarget | (() => ConnectTarget | Promise<ConnectTarget>),
  { mode = "popup", signal }: ConnectOptions = {},
): Promise<ConnectResult> {
  signal?.throwIfAborted();
  sessionStorage.removeItem(NAME);
  const popup =
    mode === "popup" ? page.open("", "_blank", "popup,width=520,height=760") : undefined;
  try {
    const target = typeof link === "function" ? await link() : link;
    checkTarget(target);
    signal?.throwIfAborted();
    return await openTarget(target, popup, signal);
  } catch (error) {
    popup?.close();
    throw error;
  }
}

function openTarget(
  { url, connection: { id } }: ConnectTarget,
  popup: Popup | null | undefined,
  signal: AbortSignal | undefined,
): Promise<ConnectResult> {
  const channel = new BroadcastChannel(NAME);
  const result = new Promise<ConnectResult>((resolve, reject) => {
    channel.onmessage = ({ data }) => {
      if (data?.connection !== id || !data.status) return;
      channel.postMessage({ received: id });
      resolve(data);
    };
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  if (popup) popup.location.replace(url);
  else {
    sessionStorage.setItem(NAME, JSON.stringify({ page: location.href }));
    location.assign(url);
  }
  return result.finally(() => channel.close());
}

/**
 * Reports the result on the page of `return_url`, which must have the origin of the page that
 * called `connect`. It closes the window, or goes back to that page after a redirect.
 *
 * Resolves with the result if the window stays open, for example because the page that called
 * `connect` is gone. Show the user that they can close it. Resolves with undefined if the URL
 * contains no result.
 */
export async function finishConnect(): Promise<ConnectResult | undefined> {
  const query = new URLSearchParams(location.search);
  const connection = query.get("connection");
  const status = query.get("status");
  if (!connection || (status !== "active" && status !== "failed")) return undefined;
  const result = { connection, status, reason: query.get("reason") ?? undefined } as const;
  const redirected = readSession();
  if (redirected?.page) {
    sessionStorage.setItem(NAME, JSON.stringify({ result }));
    location.replace(redirected.page);
    return result;
  }
  if (await post(result)) page.close();
  return result;
}

/** Posts a result, and resolves with whether a page has received it. */
const post = (result: ConnectResult): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(NAME);
    const finish = (isReceived: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isReceived);
    };
    const timer = setTimeout(() => finish(false), RECEIPT_MS);
    channel.onmessage = ({ data }) => {
      if (data?.received === result.connection) finish(true);
    };
    channel.postMessage(result);
  });

/**
 * Returns the result of a redirect, once. Call it when the page that calls `connect` loads. Returns
 * undefined if the page was loaded for another reason.
 */
export function takeConnectResult(): ConnectResult | undefined {
  const result = readSession()?.result;
  if (result) sessionStorage.removeItem(NAME);
  return result;
}

const readSession = (): { page?: string; result?: ConnectResult } | null =>
  JSON.parse(sessionStorage.getItem(NAME) ?? "null");

function checkTarget(target: ConnectTarget | undefined): void {
  // The answer comes from a server, and a URL such as javascript: would run in this page.
  if (/^https?:\/\//.test(target?.url ?? "") && target?.connection?.id) return;
  throw invalidInput("The link must be the answer to apps.connect, with url and connection.id.");
}
