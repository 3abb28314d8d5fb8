import { z } from "zod";
import { SAMPLERS } from "../telemetry/tracing/sampler.ts";
import type { TracingSettings } from "../telemetry/tracing/tracing-settings.ts";
import { explainNotUrl, isHttpUrl } from "./schemas.ts";

/** Pairs such as `name=value,name=value`, percent-encoded (OTLP exporter specification). */
const pairs = (isName: RegExp) =>
  // Error messages never contain a value, because headers are secrets.
  z.string().transform((text, { addIssue }): Readonly<Record<string, string>> => {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    const entries = items.flatMap((item) => {
      const at = item.indexOf("=");
      const name = item.slice(0, Math.max(0, at)).trim();
      const value = decode(item.slice(at + 1).trim());
      if (isName.test(name) && value !== undefined) return [[name, value] as const];
      addIssue("must be pairs such as name=value, separated by commas and percent-encoded");
      return [];
    });
    return Object.fromEntries(entries);
  });

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const ENDPOINT = z.string().refine((text) => isHttpUrl(text), { error: explainNotUrl });

/** Settings of OpenTelemetry, with the names of its specification. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: ENDPOINT,
    value: "URL",
    help: "The OpenTelemetry collector that receives traces by OTLP over HTTP, such as http://localhost:4318. Jackfield appends /v1/traces.",
    default: "no traces",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: ENDPOINT,
    value: "URL",
    help: "The same as a complete URL, which overrides OTEL_EXPORTER_OTLP_ENDPOINT.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: pairs(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/),
    value: "pairs",
    help: "Headers for the collector, such as api-key=secret, separated by commas and percent-encoded.",
    default: "none",
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().max(200),
    value: "name",
    help: "The name of the service in traces.",
    default: "jackfield",
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    schema: pairs(/^[\w.-]+$/),
    value: "pairs",
    help: "Attributes of all traces, such as deployment.environment.name=staging, separated by commas.",
    default: "none",
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(SAMPLERS, {
      error: ({ input }) => `is "${input}", but must be one of ${SAMPLERS.join(", ")}`,
    }),
    value: SAMPLERS.join("|"),
    help: "Which traces to record. With parentbased_…, clients that send traceparent decide.",
    default: "always_on",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0|1|0?\.\d{1,9}|[01]\.0*)$/, {
        error: ({ input }) => `is "${input}", but must be a number from 0 to 1`,
      })
      .transform(Number),
    value: "ratio",
    help: "The share of traces that the samplers with traceidratio record, from 0 to 1.",
    default: "1",
  },
} as const;

type TracingValues = {
  readonly [Name in keyof typeof TRACING_SETTINGS]?:
    | z.output<(typeof TRACING_SETTINGS)[Name]["schema"]>
    | undefined;
};

/** Applies the defaults. Returns undefined if there is no collector. */
export function createTracingSettings(values: TracingValues): TracingSettings | undefined {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : appendPath(base, "v1/traces"));
  if (url === undefined) return undefined;
  const resource = values.OTEL_RESOURCE_ATTRIBUTES ?? {};
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME ?? resource["service.name"] ?? "jackfield",
    resource,
    sampler: values.OTEL_TRACES_SAMPLER ?? "always_on",
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
  };
}

const appendPath = (base: string, path: string): string =>
  new URL(path, base.endsWith("/") ? base : `${base}/`).href;
