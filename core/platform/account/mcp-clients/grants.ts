import { Problem } from "../../../http/problem.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import type { ApiKey } from "../../../ports/stores/key-store.ts";
import { hashSecret } from "../../auth/key-format.ts";
import { requireName } from "../../require-name.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation } from "../contract.ts";
import { requireApps } from "../keys/operations.ts";
import { buildResponseUrl, findRequestError, requireClient } from "./authorization-request.ts";

const DAY = 86_400_000;
/** OAuth 2.1 recommends at most ten minutes (section 4.1.2). Clients need seconds. */
const CODE_MILLISECONDS = 60_000;

export const createGrant: Operation<"createGrant"> = async (input, context) => {
  const { apiOrigins, account, current, grantStore, now } = context;
  const { client, redirectUri } = await requireClient(input, context);
  const rejected = findRequestError(input, apiOrigins);
  if (rejected)
    throw new Problem("invalid_input", rejected.description, {
      hint: "Start the sign-in in the MCP client again.",
    });
  const { name, permissions, apps, lifetime_days: days } = input;
  if (apps) await requireApps(apps, context);
  const id = randomId("key");
  const key: ApiKey = {
    id,
    account,
    name: requireName(name),
    prefix: "",
    fingerprint: id,
    client: { id: client.id, redirectHost: new URL(redirectUri).host },
    permissions: [...new Set(permissions)],
    ...(apps && { apps: [...new Set(apps)] }),
    created: new Date(now()).toISOString(),
    createdBy: current.person.id,
    ...(days !== undefined && { expires: new Date(now() + days * DAY).toISOString() }),
  };
  const code = randomToken();
  await grantStore.addCode({
    digest: await hashSecret(code),
    client: client.id,
    redirectUri,
    challenge: input.code_challenge,
    key,
    entry: createPersonEntry(context, current.person, {
      action: "key.created",
      subject: id,
      details: { name, client: client.id },
    }),
    expires: now() + CODE_MILLISECONDS,
  });
  return { redirect_url: buildResponseUrl(redirectUri, input, apiOrigins, { code }) };
};
