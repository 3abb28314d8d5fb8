import type { Asking } from "../targets/target.ts";
import { type Defect, edited, headed } from "./defect.ts";

const isAcp = ({ path }: Asking) => path.startsWith("/agent/commerce/acp/");
const isUcp = ({ path }: Asking) => path.startsWith("/agent/commerce/ucp/");
const ofUcp =
  (change: (body: any) => void): Defect["plant"] =>
  (answer, asking) =>
    isUcp(asking) && answer.status < 300 ? edited(answer, change) : undefined;

/** Faults of what standards have laid down; what their own schemas catch is only caught where those are. */
export const bindingDefects: readonly Defect[] = [
  {
    defect: "a session that takes a token",
    red: "completeAcpCheckout › does not take a delegated payment token, and does not repeat it",
    says: /./,
    plant: (answer, { path }) =>
      path.endsWith("/complete") ? edited(answer, (body) => body.messages.shift()) : undefined,
  },
  {
    defect: "a token in the answer",
    red: "completeAcpCheckout › does not take a delegated payment token, and does not repeat it",
    says: /4242/,
    plant: (answer, { path }) =>
      path.endsWith("/complete")
        ? edited(answer, (body) => (body.messages[0].content += " spt_4242424242424242"))
        : undefined,
  },
  {
    defect: "a field that ACP does not have",
    red: "getAcpCheckout › says where to pay while nobody has",
    says: /additional properties/,
    plant: (answer, asking) =>
      isAcp(asking) && answer.status === 200
        ? edited(answer, (body) => (body.payment_provider = {}))
        : undefined,
  },
  {
    defect: "an ACP session without a way on",
    red: "createAcpCheckout › gives the page on which the buyer pays",
    says: /./,
    plant: (answer) =>
      answer.status === 201 ? edited(answer, (body) => delete body.continue_url) : undefined,
  },
  {
    defect: "a replay that does not say so",
    red: "createAcpCheckout › gives the same answer to the same key, and says so",
    says: /idempotent-replayed/,
    plant: (answer) => headed(answer, { "idempotent-replayed": undefined }),
  },
  {
    defect: "a key that counts for nothing",
    red: "createAcpCheckout › makes one session of fifty requests at once with one key",
    says: /50/,
    plant: (_, asking, sound) =>
      isAcp(asking)
        ? sound.ask({
            ...asking,
            headers: { ...asking.headers, "idempotency-key": crypto.randomUUID() },
          })
        : undefined,
  },
  {
    defect: "an ACP error written as a problem",
    red: "getAcpCheckout › does not know an id that was guessed",
    says: /media type|not declared/,
    plant: (answer, asking) =>
      isAcp(asking) && answer.status === 404
        ? headed(answer, { "content-type": "application/problem+json" })
        : undefined,
  },
  {
    defect: "a discount below nothing",
    red: "createAcpCheckout › has nothing due while a trial runs, and says what comes after it",
    says: /must be >= 0/,
    plant: (answer) =>
      answer.status === 201 ? edited(answer, (body) => (body.totals[1].amount = -1200)) : undefined,
  },
  {
    defect: "a guide that is another each time",
    red: "/agent/skills/buy-products/SKILL.md › is the same to the byte each time, with no carriage return in it",
    says: /./,
    plant: (answer, { path, headers }) =>
      path.endsWith("SKILL.md") && headers?.["user-agent"] === "another"
        ? { text: `${answer.text} ` }
        : undefined,
  },
  {
    defect: "ACP's discovery with a member too many",
    red: "/.well-known/acp.json › says what of ACP is served, and nothing besides",
    says: /merchant_id/,
    plant: (answer, { path }) =>
      path === "/.well-known/acp.json"
        ? edited(answer, (body) => (body.merchant_id = "acct_1"))
        : undefined,
  },
  {
    defect: "a UCP checkout with two totals",
    red: "createUcpCheckout › gives the page on which the buyer pays",
    says: /./,
    plant: ofUcp((body) => body.totals.push(body.totals.at(-1))),
  },
  {
    defect: "a UCP checkout that asks for nothing of the buyer",
    red: "getUcpCheckout › says where to pay while nobody has",
    says: /./,
    plant: ofUcp((body) => body.messages.shift()),
  },
  {
    defect: "a UCP checkout without its envelope",
    red: "getUcpCheckout › reads what was created",
    says: /ucp/,
    plant: ofUcp((body) => delete body.ucp),
  },
  {
    defect: "a UCP message of no kind",
    red: "createUcpCheckout › has nothing due while a trial runs, and says what follows",
    says: /messages/,
    plant: ofUcp((body) => (body.messages[0].severity = "urgent")),
  },
  {
    defect: "a card in UCP's answer",
    red: "completeUcpCheckout › takes nothing to pay with, says so, and repeats none of it",
    says: /not repeated/,
    plant: ofUcp((body) => (body.messages[0].content += " 4242424242424242")),
  },
  {
    defect: "a UCP refusal that passes for a checkout",
    red: "createUcpCheckout › does not sell an item that is sold out",
    says: /the status/,
    plant: (answer, asking) =>
      isUcp(asking) && answer.status === 200 ? { status: 201 } : undefined,
  },
  {
    defect: "a UCP fault written as a problem",
    red: "createUcpCheckout › refuses a missing list of items",
    says: /not declared/,
    plant: (answer, asking) =>
      isUcp(asking) && answer.status === 400
        ? headed(answer, { "content-type": "application/problem+json" })
        : undefined,
  },
  {
    defect: "a platform that is not looked at",
    red: "getUcpCheckout › refuses a platform of a version that is not served",
    says: /the status/,
    plant: (_, asking, sound) =>
      isUcp(asking)
        ? sound.ask({ ...asking, headers: { ...asking.headers, "rig-sells": "" } })
        : undefined,
  },
  {
    defect: "a UCP key that counts for nothing",
    red: "createUcpCheckout › is answered the same by the same key",
    says: /./,
    plant: (_, asking, sound) =>
      isUcp(asking)
        ? sound.ask({
            ...asking,
            headers: { ...asking.headers, "idempotency-key": crypto.randomUUID() },
          })
        : undefined,
  },
  {
    defect: "a UCP profile that may not be kept",
    red: "/.well-known/ucp › says what is served, as the standard has it",
    says: /cache-control/,
    plant: (answer, { path }) =>
      path === "/.well-known/ucp" ? headed(answer, { "cache-control": "no-store" }) : undefined,
  },
  {
    defect: "a UCP profile with a service that has no endpoint",
    red: "/.well-known/ucp › says what is served, as the standard has it",
    says: /./,
    plant: (answer, { path }) =>
      path === "/.well-known/ucp"
        ? edited(answer, (body) => delete body.ucp.services["dev.ucp.shopping"][0].endpoint)
        : undefined,
  },
];
