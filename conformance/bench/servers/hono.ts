import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { logger } from "hono/logger";
import { z } from "zod";
import { listen, type StartServer } from "./listen.ts";
import { peerHeaders, search } from "./site.ts";

const query = z.strictObject({
  q: z.string().min(1).max(400),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

/** The search on Hono with its zod validator. The variant `default` adds Hono's logger. */
export const startHono: StartServer = (variant, recorded) => {
  const headers = peerHeaders(recorded);
  const app = new Hono();
  if (variant === "default") app.use(logger());
  app.get("/agent/search", zValidator("query", query), async (c) => {
    const result = await search(c.req.valid("query"));
    return c.json(result, 200, { ...headers, "request-id": crypto.randomUUID() });
  });
  return listen(app.fetch);
};
