import type { SamplerName } from "./sampler.ts";

/** Where traces go. */
export interface TracingSettings {
  /** The complete URL. */
  readonly url: string;
  /** Secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  readonly ratio: number;
}
