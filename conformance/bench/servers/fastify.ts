import { fastify } from "fastify";
import { table } from "../../../generated/site/operations.ts";
import type { StartServer } from "./listen.ts";
import { peerHeaders, search } from "./site.ts";

/** The search on Fastify with the same JSON Schema. The variant `default` adds Fastify's logger. */
export const startFastify: StartServer = async (variant, recorded) => {
  const headers = peerHeaders(recorded);
  const app = fastify({ logger: variant === "default" });
  app.get<{ Querystring: { q: string; limit: number } }>(
    "/agent/search",
    { schema: { querystring: table.operations.searchPages.input } },
    async (request, reply) => {
      reply.headers({ ...headers, "request-id": crypto.randomUUID() });
      return search(request.query);
    },
  );
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return Number(new URL(address).port);
};
