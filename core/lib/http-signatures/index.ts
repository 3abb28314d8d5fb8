/** HTTP Message Signatures (RFC 9421) of agents and of the service (Web Bot Auth). */
export { DIRECTORY_PATH } from "./agent.ts";
export { type AgentVerifier, createAgentVerifier } from "./agent-verifier.ts";
export { directoryDocument, signDirectory } from "./directory.ts";
export { DIRECTORY_MEDIA_TYPES, type FetchDirectory } from "./key-directories.ts";
export { thumbprint } from "./keys.ts";
export { NONCE_GRACE_SECONDS, type NonceLimits, type NonceStore } from "./nonce-store.ts";
export type { SigningKey } from "./sign.ts";
export { signRequest } from "./sign-request.ts";
export { type Verdict, verdictHeaders } from "./verdict.ts";
