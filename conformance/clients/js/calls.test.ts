import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  isProblem,
  Jackfield,
  JackfieldError,
  type JackfieldOptions,
} from "../../../generated/clients/js/src/platform.ts";

/** A request as the replacement of \`fetch\` receives it. */
interface Sent {
  readonly url: string;
  readonly headers: Headers;
}

/** Creates a client whose requests are answered by \`answer\`, and the list of these requests. */
function createClient(
  answer: (request: Sent, number: number) => Response | Promise<Response>,
  options: JackfieldOptions = {},
) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, { headers }: RequestInit = {}) => {
    sent.push({ url: url as string, headers: headers as Headers });
    return answer(sent.at(-1)!, sent.length);
  };
  return { sent, client: new Jackfield({ apiKey: "key_1", fetch, ...options }) };
}

/** Lists of these pages. The cursor is the number of the page. */
const listPages =
  (...pages: number[][]) =>
  ({ url }: Sent) => {
    const page = Number(new URL(url).searchParams.get("cursor") ?? 0);
    const next_cursor = page + 1 < pages.length ? String(page + 1) : null;
    return Response.json({ data: pages[page], next_cursor });
  };

describe("a list", () => {
  it("requests nothing until it is used, and its first page once", async () => {
    const { client, sent } = createClient(listPages([1, 2], [3]));
    const list = client.runs.list();
    expect(sent).toHaveLength(0);
    expect((await list).data).toEqual([1, 2]);
    expect((await list).next_cursor).toBe("1");
    expect(sent).toHaveLength(1);
  });

  it.each([[[[]]], [[[1, 2]]], [[[1, 2], [3], [4, 5]]], [[[], [1]]]])(
    "has the items of the pages %j",
    async (pages) => {
      const { client, sent } = createClient(listPages(...pages));
      const items: unknown[] = [];
      for await (const item of client.runs.list({ status: "failed" })) items.push(item);
      expect(items).toEqual(pages.flat());
      expect(sent).toHaveLength(pages.length);
      for (const { url } of sent) expect(url).toContain("status=failed");
    },
  );

  it("requests no page ahead", async () => {
    const { client, sent } = createClient(listPages([1, 2], [3], [4]));
    for await (const item of client.runs.list()) if ((item as unknown) === 2) break;
    expect(sent).toHaveLength(1);
    expect(await client.runs.list().all({ max: 3 })).toEqual([1, 2, 3]);
    expect(sent).toHaveLength(3);
    expect(await client.runs.list().all({ max: 0 })).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it("has pages", async () => {
    const { client } = createClient(listPages([1], [2]));
    const cursors: unknown[] = [];
    for await (const page of client.runs.list().pages()) cursors.push(page.next_cursor);
    expect(cursors).toEqual(["1", null]);
  });
});

describe("a call", () => {
  it("gives the HTTP details of its response", async () => {
    const headers = { "request-id": "req_1", ratelimit: '"key";r=19;t=3' };
    const { client } = createClient(() => Response.json({ id: "github" }, { headers }));
    const call = client.apps.get("github");
    expect(await call.withResponse()).toMatchObject({
      data: { id: "github" },
      response: { status: 200 },
      requestId: "req_1",
      rate: { remaining: 19, resetSeconds: 3 },
    });
    expect(await call).toEqual({ id: "github" });
  });

  it("is a promise", async () => {
    const { client } = createClient(() => new Response("no", { status: 404 }));
    const onEnd = vi.fn();
    const error = await client.apps
      .get("github")
      .finally(onEnd)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JackfieldError);
    expect(isProblem(error)).toBe(false);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("adds, replaces and removes headers", async () => {
    const { client, sent } = createClient(() => Response.json({}), {
      headers: { "X-One": "1", "X-Two": "2" },
    });
    await client.apps.get("github", {
      headers: { "x-two": "3", authorization: null, accept: "a/b" },
    });
    const { headers } = sent[0]!;
    expect([headers.get("x-one"), headers.get("x-two")]).toEqual(["1", "3"]);
    expect([headers.get("authorization"), headers.get("accept")]).toEqual([null, "a/b"]);
  });

  it("requests the key of each call from a function", async () => {
    let number = 0;
    const { client, sent } = createClient(() => Response.json({}), {
      apiKey: async () => `key_${++number}`,
    });
    await client.apps.get("a");
    await client.apps.get("b");
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer key_1",
      "Bearer key_2",
    ]);
  });

  it("leaves no listener on its signal", async () => {
    const { signal } = new AbortController();
    const { client } = createClient((_, number) =>
      number === 1
        ? new Response("", { status: 503, headers: { "retry-after": "0" } })
        : Response.json({}),
    );
    await client.apps.get("github", { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("hooks", () => {
  it("observe requests, responses and retries, without headers and bodies", async () => {
    const events: [string, object][] = [];
    const record = (name: string) => (event: object) => void events.push([name, event]);
    const { client } = createClient(
      (_, number) =>
        number === 1
          ? new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "retry-after": "0" } })
          : Response.json({}, { headers: { "request-id": "req_1" } }),
      {
        baseUrl: "https://tools.example",
        hooks: {
          onRequest: record("request"),
          onResponse: record("response"),
          onRetry: record("retry"),
        },
      },
    );
    await client.tools.run("a.b", { text: "planted" });
    const request = { method: "POST", url: "https://tools.example/api/v1/tools/a.b/run" };
    const durationMs = expect.any(Number);
    const first = { ...request, attempt: 1 };
    const second = { ...request, attempt: 2 };
    expect(events).toEqual([
      ["request", first],
      ["response", { ...first, status: 502, requestId: undefined, durationMs }],
      ["retry", { ...first, delayMs: 0, error: expect.any(JackfieldError) }],
      ["request", second],
      ["response", { ...second, status: 200, requestId: "req_1", durationMs }],
    ]);
  });
});

describe("the time that a call may take", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Returns the seconds after which a call without an answer fails. */
  const measure = async (call: (client: Jackfield) => PromiseLike<unknown>, options = {}) => {
    const fetch = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<never>((_resolve, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason)),
      );
    const client = new Jackfield({ apiKey: "k", retries: 0, fetch, ...options });
    const started = Date.now();
    const failure = call(client).then(undefined, (error: JackfieldError) => error.code);
    await vi.runAllTimersAsync();
    expect(await failure).toBe("timed_out");
    return (Date.now() - started) / 1_000;
  };

  it("is a minute", async () => {
    expect(await measure((client) => client.apps.get("github"))).toBe(60);
  });

  it("is ten seconds longer for runs than the service may take", async () => {
    expect(await measure((client) => client.tools.run("a.b"))).toBe(70);
    expect(await measure((client) => client.tools.run("a.b", {}, { timeout: 90 }))).toBe(100);
    expect(await measure((client) => client.tools.run("a.b", {}, { timeout: 5 }))).toBe(60);
  });

  it("is what the client or the call sets", async () => {
    const short = { timeout: 1_000 };
    expect(await measure((client) => client.apps.get("github"), short)).toBe(1);
    expect(await measure((client) => client.tools.run("a.b", {}, {}, short))).toBe(1);
  });
});

describe("a client in a web page", () => {
  beforeEach(() => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    vi.stubGlobal("process", undefined);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("refuses to start, and names the remedy", () => {
    expect(() => new Jackfield({ apiKey: "key_1" })).toThrow(
      /web page can read its API key.*keys create --user.*allowBrowser: true/,
    );
  });

  it("starts with allowBrowser, and sends no header that needs consent", async () => {
    const { client, sent } = createClient(() => Response.json({}), { allowBrowser: true });
    await client.apps.get("github");
    expect([...sent[0]!.headers.keys()]).toEqual(["accept", "authorization"]);
  });
});

describe("an invalid option", () => {
  it.each<[JackfieldOptions & Record<string, unknown>, RegExp]>([
    [{ apikey: "k" }, /^Unknown option apikey\. The options are apiKey, /],
    [{ apiKey: "" }, /^The API key is empty or/],
    [{ baseUrl: "tools.example" }, /^baseUrl must be an HTTP or HTTPS URL/],
    [{ baseUrl: "https://:secret@tools.example" }, /^baseUrl must be .* without credentials/],
    [{ timeout: 0 }, /^timeout is 0, but must be milliseconds/],
    [{ timeout: Number.NaN }, /^timeout is NaN/],
    [{ retries: 1.5 }, /^retries is 1\.5, but must be an integer/],
    [{ headers: { "a b": "c" } }, /^Header "a b" has an invalid name\.$/],
    [{ headers: { a: "b\r\nc" } }, /^Header a contains a character/],
    ...["Host", "content-length", "Transfer-Encoding", "connection", "expect"].map(
      (name): [JackfieldOptions & Record<string, unknown>, RegExp] => [
        { headers: { [name]: "1" } },
        new RegExp(`^Header ${name} can't be set, because the client sends it\\.$`),
      ],
    ),
  ])("is refused with one sentence: %j", (options, message) => {
    expect(() => new Jackfield({ apiKey: "key_1", ...options })).toThrow(message);
  });
});
