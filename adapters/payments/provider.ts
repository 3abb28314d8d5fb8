import type { z } from "zod";
import type { PaymentProvider } from "../../core/ports/payments.ts";
import type { Site } from "../../core/site.ts";
import type { Setting } from "../config/schemas.ts";
import type { Finding } from "../runtime/finding.ts";
import type { Sql } from "../storage/sql.ts";
import type { Country } from "./stripe/countries.ts";

type ProviderSettings = Readonly<Record<string, Setting & { readonly schema: z.ZodType }>>;

/** The values of settings that are set. */
export type ValuesOf<Settings extends ProviderSettings> = {
  readonly [Name in keyof Settings]?: z.output<Settings[Name]["schema"]>;
};

/** A payment provider that the operator selects with a setting. */
export interface ProviderDefinition<Settings extends ProviderSettings> {
  /** The name for operators and buyers. */
  readonly label: string;
  /** The setting that selects the provider. The others are only allowed beside it. */
  readonly selectedBy: keyof Settings & string;
  readonly settings: Settings;
  /** Opens the provider. Rejects with a `StartupError` if it can't work. */
  open(values: ValuesOf<Settings>, context: PaymentContext): Promise<OpenProvider>;
  /** Checks the values for `npm run doctor`, without changes at the provider. */
  diagnose(values: ValuesOf<Settings>, context: DiagnosisContext): Promise<readonly Finding[]>;
}

export interface OpenProvider extends PaymentProvider {
  /** Stops background work. */
  stop?(): void;
}

export interface PaymentContext {
  /** May change while the service runs. */
  readonly site: Site;
  readonly shipsTo: readonly Country[];
  /** A migrated database, which the caller closes. */
  readonly sql: Sql;
  /** Receives messages for the operator. */
  log(message: string): void;
}

export interface DiagnosisContext {
  readonly shipsTo: readonly Country[];
  /** Undefined if it isn't set. */
  readonly publicOrigin: string | undefined;
}
