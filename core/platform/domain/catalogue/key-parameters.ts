import type { AuthMethod } from "../../../ports/apps.ts";
import { type Json, own, textAt } from "./document.ts";
import { plain } from "./plain.ts";

const KEY_NAME =
  /^(?:x[-_])?(?:(?:api|app|access|auth|client|user|account|subscription|developer|partner|session|private|secret|service)[-_]?)*(?:key|token|apikey|appid|api_token|apitoken|authorization|secret)$|^(?:ocp-apim-subscription-key|api[-_]key|appid|app_id|x-rapidapi-key)$/i;
/** Names that only look like one: a page's token, a push token. */
const NO_KEY = /page|next|continu|sync|refresh|device|push|client_?request|idempot|captcha|csrf/i;

/** Whether a parameter is named as credentials are. */
export const isKeyParameter = (name: string) => KEY_NAME.test(name) && !NO_KEY.test(name);

/**
 * The way to sign in of a document that declares none, but whose operations nearly all take a key as a parameter. The
 * parameters are those of each operation, in turn.
 */
export function keyMethodOf(operations: readonly (readonly Json[])[]): AuthMethod | undefined {
  const counts = new Map<string, { count: number; parameter: Json }>();
  for (const parameters of operations) {
    for (const parameter of parameters) {
      const name = textAt(parameter, "name");
      const place = textAt(parameter, "in");
      if (!name || (place !== "header" && place !== "query") || !isKeyParameter(name)) continue;
      const key = `${place} ${name}`;
      counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, parameter });
    }
  }
  const [best] = [...counts.values()]
    .filter(({ count }) => count >= operations.length * 0.6)
    .sort((a, b) => b.count - a.count);
  if (!best) return undefined;
  const name = textAt(best.parameter, "name")!;
  const said = plain(own(best.parameter, "description"), 160);
  const place = textAt(best.parameter, "in") as "header" | "query";
  const hint = `${said} ${JSON.stringify([own(best.parameter, "example"), own(best.parameter, "default"), own(own(best.parameter, "schema"), "example"), own(own(best.parameter, "schema"), "default")])}`;
  if (
    place === "header" &&
    name.toLowerCase() === "authorization" &&
    /basic/i.test(hint) &&
    !/bearer/i.test(hint)
  ) {
    return {
      id: "basic",
      type: "basic",
      from: "document",
      fields: [
        { name: "username", label: "User name", secret: false, required: true },
        { name: "password", label: "Password", secret: true, required: true },
      ],
    };
  }
  if (
    place === "header" &&
    name.toLowerCase() === "authorization" &&
    /bearer|access token|jwt/i.test(hint)
  ) {
    return {
      id: "bearer",
      type: "bearer",
      from: "document",
      fields: [
        {
          name: "token",
          label: "Token",
          secret: true,
          required: true,
          ...(said && { help: said }),
        },
      ],
    };
  }
  const field = name
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[^a-z0-9]+/g, "_");
  return {
    id: "api_key",
    type: "api_key",
    from: "document",
    fields: [
      { name: field, label: "API key", secret: true, required: true, ...(said && { help: said }) },
    ],
    placements: { [field]: { in: place, name } },
  };
}
