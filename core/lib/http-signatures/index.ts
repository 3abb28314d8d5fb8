export { DIRECTORY_PATH } from "./agent.ts";
export { createAgentVerifier } from "./agent-verifier.ts";
export { createBudget } from "./budget.ts";
export { directoryDocument, signDirectory } from "./directory.ts";
export { thumbprint } from "./keys.ts";
export type { NonceStore } from "./nonce-store.ts";
export { signedOutbound } from "./signed-outbound.ts";
export { type Verdict, verdictHeaders } from "./verdict.ts";
