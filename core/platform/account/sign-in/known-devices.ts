import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import type { PeopleStore } from "../../../ports/stores/people-store.ts";
import { serializeCookie } from "../../pages/cookies.ts";

const DEVICE_MILLISECONDS = 180 * 86_400_000;

/** The name of the cookie by which a browser that a person has used is known after signing out. */
export const deviceCookieName = (origin: string): string =>
  origin.startsWith("https:") ? "__Host-jf_device" : "jf_device";

/** A browser in which a person has signed in. It signs nobody in. */
export interface KnownDevice {
  readonly id: string;
  readonly person: string;
}

interface DeviceDeps {
  readonly origin: string;
  readonly account: string;
  readonly peopleStore: Pick<PeopleStore, "addTicket" | "findTicket">;
  now(): number;
}

/** Returns the device of a cookie. Undefined if it isn't known, or has not been used for long. */
export async function findDevice(
  cookie: string | undefined,
  { account, peopleStore, now }: DeviceDeps,
): Promise<KnownDevice | undefined> {
  if (cookie === undefined) return undefined;
  const digest = hex(await sha256(cookie));
  const ticket = await peopleStore.findTicket(digest, "device", now());
  return ticket?.account === account && ticket.person !== undefined
    ? { id: digest.slice(0, 32), person: ticket.person }
    : undefined;
}

/** Makes a browser known as one of a person. Returns the cookie to set. */
export async function rememberDevice(
  person: string,
  { account, origin, peopleStore, now }: DeviceDeps,
): Promise<string> {
  const secret = randomToken();
  await peopleStore.addTicket({
    digest: hex(await sha256(secret)),
    kind: "device",
    account,
    person,
    expires: now() + DEVICE_MILLISECONDS,
  });
  const seconds = DEVICE_MILLISECONDS / 1000;
  return serializeCookie(origin, deviceCookieName(origin), secret, { path: "/", seconds });
}
