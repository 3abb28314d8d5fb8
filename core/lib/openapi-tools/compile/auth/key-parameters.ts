import { type JsonObject, ownValue, requireTextAt, textAt } from "../../../kit/json/json-access.ts";
import type { AuthMethod } from "../../app.ts";
import { toPlainText } from "../documents/plain-text.ts";

const KEY_NAME =
  /^(?:x[-_])?(?:(?:api|app|access|auth|client|user|account|subscription|developer|partner|session|private|secret|service)[-_]?)*(?:key|token|apikey|appid|api_token|apitoken|authorization|secret)$|^(?:ocp-apim-subscription-key|api[-_]key|appid|app_id|x-rapidapi-key)$/i;
/** Names that only resemble credentials, such as page tokens and push tokens. */
const NOT_KEY_NAME =
  /page|next|continu|sync|refresh|device|push|client_?request|idempot|captcha|csrf/i;

/** Whether a parameter has the name of a credential. */
const isKeyParameter = (name: string) => KEY_NAME.test(name) && !NOT_KEY_NAME.test(name);

/**
 * Derives the authentication method of a document that declares none from a key parameter that at
 * least 60% of its operations share. `operations` has the parameters of each operation.
 */
export function detectKeyMethod(
  operations: readonly (readonly JsonObject[])[],
): AuthMethod | undefined {
  const parameter = findSharedKey(operations);
  if (!parameter) return undefined;
  const name = requireTextAt(parameter, "name");
  const description = toPlainText(ownValue(parameter, "description"), 160);
  const location = textAt(parameter, "in") as "header" | "query";
  if (location === "header" && name.toLowerCase() === "authorization") {
    const hint = `${description} ${JSON.stringify(readExamples(parameter))}`;
    if (/basic/i.test(hint) && !/bearer/i.test(hint)) return BASIC;
    if (/bearer|access token|jwt/i.test(hint)) return createBearerMethod(description);
  }
  return createKeyMethod(name, location, description);
}

function findSharedKey(operations: readonly (readonly JsonObject[])[]): JsonObject | undefined {
  const counts = new Map<string, { count: number; parameter: JsonObject }>();
  for (const parameters of operations) {
    for (const parameter of parameters) {
      const name = textAt(parameter, "name");
      const location = textAt(parameter, "in");
      if (!name || (location !== "header" && location !== "query") || !isKeyParameter(name))
        continue;
      const key = `${location} ${name}`;
      counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, parameter });
    }
  }
  const [best] = [...counts.values()]
    .filter(({ count }) => count >= operations.length * 0.6)
    .sort((a, b) => b.count - a.count);
  return best?.parameter;
}

function readExamples(parameter: JsonObject): readonly unknown[] {
  const schema = ownValue(parameter, "schema");
  return [
    ownValue(parameter, "example"),
    ownValue(parameter, "default"),
    ownValue(schema, "example"),
    ownValue(schema, "default"),
  ];
}

const BASIC: AuthMethod = {
  id: "basic",
  type: "basic",
  from: "document",
  fields: [
    { name: "username", label: "User name", secret: false, required: true },
    { name: "password", label: "Password", secret: true, required: true },
  ],
};

const createBearerMethod = (description: string): AuthMethod => ({
  id: "bearer",
  type: "bearer",
  from: "document",
  fields: [
    {
      name: "token",
      label: "Token",
      secret: true,
      required: true,
      ...(description && { help: description }),
    },
  ],
});

function createKeyMethod(
  name: string,
  location: "header" | "query",
  description: string,
): AuthMethod {
  const field = name
    .toLowerCase()
    .replace(/^x-/, "")
    .replace(/[^a-z0-9]+/g, "_");
  return {
    id: "api_key",
    type: "api_key",
    from: "document",
    fields: [
      {
        name: field,
        label: "API key",
        secret: true,
        required: true,
        ...(description && { help: description }),
      },
    ],
    placements: { [field]: { in: location, name } },
  };
}
