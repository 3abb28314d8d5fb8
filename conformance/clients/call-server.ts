import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ClientProgram,
  type ProgramOutcome,
  type ProgramRequest,
  toProgramRequest,
} from "./client-program.ts";

/** How long a program waits for a call before it asks again, in milliseconds. */
const POLL_TIMEOUT = 10_000;

/** A server that hands out calls to a program without standard input: a worker or a page. */
export interface CallServer extends ClientProgram {
  readonly url: string;
}

/**
 * Starts a server. The program requests `/next` for a call, posts its outcome to `/result`, and ends
 * at a status of 410. `files` are served to it by path, with their media type.
 */
export async function startCallServer(
  files: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {},
): Promise<CallServer> {
  const queue: ProgramRequest[] = [];
  const waiting = new Map<number, PromiseWithResolvers<ProgramOutcome>>();
  let poll: ServerResponse | undefined;
  let isClosed = false;

  const handOut = () => {
    if (!poll || queue.length === 0) return;
    poll.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(queue.shift()));
    poll = undefined;
  };
  const acceptPoll = (response: ServerResponse) => {
    if (isClosed) return void response.writeHead(410).end();
    poll = response;
    const timer = setTimeout(() => {
      if (poll === response) poll = undefined;
      response.writeHead(204).end();
    }, POLL_TIMEOUT);
    response.once("close", () => clearTimeout(timer));
    handOut();
  };
  const acceptResult = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.end();
    const { id, ...outcome } = JSON.parse(text) as ProgramOutcome & { id: number };
    waiting.get(id)?.resolve(outcome);
    waiting.delete(id);
  };
  const server = http.createServer((request, response) => {
    const [path = ""] = request.url!.split("?");
    if (path === "/next") return acceptPoll(response);
    if (path === "/result") return void acceptResult(request, response);
    const file = files[path];
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": file.type }).end(file.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  let nextId = 1;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    call(options, call) {
      const id = nextId++;
      const outcome = Promise.withResolvers<ProgramOutcome>();
      waiting.set(id, outcome);
      queue.push(toProgramRequest(id, options, call));
      handOut();
      return outcome.promise;
    },
    async close() {
      isClosed = true;
      poll?.writeHead(410).end();
      server.closeIdleConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
