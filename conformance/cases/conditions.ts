import type { Condition, Exchange, TestContext } from "../case.ts";

/**
 * A site that runs in front of another one forwards what it doesn't serve, such as unknown paths and
 * other methods.
 */
const NOT_FORWARDING: Condition<TestContext> = {
  needs: "a service that answers every path itself",
  holds: ({ forwards }) => !forwards,
};

/** Limits an exchange to services that forward no request. */
export const unlessForwarded = <Each extends Pick<Exchange<any>, "it">>(
  exchange: Each,
): Each & { readonly condition: Condition<TestContext> } => ({
  ...exchange,
  condition: NOT_FORWARDING,
});
