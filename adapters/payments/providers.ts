import type { ValuesOf } from "./provider.ts";
import { stripe } from "./stripe/provider.ts";

/** Every payment provider besides the sandbox. */
export const PROVIDERS = [stripe] as const;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** The settings of all providers. */
type AllSettings = Intersection<(typeof PROVIDERS)[number]["settings"]>;
export const PROVIDER_SETTINGS: AllSettings = Object.assign(
  {},
  ...PROVIDERS.map(({ settings }) => settings),
);

/** The values of the settings of all providers. */
export type ProviderValues = ValuesOf<AllSettings>;

/** Returns the provider that the settings select. Undefined: the sandbox. */
export const selectProvider = (values: ProviderValues): (typeof PROVIDERS)[number] | undefined =>
  PROVIDERS.find(({ selectedBy }) => values[selectedBy] !== undefined);

/** Describes where buyers pay. */
export const describePayments = (values: ProviderValues): string => {
  const provider = selectProvider(values);
  return provider ? `paid through ${provider.label}` : "sandbox: no money moves";
};
