import type { TriggerDeps } from "../trigger-types.ts";
import type { DeliveryStatus } from "./types.ts";

/** Reads what became of the last delivery of a subscription. */
export async function readDeliveryStatus(
  { eventStore }: Pick<TriggerDeps, "eventStore">,
  trigger: string,
  id: string,
): Promise<DeliveryStatus> {
  const last = await eventStore.findLast(trigger);
  const attempts = last?.event.actions.find((action) => action.id === id)?.attempts ?? [];
  const failures = attempts.filter(({ error }) => error !== undefined);
  const hasFailed = attempts.at(-1)?.error !== undefined;
  return {
    active: true,
    lastDeliveryAt: attempts.at(-1)?.at ?? null,
    lastError: hasFailed ? toLastError(attempts.at(-1)?.status) : null,
    failedSince: hasFailed ? (failures[0]?.at ?? null) : null,
  };
}

/** Repeats nothing of the response. */
const toLastError = (status: number | undefined): string => {
  if (status === undefined) return "connection_refused";
  return status >= 500 ? "http_5xx" : "http_4xx";
};
