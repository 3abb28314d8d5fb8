import { Problem } from "../../../http/problem.ts";
import type { Passkey } from "../../../ports/stores/people-store.ts";
import { signInFailed } from "../access/authorize.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation } from "../contract.ts";
import { createAddOptions, passkeyHost, spendChallenge } from "./passkey-ceremonies.ts";
import { requireStrongPassword } from "./password-rules.ts";
import { nameTakenProblem } from "./session.ts";
import { passkeyView } from "./views.ts";

export const beginPasskey: Operation<"beginPasskey"> = async (_, context) => {
  const { person } = context.current;
  const existing = await context.peopleStore.listPasskeys(person.id);
  return { options: await createAddOptions(context, person, existing) };
};

export const addPasskey: Operation<"addPasskey"> = async ({ credential }, context) => {
  const { peopleStore, passkeys, client, origin, now } = context;
  const { person } = context.current;
  const rpId = passkeyHost(origin);
  const spent = await spendChallenge(context, credential, "add");
  const verified =
    spent?.ticket.person === person.id
      ? await passkeys.verifyRegistration({ credential, challenge: spent.challenge, origin, rpId })
      : undefined;
  if (!verified) throw signInFailed(origin);
  const passkey: Passkey = {
    ...verified,
    person: person.id,
    rpId,
    name: client.browser,
    created: new Date(now()).toISOString(),
  };
  const entry = { action: "passkey.added", subject: passkey.id };
  if (!(await peopleStore.addPasskey(passkey, createPersonEntry(context, person, entry))))
    throw signInFailed(origin);
  return passkeyView(passkey, origin);
};

export const listPasskeys: Operation<"listPasskeys"> = async (
  _,
  { peopleStore, current, origin },
) => ({
  data: (await peopleStore.listPasskeys(current.person.id)).map((passkey) =>
    passkeyView(passkey, origin),
  ),
  password: current.person.password !== undefined,
});

export const removePasskey: Operation<"removePasskey"> = async ({ passkey }, context) => {
  const { person } = context.current;
  const isRemoved = await context.peopleStore.removePasskey(
    person.id,
    passkey,
    createPersonEntry(context, person, { action: "passkey.removed", subject: passkey }),
  );
  if (isRemoved) return { removed: true };
  throw new Problem("record_not_found", "You have no such passkey.", {
    hint: "List your passkeys.",
  });
};

export const setPassword: Operation<"setPassword"> = async ({ password }, context) => {
  const { account, peopleStore, passwords, sessions } = context;
  const { person } = context.current;
  requireStrongPassword(password, person.name);
  const isSet = await peopleStore.setPassword(
    account,
    person.id,
    await passwords.hash(password, { holder: person.id, isKnown: true }),
    createPersonEntry(context, person, { action: "password.set", subject: person.id }),
  );
  if (!isSet) throw nameTakenProblem(person.name);
  sessions.forget(context.current);
  return { changed: true };
};
