import { absence, type Finding, fail, inJson, type Rule, unless } from "../rule.ts";

const NO_PAYING = "no payment is taken through the interface: the buyer pays on the hosted page";

/** What a shop says of how to buy. */
export const commerce: readonly Rule[] = [
  {
    id: "ucp",
    passes: "/.well-known/ucp has a version, services, capabilities and endpoints at its top",
    look: (ask) =>
      inJson(ask, ["/.well-known/ucp"], "application/json", (profile) =>
        unless([
          !(profile.protocol_version ?? profile.version) && "it has no version",
          ...["services", "capabilities", "endpoints"].map(
            (field) => !profile[field] && `it has no ${field}`,
          ),
        ]),
      ),
  },
  {
    id: "acp",
    passes:
      "/.well-known/acp.json names the protocol, an absolute api_base_url, transports and services",
    look: (ask) =>
      inJson(
        ask,
        ["/.well-known/acp.json"],
        "application/json",
        ({ protocol, api_base_url: base, transports, capabilities }) =>
          unless([
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
    passes: "a path answers 402 with what it wants to be paid",
    declined: NO_PAYING,
    async look(ask): Promise<Finding> {
      const statuses = await Promise.all(
        ["/", "/api", "/api/v1"].map(async (path) => (await ask({ path })).status),
      );
      return statuses.includes(402)
        ? fail("a path answers 402")
        : { outcome: "absent", because: "no path answers 402" };
    },
  },
  {
    id: "mpp",
    passes: "/openapi.json has operations with x-payment-info",
    declined: NO_PAYING,
    async look(ask): Promise<Finding> {
      const answer = await ask({ path: "/openapi.json" });
      return answer.text.includes("x-payment-info")
        ? fail("an operation says that it takes payment")
        : { outcome: "absent", because: "no operation takes payment" };
    },
  },
  {
    id: "ap2",
    passes: "an A2A card with the AP2 extension",
    declined: NO_PAYING,
    look: async (ask) =>
      absence("/.well-known/agent-card.json", await ask({ path: "/.well-known/agent-card.json" })),
  },
];
