import { argumentError } from "../../../core/lib/openapi-tools/body/index.ts";

/** A color of a Google API, whose components are between 0 and 1. */
interface RgbColor {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Parses a color in hexadecimal notation, such as `#1a73e8`. */
export function parseColor(argument: string, value: unknown): RgbColor {
  const digits = /^#?([0-9a-f]{6})$/i.exec(String(value))?.[1];
  if (digits === undefined)
    throw argumentError(argument, "color", "Must be a color in hexadecimal, such as #1a73e8.");
  const component = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16) / 255;
  return { red: component(0), green: component(2), blue: component(4) };
}
