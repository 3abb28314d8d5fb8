import type { ParameterSlot } from "./app.ts";

/** The name of a parameter in the request. Slots store 0 if it equals the argument's name. */
export const parameterName = ([argument, , wireName]: ParameterSlot): string =>
  wireName === 0 ? argument : wireName;
