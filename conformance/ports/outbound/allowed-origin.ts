import type { Outbound } from "../../../core/ports/outbound.ts";
import type { OutboundFixture, TestServer } from "./fixture.ts";
import { pause } from "./fixture.ts";

export interface OriginReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Never ends. */
  open?: boolean;
  wait?: number;
}

/** An origin on loopback that is allowed; a path without a reply is never answered. */
export async function startAllowedOrigin(
  fixture: OutboundFixture,
  reply: (path: string) => OriginReply | undefined,
): Promise<{ server: TestServer; origin: string; site: Outbound }> {
  const server = await fixture.http(async (request, response) => {
    const input = reply(request.url!);
    if (!input) return;
    if (input.wait) await pause(input.wait);
    response.writeHead(input.status ?? 200, input.headers);
    if (input.open) response.write(input.body);
    else response.end(input.body);
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { server, origin, site: fixture.outbound({ allowedOrigins: [origin] }) };
}
