import type { TestRequest } from "../targets/target.ts";
import { type Mutation, withHeaders, withJson } from "./mutation.ts";

const isAcp = ({ path }: TestRequest) => path.startsWith("/agent/commerce/acp/");
const isUcp = ({ path }: TestRequest) => path.startsWith("/agent/commerce/ucp/");
const mutateUcp =
  (change: (body: any) => void): Mutation["apply"] =>
  (response, request) =>
    isUcp(request) && response.status < 300 ? withJson(response, change) : undefined;

/**
 * Defects in ACP and UCP. Those that only the schemas of the standards detect need `STANDARDS_DIR`.
 */
export const bindingMutations: readonly Mutation[] = [
  {
    description: "an ACP session that accepts a payment token",
    failingTest: "completeAcpCheckout › neither accepts nor repeats a delegated payment token",
    message: /./,
    apply: (response, { path }) =>
      path.endsWith("/complete") ? withJson(response, (body) => body.messages.shift()) : undefined,
  },
  {
    description: "a payment token repeated in the response",
    failingTest: "completeAcpCheckout › neither accepts nor repeats a delegated payment token",
    message: /4242/,
    apply: (response, { path }) =>
      path.endsWith("/complete")
        ? withJson(response, (body) => (body.messages[0].content += " spt_4242424242424242"))
        : undefined,
  },
  {
    description: "a field that ACP doesn't define",
    failingTest: "getAcpCheckout › returns the payment page of an unpaid session",
    message: /additional properties/,
    apply: (response, request) =>
      isAcp(request) && response.status === 200
        ? withJson(response, (body) => (body.payment_provider = {}))
        : undefined,
  },
  {
    description: "an ACP session without continue_url",
    failingTest: "createAcpCheckout › returns the hosted payment page",
    message: /./,
    apply: (response) =>
      response.status === 201 ? withJson(response, (body) => delete body.continue_url) : undefined,
  },
  {
    description: "a replay without Idempotent-Replayed",
    failingTest:
      "createAcpCheckout › replays the response for the same idempotency key, and marks it as a replay",
    message: /idempotent-replayed/,
    apply: (response) => withHeaders(response, { "idempotent-replayed": undefined }),
  },
  {
    description: "an ignored idempotency key in ACP",
    failingTest:
      "createAcpCheckout › creates one session for fifty concurrent requests with one idempotency key",
    message: /50/,
    apply: (_, request, unmodified) =>
      isAcp(request)
        ? unmodified.send({
            ...request,
            headers: { ...request.headers, "idempotency-key": crypto.randomUUID() },
          })
        : undefined,
  },
  {
    description: "an ACP error sent as a problem",
    failingTest: "getAcpCheckout › returns 404 for an unknown ID",
    message: /media type|not declared/,
    apply: (response, request) =>
      isAcp(request) && response.status === 404
        ? withHeaders(response, { "content-type": "application/problem+json" })
        : undefined,
  },
  {
    description: "a negative discount",
    failingTest:
      "createAcpCheckout › has nothing due during a trial, and discloses the later price",
    message: /must be >= 0/,
    apply: (response) =>
      response.status === 201
        ? withJson(response, (body) => (body.totals[1].amount = -1200))
        : undefined,
  },
  {
    description: "a buying guide that depends on the client",
    failingTest:
      "/agent/skills/buy-products/SKILL.md › returns the same bytes to every client, without carriage returns",
    message: /./,
    apply: (response, { path, headers }) =>
      path.endsWith("SKILL.md") && headers?.["user-agent"] === "another"
        ? { text: `${response.text} ` }
        : undefined,
  },
  {
    description: "an undefined field in ACP's discovery document",
    failingTest: "/.well-known/acp.json › lists the supported ACP services and nothing else",
    message: /merchant_id/,
    apply: (response, { path }) =>
      path === "/.well-known/acp.json"
        ? withJson(response, (body) => (body.merchant_id = "acct_1"))
        : undefined,
  },
  {
    description: "a UCP checkout with two totals",
    failingTest: "createUcpCheckout › returns the hosted payment page",
    message: /./,
    apply: mutateUcp((body) => body.totals.push(body.totals.at(-1))),
  },
  {
    description: "a UCP checkout without a message for the buyer",
    failingTest: "getUcpCheckout › returns the payment page of an unpaid session",
    message: /./,
    apply: mutateUcp((body) => body.messages.shift()),
  },
  {
    description: "a UCP checkout without its envelope",
    failingTest: "getUcpCheckout › returns a session that was created before",
    message: /ucp/,
    apply: mutateUcp((body) => delete body.ucp),
  },
  {
    description: "a UCP message with an unknown severity",
    failingTest:
      "createUcpCheckout › has nothing due during a trial, and discloses the later price",
    message: /messages/,
    apply: mutateUcp((body) => (body.messages[0].severity = "urgent")),
  },
  {
    description: "card data repeated in a UCP response",
    failingTest:
      "completeUcpCheckout › neither accepts nor repeats payment data, and explains this",
    message: /repeats payment data/,
    apply: mutateUcp((body) => (body.messages[0].content += " 4242424242424242")),
  },
  {
    description: "a rejected UCP checkout with status 201",
    failingTest: "createUcpCheckout › doesn't sell an item that is sold out",
    message: /the status/,
    apply: (response, request) =>
      isUcp(request) && response.status === 200 ? { status: 201 } : undefined,
  },
  {
    description: "a UCP error sent as a problem",
    failingTest: "createUcpCheckout › rejects a missing list of line items",
    message: /not declared/,
    apply: (response, request) =>
      isUcp(request) && response.status === 400
        ? withHeaders(response, { "content-type": "application/problem+json" })
        : undefined,
  },
  {
    description: "an unchecked UCP platform profile",
    failingTest: "getUcpCheckout › rejects a platform with an unsupported version",
    message: /the status/,
    apply: (_, request, unmodified) =>
      isUcp(request)
        ? unmodified.send({ ...request, headers: { ...request.headers, "fixture-shop": "" } })
        : undefined,
  },
  {
    description: "an ignored idempotency key in UCP",
    failingTest: "createUcpCheckout › returns the same response for the same idempotency key",
    message: /./,
    apply: (_, request, unmodified) =>
      isUcp(request)
        ? unmodified.send({
            ...request,
            headers: { ...request.headers, "idempotency-key": crypto.randomUUID() },
          })
        : undefined,
  },
  {
    description: "a UCP profile that forbids caching",
    failingTest: "/.well-known/ucp › lists the services and capabilities as the standard requires",
    message: /cache-control/,
    apply: (response, { path }) =>
      path === "/.well-known/ucp"
        ? withHeaders(response, { "cache-control": "no-store" })
        : undefined,
  },
  {
    description: "a UCP profile without the MCP transport",
    failingTest: "/.well-known/ucp › lists the services and capabilities as the standard requires",
    message: /./,
    apply: (response, { path }) =>
      path === "/.well-known/ucp"
        ? withJson(response, (body) => body.ucp.services["dev.ucp.shopping"].pop())
        : undefined,
  },
  {
    description: "a refusal over UCP's MCP transport that is an error",
    failingTest: "/agent/commerce/ucp/mcp › returns a refusal of the shop as a result",
    message: /./,
    apply: (response, { path }) =>
      path === "/agent/commerce/ucp/mcp"
        ? withJson(response, ({ result }) => {
            if (result?.structuredContent?.ucp.status === "error") result.isError = true;
          })
        : undefined,
  },
  {
    description: "a service without an endpoint in the UCP profile",
    failingTest: "/.well-known/ucp › lists the services and capabilities as the standard requires",
    message: /./,
    apply: (response, { path }) =>
      path === "/.well-known/ucp"
        ? withJson(response, (body) => delete body.ucp.services["dev.ucp.shopping"][0].endpoint)
        : undefined,
  },
];
