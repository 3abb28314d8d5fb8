import { HOSTILE_ANSWERS } from "../fixtures/platform/hostile-answers.ts";
import type { TestRequest } from "../targets/target.ts";
import type { DocumentOperation, GeneratedRequest } from "./grammar.ts";
import type { Random } from "./random.ts";

/**
 * Generates valid runs of tools of the fixture's app Fjord. Most of them request an answer that is
 * hard to read, which the app makes up from the ID.
 */
export function createRunGrammar(
  operation: DocumentOperation,
  key: string | undefined,
  random: Random,
  hostileText: () => string,
): () => GeneratedRequest {
  const createRun = (): { readonly tool: string; readonly body: object } => {
    const options = random.chance(0.2) ? { max_bytes: 1000 + random.integer(100_000) } : {};
    if (random.chance(0.8)) {
      const kind = random.pick(Object.keys(HOSTILE_ANSWERS));
      const answer = `hostile-${kind}-${random.integer(1_000_000)}`;
      // Jackfield sends what only reads again if the answer breaks, which takes seconds.
      return random.chance(0.05)
        ? { tool: "fjord.get_remark", body: { arguments: { id: answer }, ...options } }
        : { tool: "fjord.create_remark", body: { arguments: { text: answer }, ...options } };
    }
    if (random.chance(0.5)) {
      const page = random.integer(1000);
      return { tool: "fjord.list_remarks", body: { arguments: { page }, ...options } };
    }
    const text = `said ${hostileText().toWellFormed()}`;
    return { tool: "fjord.create_remark", body: { arguments: { text }, ...options } };
  };
  return () => {
    const { tool, body } = createRun();
    const request: TestRequest = {
      method: "POST",
      path: operation.path.replace("{tool}", tool),
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    };
    return { request, operation };
  };
}
