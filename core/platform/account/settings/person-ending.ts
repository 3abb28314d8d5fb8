import type { Confirmation, DescribeEnd } from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";

const KEEP = { text: "Keep it", path: "/account" };

/** The ways to sign in that a person has: passkeys, a password and identities. */
async function readMethods({ run }: PageRequest) {
  const { data: passkeys, password } = await run("listPasskeys", {});
  const { data: identities } = await run("listIdentities", {});
  return {
    passkeys,
    identities,
    count: passkeys.length + identities.length + Number(password),
  };
}

/** What a person without a way to sign in needs. */
const LOCKED_OUT = {
  icon: "key",
  text: "You then have no way to sign in again",
  detail: "You need a link from an owner or from the command line.",
} as const;

/** Asks before a passkey is removed. */
export const describePasskeyRemoval: DescribeEnd = async (request, fields) => {
  const { passkeys, count } = await readMethods(request);
  const passkey = passkeys.find(({ id }) => id === fields.get("passkey"));
  if (!passkey) return undefined;
  return {
    title: `Remove the passkey ${passkey.name}?`,
    consequences: [
      {
        icon: "key",
        text: "You can't sign in with it any longer",
        detail: "This can't be undone.",
      },
      ...(count === 1 ? [LOCKED_OUT] : []),
    ],
    kept: "Your device keeps its copy until you delete it there. Sessions stay signed in.",
    action: "Remove the passkey",
    cancel: KEEP,
  };
};

/** Asks before an identity is removed. */
export const describeIdentityRemoval: DescribeEnd = async (request, fields) => {
  const { identities, count } = await readMethods(request);
  const identity = identities.find(({ id }) => id === fields.get("identity"));
  if (!identity) return undefined;
  const { host } = new URL(identity.issuer);
  return {
    title: `Remove the identity of ${host}?`,
    consequences: [
      { icon: "key", text: `You can't sign in with ${host} any longer` },
      ...(count === 1 ? [LOCKED_OUT] : []),
    ],
    kept: "Sessions stay signed in. You can link the identity again.",
    action: "Remove the identity",
    cancel: KEEP,
  };
};

/** Asks before another session is ended. */
export const describeSessionEnd: DescribeEnd = async ({ run }, fields) => {
  const { data } = await run("listSessions", {});
  const session = data.find(({ id }) => id === fields.get("session"));
  if (!session) return undefined;
  return {
    title: `End the session of ${session.browser}?`,
    consequences: [
      { icon: "users", text: "That browser is signed out", detail: "Within a second." },
    ],
    kept: "You can sign in there again.",
    action: "End the session",
    cancel: { text: "Keep it", path: "/account" },
  };
};

/** Asks before a person who has no way to sign in again signs out. */
export const describeSignOut: DescribeEnd = async (request): Promise<Confirmation | undefined> => {
  const { count } = await readMethods(request);
  if (count > 0) return undefined;
  return {
    title: "Sign out without a way back?",
    consequences: [LOCKED_OUT],
    action: "Sign out",
    cancel: { text: "Stay signed in", path: "/account" },
  };
};
