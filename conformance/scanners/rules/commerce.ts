import { type Finding, fail, failUnless, isAbsent, parseJson, type Rule } from "../rule.ts";

const NO_PAYING = "no payment is taken through the interface: the buyer pays on the hosted page";

/** What a shop says of how to buy. */
export const commerce: readonly Rule[] = [
  {
    id: "ucp",
    shouldPass: "/.well-known/ucp has a version, services, capabilities and endpoints at its top",
    check: (ask) =>
      parseJson(ask, ["/.well-known/ucp"], "application/json", (profile) =>
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
    check: (ask) =>
      parseJson(
        ask,
        ["/.well-known/acp.json"],
        "application/json",
        ({ protocol, api_base_url: base, transports, capabilities }) =>
          failUnless([
            protocol?.name !== "acp" && "it is not ACP's",
            !protocol?.version && "it has no version",
            !URL.canParse(base ?? "") && "api_base_url is not absolute",
            !(transports?.length > 0) && "there are no transports",
            !(capabilities?.services?.length > 0) && "there are no services",
          ]),
      ),
  },
  {
    id: "x402",
    shouldPass: "a path answers 402 with what it wants to be paid",
    declinedReason: NO_PAYING,
    async check(ask): Promise<Finding> {
      const statuses = await Promise.all(
        ["/", "/api", "/api/v1"].map(async (path) => (await ask({ path })).status),
      );
      return statuses.includes(402)
        ? fail("a path answers 402")
        : { outcome: "absent", reason: "no path answers 402" };
    },
  },
  {
    id: "mpp",
    shouldPass: "/openapi.json has operations with x-payment-info",
    declinedReason: NO_PAYING,
    async check(ask): Promise<Finding> {
      const response = await ask({ path: "/openapi.json" });
      return response.text.includes("x-payment-info")
        ? fail("an operation says that it takes payment")
        : { outcome: "absent", reason: "no operation takes payment" };
    },
  },
  {
    id: "ap2",
    shouldPass: "an A2A card with the AP2 extension",
    declinedReason: NO_PAYING,
    check: async (ask) =>
      isAbsent("/.well-known/agent-card.json", await ask({ path: "/.well-known/agent-card.json" })),
  },
];
