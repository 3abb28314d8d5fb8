/** Checks the arguments of a call, and builds its request. */
export { type CheckArguments, createArgumentsCheck } from "./arguments/check-arguments.ts";
export { type ContextChoice, contextOf, readContextChoices } from "./arguments/context.ts";
export { findMissingContext } from "./arguments/fill-arguments.ts";
export { buildRequest, type RequestInputs } from "./build-request.ts";
export { resolveMcpEndpoint } from "./mcp-endpoint.ts";
export type { ConnectionRule } from "./request-error.ts";
