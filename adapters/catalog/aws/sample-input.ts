import type { ClientSchema } from "./client.ts";

/** The account of inputs that have one. */
export const SAMPLE_ACCOUNT = "123456789012";

const DATE = new Date("2026-01-02T03:04:05Z");

/** An input with the required members of an operation, which a client turns into a request. */
export function createSampleInput(schema: ClientSchema, depth = 0): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  // The schemas of clients list required members first, and say how many there are.
  const required = Number((schema.getSchema() as readonly unknown[])[6] ?? 0);
  let index = 0;
  for (const [name, member] of schema.structIterator()) {
    const { httpLabel, hostLabel, httpPayload } = member.getMergedTraits();
    const isNeeded = index < required || httpLabel || hostLabel || httpPayload;
    const isFirstOfUnion = schema.isUnionSchema() && index === 0;
    index += 1;
    if ((isNeeded || isFirstOfUnion) && depth < 8) input[name] = createSample(member, name, depth);
  }
  return input;
}

function createSample(schema: ClientSchema, name: string, depth: number): unknown {
  if (schema.isListSchema()) return [createSample(schema.getValueSchema(), name, depth + 1)];
  if (schema.isMapSchema()) return { key: createSample(schema.getValueSchema(), name, depth + 1) };
  if (schema.isStructSchema()) return createSampleInput(schema, depth + 1);
  if (schema.isTimestampSchema()) return DATE;
  if (schema.isBlobSchema()) return new TextEncoder().encode("text");
  if (schema.isBooleanSchema()) return true;
  if (schema.isNumericSchema()) return 7;
  return /account.?id/i.test(name) ? SAMPLE_ACCOUNT : "sample-value";
}
