import type { SpanContext } from "./span-context.ts";

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

interface SamplerSettings {
  readonly sampler: SamplerName;
  /** The share of traces to record, for the samplers with a ratio. */
  readonly ratio: number;
}

/** Decides whether a trace is recorded. `parent` is absent at the beginning of a trace. */
export type Sampler = (parent: SpanContext | undefined, isUntrusted: boolean) => boolean;

/**
 * Creates a sampler. A decision of this service counts for everything that follows from it. That of
 * a client counts only with `parentbased_…`. A ratio draws a number instead of reading the trace ID,
 * because a client could choose one that is always recorded.
 */
export function createSampler(
  { sampler, ratio }: SamplerSettings,
  random: () => number = Math.random,
): Sampler {
  const trustsClientDecision = sampler.startsWith("parentbased_");
  const decide = () => {
    if (sampler.endsWith("always_on")) return true;
    return sampler.endsWith("always_off") ? false : random() < ratio;
  };
  return (parent, isUntrusted) =>
    parent && (!isUntrusted || trustsClientDecision) ? parent.isSampled : decide();
}
