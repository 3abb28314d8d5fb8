import type { Checkout, Claimed, Storage } from "../../core/ports/storage.ts";

/** Until the real one is here. */
export function rigStorage(): Storage {
  const checkouts = new Map<string, Checkout>();
  const claims = new Map<string, { request: string; checkout: string; until: number; keep: number; answer?: string }>();
  const notices = new Set<string>();
  return {
    addCheckout: async (checkout) => void (checkouts.has(checkout.id) || checkouts.set(checkout.id, checkout)),
    checkout: async (id) => checkouts.get(id),
    checkoutOfPayment: async (payment) => [...checkouts.values()].find((each) => each.payment === payment),
    async saveCheckout(checkout) {
      if (checkouts.get(checkout.id)?.version !== checkout.version - 1) return false;
      checkouts.set(checkout.id, checkout);
      return true;
    },
    async claim({ key, request, checkout, now, until, keep }): Promise<Claimed> {
      const before = claims.get(key);
      if (!before || before.keep <= now) return claims.set(key, { request, checkout, until, keep }), { outcome: "yours", checkout };
      if (before.request !== request) return { outcome: "other" };
      if (before.answer !== undefined) return { outcome: "done", checkout: before.checkout, answer: before.answer };
      if (before.until > now) return { outcome: "busy" };
      before.until = until;
      return { outcome: "yours", checkout: before.checkout };
    },
    settle: async (key, answer) => void (claims.get(key)!.answer = answer),
    release: async (key) => void (claims.get(key)!.until = 0),
    knowsNotice: async (id) => notices.has(id),
    rememberNotice: async (id) => void notices.add(id),
    sweep: async () => {},
    close: async () => {},
  };
}
