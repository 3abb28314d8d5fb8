import type { Outbound } from "../../../core/ports/outbound.ts";
import type { OutboundFixture, TestServer } from "./fixture.ts";
import { pause } from "./fixture.ts";

export interface OriginReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body but never ends the response. */
  open?: boolean;
  /** Delay in milliseconds. */
  wait?: number;
}

/** Starts an allowed origin on loopback. It never responds to a path without a reply. */
export async function startAllowedOrigin(
  fixture: OutboundFixture,
  getReply: (path: string) => OriginReply | undefined,
): Promise<{ server: TestServer; origin: string; outbound: Outbound }> {
  const server = await fixture.http(async (request, response) => {
    const reply = getReply(request.url!);
    if (!reply) return;
    if (reply.wait) await pause(reply.wait);
    response.writeHead(reply.status ?? 200, reply.headers);
    if (reply.open) response.write(reply.body);
    else response.end(reply.body);
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { server, origin, outbound: fixture.outbound({ allowedOrigins: [origin] }) };
}
