import type { KeptConnection } from "../../ports/connections.ts";
import { saidSafely } from "../domain/oauth/words.ts";
import { askForTokens } from "./ask.ts";
import { cookieOf, NOTHING_OF_BEFORE, type Parked } from "./begin.ts";
import { forgetRegistered } from "./clients.ts";
import { placeOf } from "./endpoint.ts";
import { digestOf, isState } from "./links.ts";
import { type AppFound, callbackOf, change, type Office, reaching, timeOf } from "./office.ts";
import { grantedBy } from "./renew.ts";
import { SERVICE } from "./safe.ts";
import { type Secrets, sealSecrets } from "./secrets.ts";

/** What came of the way back from an app. */
export type Finished =
  | {
      readonly outcome: "connected";
      readonly app: AppFound;
      readonly kept: KeptConnection;
      readonly token: string;
      readonly cookie: string;
      readonly returnUrl?: string | undefined;
    }
  /** The person did not allow it, or the app did not give it. */
  | {
      readonly outcome: "refused" | "failed";
      readonly app: AppFound;
      readonly why: string;
      readonly connection: string;
      readonly token: string;
      readonly cookie: string;
      readonly returnUrl?: string | undefined;
    }
  /** Nobody who came this way had begun here: used twice, too late, in another browser, or made up. */
  | { readonly outcome: "nothing" };

/** Takes up a sign-in where it was left, once, and only in the browser that began it. */
export async function finish(
  office: Office,
  query: URLSearchParams,
  cookies: ReadonlyMap<string, string>,
): Promise<Finished> {
  const { connections, safe, now } = office;
  const state = query.get("state") ?? "";
  const stateDigest = await digestOf(state);
  const cookie = cookieOf(stateDigest);
  const browser = cookies.get(cookie);
  // What has no cookie is not even looked up: whoever only has the address can't use it up.
  if (!browser || state.length > 2000) return { outcome: "nothing" };
  const signIn = await connections.takeSignIn(stateDigest);
  if (
    !signIn ||
    signIn.expires <= now() ||
    signIn.browser !== (await digestOf(browser)) ||
    !(await isState(safe, state, signIn.connection))
  )
    return { outcome: "nothing" };
  const parked = JSON.parse(
    await safe.open(SERVICE, signIn.sealed, { id: stateDigest, field: "sign_in" }),
  ) as Parked;
  const [kept, link] = await Promise.all([
    connections.find(signIn.connection),
    office.links.read(parked.token),
  ]);
  if (
    !kept ||
    !link ||
    kept.connection.status === "revoked" ||
    (await connections.link(signIn.link))?.isSpent
  )
    return { outcome: "nothing" };
  // A key that is revoked takes along what was begun with its links.
  if (!(await office.isGoodKey(link.account, link.key))) return { outcome: "nothing" };
  const app = await office.appOf(link.account, link.app);
  const method = app.record.methods.find(({ id }) => id === parked.method);
  const around = { app, token: parked.token, cookie, returnUrl: link.returnUrl };
  const { name } = app.record;

  const stop = async (outcome: "refused" | "failed", why: string): Promise<Finished> => {
    await change(office, signIn.connection, ({ connection: { status } }) =>
      status !== "pending" && status !== "failed"
        ? undefined
        : {
            set: {
              status: "failed",
              reason: {
                code: outcome === "refused" ? "refused_by_person" : "refused_by_app",
                message: why,
                at: timeOf(now()),
              },
              due: undefined,
            },
          },
    );
    return { outcome, why, connection: signIn.connection, ...around };
  };

  const error = query.get("error");
  if (error !== null) {
    const words = saidSafely(query.get("error_description"));
    if (/^(access_denied|user_denied|consent_required|user_cancelled_\w+)$/.test(error))
      return stop("refused", `${name} says that it was not allowed${words ? `: ${words}` : "."}`);
    return stop(
      "failed",
      `${name} refused (${saidSafely(error, 80)})${words ? `: ${words}` : "."}`,
    );
  }
  if (!method) return stop("failed", `${name} can't be connected in this way any more.`);
  const { server: found } = parked;
  const issuer = query.get("iss");
  // RFC 9207: an answer of another server than the one asked is a mix-up.
  if (
    found &&
    (found.saysIssuer || issuer !== null) &&
    issuer?.replace(/\/$/, "") !== found.issuer.replace(/\/$/, "")
  )
    return stop("failed", `The answer did not come from the server that was asked for ${name}.`);
  const code = query.get("code");
  if (!code || code.length > 8_000) return stop("failed", `${name} sent no code back.`);

  const place = placeOf(
    { server: found, fields: parked.fields },
    method,
    parked.client,
    app.record.baseFields,
  );
  const reply = await askForTokens(
    reaching(office, app.record, { server: found }),
    place.token,
    parked.client,
    {
      grant_type: "authorization_code",
      ...place.server.tokenParams,
      code,
      redirect_uri: callbackOf(office.origin),
      code_verifier: parked.verifier,
      resource: place.resource,
    },
  );
  if ("refused" in reply) {
    const { error, description, means } = reply.refused;
    if (means === "client" && parked.client.from === "registered" && found)
      await forgetRegistered(office, found.issuer);
    return stop(
      "failed",
      `${name} did not complete the sign-in (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { accessToken, refreshToken, scopes, who } = reply.tokens;
  const { client_id: _, client_secret: __, ...rest } = parked.secret;
  const secrets: Secrets = {
    values: { ...rest, access_token: accessToken },
    refreshToken,
    client: parked.client,
    own: app.record.isOwn && app.record.base,
  };
  const sealed = await sealSecrets(
    safe,
    { ...kept.connection, method: method.id, fields: parked.fields, server: found },
    secrets,
  );
  const set = {
    ...NOTHING_OF_BEFORE,
    ...grantedBy(reply.tokens, now(), { connection: kept.connection }),
    status: "active" as const,
    method: method.id,
    fields: parked.fields,
    server: found,
    scopes: scopes ?? (parked.scopes.length > 0 ? parked.scopes : undefined),
    who,
  };
  const saved = await change(office, signIn.connection, ({ connection: { status } }) =>
    status === "revoked" ? undefined : { set, sealed },
  );
  if (!saved || saved.connection.status === "revoked") return { outcome: "nothing" };
  await connections.spendLink(signIn.link);
  return { outcome: "connected", kept: saved, ...around };
}
