import { openSqlite } from "../../../adapters/storage/sqlite/sql.ts";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/** The options of a server that only verifies and stores webhooks. */
export interface BareHooksVariant {
  /** The database file. */
  readonly file: string;
  readonly secret: string;
}

const ACCEPTED = '{"events":["evt_0"],"duplicates":[]}';
const HEADERS = { "content-type": "application/json" };

/** Verifies GitHub's signature with Web Crypto, and stores the body with one insert. */
async function createReceiver({ file, secret }: BareHooksVariant) {
  const sql = await openSqlite(file);
  await sql.query("create table if not exists hooks (id text primary key, body text not null)");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    algorithm,
    false,
    ["verify"],
  );
  return async (id: string, signature: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const bytes = Uint8Array.from(Buffer.from(signature.slice("sha256=".length), "hex"));
    if (!(await crypto.subtle.verify("HMAC", key, bytes, body))) return false;
    const text = new TextDecoder().decode(body);
    JSON.parse(text);
    await sql.query("insert into hooks (id, body) values ($1, $2) on conflict do nothing", [
      id,
      text,
    ]);
    return true;
  };
}

/** The runtime's own server: `node:http`, `Bun.serve` or `Deno.serve`. */
export const startBareHooks: StartServer = async (variant) => {
  const receive = await createReceiver(JSON.parse(variant) as BareHooksVariant);
  if (runtimeName === "node") return startOnNode(receive);
  return listen(async (request) =>
    respondTo(
      await receive(
        request.headers.get("x-github-delivery")!,
        request.headers.get("x-hub-signature-256")!,
        new Uint8Array(await request.arrayBuffer()),
      ),
    ),
  );
};

const respondTo = (isAccepted: boolean) =>
  new Response(isAccepted ? ACCEPTED : "", { status: isAccepted ? 202 : 401, headers: HEADERS });

async function startOnNode(receive: Awaited<ReturnType<typeof createReceiver>>): Promise<number> {
  const { createServer } = await import("node:http");
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { headers } = request;
    const isAccepted = await receive(
      String(headers["x-github-delivery"]),
      String(headers["x-hub-signature-256"]),
      Uint8Array.from(Buffer.concat(chunks)),
    );
    response.writeHead(isAccepted ? 202 : 401, HEADERS);
    response.end(isAccepted ? ACCEPTED : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

/** The same on Fastify. */
export const startFastifyHooks: StartServer = async (variant) => {
  const receive = await createReceiver(JSON.parse(variant) as BareHooksVariant);
  const { fastify } = await import("fastify");
  const app = fastify();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );
  app.post("/*", async ({ headers, body }, reply) => {
    const isAccepted = await receive(
      String(headers["x-github-delivery"]),
      String(headers["x-hub-signature-256"]),
      Uint8Array.from(body as Buffer),
    );
    return reply
      .code(isAccepted ? 202 : 401)
      .headers(HEADERS)
      .send(isAccepted ? ACCEPTED : "");
  });
  return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
};
