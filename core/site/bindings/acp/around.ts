import type { Around, BindingAnswer, Sent } from "../../../http/bindings.ts";
import { Problem } from "../../../problem.ts";
import { once } from "../../checkouts/once.ts";
import type { BindingContext, SiteBindings } from "../../contract.ts";
import { isCheckoutId } from "../../domain/checkout.ts";
import { echoed } from "./echo.ts";
import { ACP_VERSIONS, acpError, refusal } from "./failure.ts";

/**
 * What ACP asks of every request: a version that is served, and of every POST a key, by which it is carried out once. What
 * was answered under a key is answered again, errors that are the client's too; a fault of ours leaves the request to be
 * tried again.
 */
export const acpAround: Around<SiteBindings> = async (sent, context, carryOut) => {
  const { headers, method } = sent;
  const misfit = versionMisfit(headers["api-version"]);
  const echo = method === "POST" ? echoed(headers["idempotency-key"]) : {};
  if (misfit) return { ...misfit, headers: echo };
  if (method !== "POST") return carryOut(context);
  const key = headers["idempotency-key"];
  if (!key)
    return {
      status: 400,
      body: refusal(
        "idempotency_key_required",
        "Idempotency-Key is missing: every POST needs one, new for each request.",
      ),
    };
  const answer = await (echo["idempotency-key"] && context.commerce
    ? carriedOutOnce(key, sent, context, carryOut)
    : carryOut(context));
  return { ...answer, headers: { ...answer.headers, ...echo } };
};

type CarryOut = (context: BindingContext) => Promise<BindingAnswer>;

async function carriedOutOnce(
  key: string,
  { name, path, body }: Sent,
  context: BindingContext,
  carryOut: CarryOut,
): Promise<BindingAnswer> {
  // The body is kept as a digest, and may name what it should not. With the key in it, nobody finds the body by trying.
  const request = [key, body ?? {}];
  const { commerce, identity, network, signal, site, content, rate, verifiedRate, served } =
    context;
  const keyed = {
    identity,
    path: JSON.stringify([name, path]),
    key,
    request,
    checkout: idOf(path),
    busy: "refuse",
  } as const;
  const { answer, isReplay } = await once({ ...commerce!, signal }, keyed, async (checkout) => {
    const carriedOut = carryOut({
      commerce,
      identity,
      network,
      signal,
      site,
      content,
      rate,
      verifiedRate,
      served,
      checkout,
    });
    return JSON.stringify(await carriedOut.catch(answerOfClients));
  });
  const answered: BindingAnswer = JSON.parse(answer);
  return {
    ...answered,
    headers: { ...answered.headers, ...(isReplay && { "idempotent-replayed": "true" }) },
  };
}

/** The checkout that a request is about; none where what it says is no id. */
const idOf = ({ checkout_session_id: id }: Readonly<Record<string, string>>) =>
  id !== undefined && isCheckoutId(id) ? id : undefined;

/** The answer to what is the client's own fault. */
function answerOfClients(error: unknown): BindingAnswer {
  if (!(error instanceof Problem)) throw error;
  const answer = acpError(error);
  // Neither is what passes by itself.
  if (answer.status >= 500 || error.code === "request_in_flight") throw error;
  return answer;
}

function versionMisfit(version: string | undefined): BindingAnswer | undefined {
  const supported_versions = [...ACP_VERSIONS];
  const refused = (code: string, message: string) => ({
    status: 400,
    body: refusal(code, `${message} Served are ${ACP_VERSIONS.join(", ")}.`, {
      supported_versions,
    }),
  });
  if (!version) return refused("missing_api_version", "API-Version is missing.");
  return ACP_VERSIONS.includes(version)
    ? undefined
    : refused("unsupported_api_version", `API-Version is ${version.slice(0, 40)}.`);
}
