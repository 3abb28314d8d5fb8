import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Account, createAccount, newId, type StripeEvent } from "./account.ts";
import { createIdempotency, type StubReply } from "./idempotency.ts";
import { createApiError, type StripeApiError } from "./refusal.ts";
import { respond, type StubRequest } from "./routes.ts";
import { signWebhook, type Webhook } from "./webhooks.ts";

/** A stand-in for the few endpoints of Stripe's API that are used, over real HTTP. */
export interface StripeStub {
  /** An origin on loopback. */
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly account: Account;
  /** What was asked so far. */
  readonly requests: StubRequest[];
  /** What happened so far. */
  readonly events: StripeEvent[];
  /** Milliseconds since 1970, for the stub and for whom it is asked by. */
  now(): number;
  /** Time goes on. */
  advance(milliseconds: number): void;
  /** What comes instead of an answer: another, a connection that is cut, or nothing at all. */
  replaceNext(
    fault: ((request: StubRequest) => StubReply | "cut" | "silence" | undefined) | undefined,
  ): void;
  /** How long each answer takes, in milliseconds. */
  dropNext(milliseconds: number): void;
  /** The key lacks a permission, named as Stripe names it. */
  forbid(permission: string): void;
  /** An event as it is sent to the endpoint. */
  webhook(event: object): Webhook;
  close(): Promise<void>;
}

/** Starts one. `happened` hears each event, so that it can be sent. */
export async function startStripeStub({
  onEvent = () => {},
}: {
  onEvent?: (event: StripeEvent, signed: Webhook) => void;
} = {}): Promise<StripeStub> {
  const key = `rk_test_${newId("stub").slice(5)}`;
  const webhookSecret = `whsec_${newId("stub").slice(5)}`;
  const requests: StubRequest[] = [];
  const events: StripeEvent[] = [];
  const forbidden = new Set<string>();
  let passed = 0;
  let delay = 0;
  let fault: ((request: StubRequest) => StubReply | "cut" | "silence" | undefined) | undefined;
  const now = () => Date.now() + passed;
  const webhook = (event: object) =>
    signWebhook(event, { secret: webhookSecret, seconds: Math.floor(now() / 1000) });
  const account = createAccount(now, (event) => {
    events.push(event);
    onEvent(event, webhook(event));
  });
  const once24h = createIdempotency();

  const reply = async (request: StubRequest): Promise<StubReply> => {
    if (request.headers["authorization"] !== `Bearer ${key}`)
      throw createApiError(
        401,
        `Invalid API Key provided: ${String(request.headers["authorization"]).slice(7, 15)}****`,
      );
    const idempotencyKey =
      request.method === "POST" ? request.headers["idempotency-key"] : undefined;
    return once24h(
      idempotencyKey as string | undefined,
      `${request.method} ${request.path} ${request.body}`,
      async () => {
        if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
        return { status: 200, body: respond(request, account, forbidden) };
      },
    );
  };

  const server = http.createServer(async (request, response) => {
    const [path = "", query = ""] = request.url!.split("?");
    const question: StubRequest = {
      method: request.method!,
      path,
      query,
      headers: request.headers,
      body: await text(request),
    };
    requests.push(question);
    const broken = fault?.(question);
    if (broken === "cut") return void request.socket.destroy();
    if (broken === "silence") return;
    const { status, body, headers } =
      broken ??
      (await reply(question).catch((error: StripeApiError): StubReply => {
        if (!error.body) throw error;
        return { status: error.status, body: error.body };
      }));
    response
      .writeHead(status, {
        "content-type": "application/json",
        "request-id": newId("req"),
        ...headers,
      })
      .end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    webhookSecret,
    account,
    requests,
    events,
    now,
    webhook,
    advance: (milliseconds) => void (passed += milliseconds),
    replaceNext: (other) => void (fault = other),
    dropNext: (milliseconds) => void (delay = milliseconds),
    forbid: (permission) => void forbidden.add(permission),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
