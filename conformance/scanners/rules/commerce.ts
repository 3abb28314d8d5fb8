import { type Finding, fail, failUnless, isAbsent, parseJson, type Rule } from "../rule.ts";

const NO_PAYING = "the API takes no payments, because buyers pay on the hosted payment page";

/** Rules about how a shop describes buying. */
export const commerce: readonly Rule[] = [
  {
    id: "ucp",
    shouldPass:
      "/.well-known/ucp has a version, services, capabilities and endpoints at the top level",
    check: (send) =>
      parseJson(send, ["/.well-known/ucp"], "application/json", (profile) =>
        failUnless([
          !(profile.protocol_version ?? profile.version) && "it has no version",
          ...["services", "capabilities", "endpoints"].map(
            (field) => !profile[field] && `it has no ${field}`,
          ),
        ]),
      ),
  },
  {
    id: "acp",
    shouldPass:
      "/.well-known/acp.json names the protocol, an absolute api_base_url, transports and services",
    check: (send) =>
      parseJson(
        send,
        ["/.well-known/acp.json"],
        "application/json",
        ({ protocol, api_base_url: base, transports, capabilities }) =>
          failUnless([
            protocol?.name !== "acp" && "the protocol isn't acp",
            !protocol?.version && "it has no version",
            !URL.canParse(base ?? "") && "api_base_url isn't absolute",
            !(transports?.length > 0) && "there are no transports",
            !(capabilities?.services?.length > 0) && "there are no services",
          ]),
      ),
  },
  {
    id: "x402",
    shouldPass: "a path returns 402 with its price",
    declinedReason: NO_PAYING,
    async check(send): Promise<Finding> {
      const statuses = await Promise.all(
        ["/", "/api", "/api/v1"].map(async (path) => (await send({ path })).status),
      );
      return statuses.includes(402)
        ? fail("a path returns 402")
        : { outcome: "absent", reason: "no path returns 402" };
    },
  },
  {
    id: "mpp",
    shouldPass: "/openapi.json has operations with x-payment-info",
    declinedReason: NO_PAYING,
    async check(send): Promise<Finding> {
      const response = await send({ path: "/openapi.json" });
      return response.text.includes("x-payment-info")
        ? fail("an operation has x-payment-info")
        : { outcome: "absent", reason: "no operation has x-payment-info" };
    },
  },
  {
    id: "ap2",
    shouldPass: "/.well-known/agent-card.json has the AP2 extension",
    declinedReason: NO_PAYING,
    check: async (send) =>
      isAbsent(
        "/.well-known/agent-card.json",
        await send({ path: "/.well-known/agent-card.json" }),
      ),
  },
];
