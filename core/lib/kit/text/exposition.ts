/** A Prometheus metric family: all samples of one metric. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Appended to the family's name: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The media type of the text format, without its charset. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4";

/**
 * Formats metrics in the Prometheus text exposition format 0.0.4. Omits families without samples.
 */
export function formatExposition(families: readonly MetricFamily[]): string {
  let text = "";
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue;
    text += `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
    for (const { suffix = "", labels = {}, value } of samples)
      text += `${name}${suffix}${formatLabels(labels)} ${formatNumber(value)}\n`;
  }
  return text;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escapeLabel = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function formatNumber(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
