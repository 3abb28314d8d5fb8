import type { Actor } from "../auth/actor.ts";
import type { OperationContext } from "../contract.ts";

/** Returns the actor with the network of the request, for the audit log. */
export const toChanger = ({ actor, network }: OperationContext): Actor => ({ ...actor, network });
