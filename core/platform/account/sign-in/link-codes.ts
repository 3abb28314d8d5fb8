import { hex, sha256 } from "../../../lib/kit/digest.ts";
import { randomBytes } from "../../../lib/kit/random.ts";
import type { PeopleStore, Ticket } from "../../../ports/people-store.ts";

/** Crockford's base 32, which has no letters that look like digits. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 8;
const MINUTE = 60_000;

/** How long links work. */
const LIFETIMES = { setup: 24 * 60 * MINUTE, sign_in: 15 * MINUTE };

/**
 * Creates a link that works once: a setup link, or one that signs in a person. The code is in the
 * fragment, which browsers don't send, so that no log or referrer contains it.
 */
export async function createLink(
  peopleStore: Pick<PeopleStore, "addTicket">,
  ticket: Pick<Ticket, "account" | "person"> & { readonly kind: "setup" | "sign_in" },
  { origin, now }: { readonly origin: string; readonly now: number },
): Promise<{ readonly url: string; readonly expires: number }> {
  const code = createCode();
  const expires = now + LIFETIMES[ticket.kind];
  await peopleStore.addTicket({ ...ticket, digest: await digestCode(code), expires });
  const path = ticket.kind === "setup" ? "setup" : "sign-in";
  return { url: `${origin}/${path}#${code}`, expires };
}

/** Creates a code of 160 random bits: `JF-` and 8 groups of 4 characters. */
function createCode(): string {
  const digits = [...randomBytes(GROUPS * 4)].map((byte) => DIGITS[byte % 32]).join("");
  return `JF-${digits.match(/.{4}/g)!.join("-")}`;
}

/** Digests a code, however a person writes it. */
export const digestCode = async (code: string): Promise<string> =>
  hex(
    await sha256(
      code
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, "")
        .replaceAll("O", "0")
        .replaceAll(/[IL]/g, "1"),
    ),
  );
