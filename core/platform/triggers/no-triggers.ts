import { Problem } from "../../http/problem.ts";
import type { EventStreams } from "./events/event-stream.ts";
import type { TriggerService } from "./trigger-service.ts";
import type { TriggersModule } from "./triggers.ts";

const unavailable = (): never => {
  throw new Problem("storage_unavailable", "This service has no storage for triggers.", {
    hint: "Ask the operator of this service.",
  });
};

const reject = async (): Promise<never> => unavailable();

const rejectAll = <Service extends object>(known: Partial<Service> = {}): Service =>
  new Proxy(known as Service, {
    get: (target, name) => Reflect.get(target, name) ?? reject,
  });

/** The services of a platform that was created without triggers. Each call is rejected. */
export const NO_TRIGGERS: Pick<TriggersModule, "service" | "events"> & {
  readonly streams: Pick<EventStreams, "open" | "close">;
} = {
  service: rejectAll<TriggerService>({ listAppTypes: async () => [] }),
  events: rejectAll(),
  streams: { open: unavailable, close: () => {} },
};
