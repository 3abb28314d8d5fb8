import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomBytes } from "../../../lib/kit/bytes/random.ts";
import type { AuditEntry } from "../../../ports/stores/audit-log.ts";
import type { PeopleStore, Ticket } from "../../../ports/stores/people-store.ts";

/** Crockford's base 32, which has no letters that look like digits. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 8;
const MINUTE = 60_000;

const DAY = 24 * 60 * MINUTE;

/** How long links work, and the pages that they open. */
const LINKS = {
  setup: { lifetime: DAY, path: "/setup" },
  sign_in: { lifetime: 15 * MINUTE, path: "/sign-in" },
  invitation: { lifetime: 7 * DAY, path: "/join" },
} as const;

/** A link and the ticket that it spends. */
export interface CreatedLink {
  readonly url: string;
  readonly ticket: Ticket;
}

/**
 * Creates a link that works once: to set up the account, to sign in a person, or an invitation. The
 * code is in the fragment, which browsers don't send, so that no log or referrer contains it.
 * `createEntry` returns the entry of the audit log.
 */
export async function createLink(
  peopleStore: Pick<PeopleStore, "addTicket">,
  link: Omit<Ticket, "digest" | "expires" | "kind"> & { readonly kind: keyof typeof LINKS },
  { origin, now }: { readonly origin: string; readonly now: number },
  createEntry?: (ticket: Ticket) => AuditEntry,
): Promise<CreatedLink> {
  const code = createCode();
  const { lifetime, path } = LINKS[link.kind];
  const ticket = { ...link, digest: await digestCode(code), expires: now + lifetime };
  await peopleStore.addTicket(ticket, createEntry?.(ticket));
  return { url: `${origin}${path}#${code}`, ticket };
}

/** The ID of an invitation: half of the digest of its code, which reveals nothing about the code. */
export const invitationId = ({ digest }: Pick<Ticket, "digest">): string =>
  `inv_${digest.slice(0, 32)}`;

/** Creates a code of 160 random bits: `JF-` and 8 groups of 4 characters. */
function createCode(): string {
  const digits = [...randomBytes(GROUPS * 4)].map((byte) => DIGITS[byte % 32]).join("");
  return `JF-${digits.replace(/.{4}(?=.)/g, "$&-")}`;
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
