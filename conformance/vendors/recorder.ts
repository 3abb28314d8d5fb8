import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import tls from "node:tls";

/** A request as a client sent it. The names of headers are lowercase. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. Bytes that aren't UTF-8 are characters of Latin-1. */
  readonly body: string;
}

/** A response in JSON. */
export interface RecorderAnswer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Records the requests of this process while it is open. */
export interface Recorder {
  /** Returns the requests since the last call. */
  take(): RecordedRequest[];
  /** Answers the next requests in this order, and all later ones with the last answer. */
  answerWith(answers: readonly RecorderAnswer[]): void;
  /** Restores the network. */
  close(): void;
}

type Scheme = "http" | "https";

/**
 * Replaces the network of this process with a server in memory that records each request and answers
 * with `answer` as JSON. `fetch`, `node:http` and `node:https` reach it under every host name. Every
 * other TCP connection throws.
 */
export function openRecorder(answer: unknown = {}): Recorder {
  const recorded: RecordedRequest[] = [];
  let answers: readonly RecorderAnswer[] = [{ body: answer }];
  let answered = 0;
  const server = http.createServer(async (request, response) => {
    recorded.push(await readRequest(request));
    const { body, headers } = answers[Math.min(answered, answers.length - 1)]!;
    answered += 1;
    response
      .writeHead(200, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));
  });
  const restoreNetwork = replaceNetwork((scheme) => {
    const [client, accepted] = duplexPair();
    server.emit("connection", asSocket(accepted, scheme));
    return asSocket(client, scheme);
  });
  return {
    take: () => recorded.splice(0),
    answerWith(next) {
      answers = next;
      answered = 0;
    },
    close: restoreNetwork,
  };
}

async function readRequest(request: http.IncomingMessage): Promise<RecordedRequest> {
  const bytes = await buffer(request);
  const isSecure = (request.socket as Partial<tls.TLSSocket>).encrypted === true;
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return {
    method: request.method!,
    url: `${isSecure ? "https" : "http"}://${request.headers.host}${request.url}`,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: decode(bytes),
  };
}

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
};

/** Adds to one end of a pair what HTTP clients and servers need of a socket. */
function asSocket(end: Duplex, scheme: Scheme): net.Socket {
  const returnSocket = () => end;
  const socket = Object.assign(end, {
    encrypted: scheme === "https",
    authorized: true,
    connecting: false,
    setTimeout: returnSocket,
    setNoDelay: returnSocket,
    setKeepAlive: returnSocket,
    ref: returnSocket,
    unref: returnSocket,
  });
  return socket as unknown as net.Socket;
}

/**
 * Replaces the functions that connect, and returns a function that restores them. Agents have a
 * reference to theirs, and bundled packages import some by name.
 */
function replaceNetwork(connect: (scheme: Scheme) => net.Socket): () => void {
  const open =
    (scheme: Scheme) =>
    (...args: unknown[]): net.Socket => {
      const socket = connect(scheme);
      const listener = args.find((each) => typeof each === "function");
      const events = scheme === "https" ? ["connect", "secureConnect"] : ["connect"];
      if (listener) socket.once(events.at(-1)!, listener as () => void);
      process.nextTick(() => {
        for (const event of events) socket.emit(event);
      });
      return socket;
    };
  const replaced = [
    replace(net, { connect: open("http"), createConnection: open("http") }),
    replace(tls, { connect: open("https") }),
    replace(http.Agent.prototype, { createConnection: () => connect("http") }),
    replace(https.Agent.prototype, { createConnection: () => connect("https") }),
    replace(net.Socket.prototype, {
      connect() {
        throw new Error("A client opened a connection that bypasses the recorder.");
      },
    }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of replaced) restore();
    syncBuiltinESMExports();
  };
}

function replace(target: object, members: Readonly<Record<string, unknown>>): () => void {
  const originals = Object.fromEntries(
    Object.keys(members).map((name) => [name, Reflect.get(target, name) as unknown]),
  );
  Object.assign(target, members);
  return () => void Object.assign(target, originals);
}
