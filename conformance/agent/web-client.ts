/** The traffic so far. */
export interface Traffic {
  requests: number;
  /** Bytes of request bodies. */
  bytesSent: number;
  bytesReceived: number;
}

/** A response as an agent reads it. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** An HTTP client that counts its requests, including redirects. */
export interface WebClient {
  readonly traffic: Traffic;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends an object as JSON, and a string as is. */
  post(
    url: string,
    body: object | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
}

const USER_AGENT = "scripted-agent/1 (conformance suite)";

/** Creates the HTTP client of one agent or one buyer. */
export function createWebClient(): WebClient {
  const traffic: Traffic = { requests: 0, bytesSent: 0, bytesReceived: 0 };
  async function send(
    url: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Page> {
    traffic.requests++;
    traffic.bytesSent += Buffer.byteLength(init.body ?? "");
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: { "user-agent": USER_AGENT, "accept-encoding": "identity", ...init.headers },
    });
    const bytes = await response.bytes();
    traffic.bytesReceived += bytes.byteLength;
    const toward = response.headers.get("location");
    if (toward && response.status < 400)
      return send(
        new URL(toward, url).href,
        response.status === 303 ? { headers: { accept: init.headers?.["accept"] ?? "*/*" } } : init,
      );
    return {
      status: response.status,
      url,
      headers: response.headers,
      text: new TextDecoder().decode(bytes),
    };
  }
  return {
    traffic,
    get: (url, headers = {}) => send(url, { headers }),
    post: (url, body, headers = {}) => {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      return send(url, {
        method: "POST",
        body: isForm ? body.toString() : JSON.stringify(body),
        headers: { "content-type": type, ...headers },
      });
    },
  };
}

/** Parses a JSON response. Throws an error with the response if it isn't JSON. */
export function parseJson({ status, url, text, headers }: Page): any {
  if (status >= 300 || !/json/.test(headers.get("content-type") ?? ""))
    throw new Error(
      `${url} answers ${status} ${headers.get("content-type")}: ${text.slice(0, 300)}`,
    );
  return JSON.parse(text);
}
