import type { UcpMessage } from "./responses.ts";

/** Names of what a request might bring along to pay with: instruments, tokens, mandates, cards. */
const PAYMENT_NAMES = /payment|instrument|credential|token|mandate|ap2|card/i;

/** Whether a request brings along anything to pay with. What it is, is not looked at. */
export const hasPaymentData = (body: object | undefined): boolean =>
  Object.entries(body ?? {}).some(([name, value]) => PAYMENT_NAMES.test(name) && !isEmpty(value));

/** `{ "instruments": [] }` is nothing, however deep. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isEmpty)
    : value === undefined || value === null;

/** What to say to it; nothing where a request brings none. */
export const paymentWarnings = (body: object | undefined): UcpMessage[] =>
  hasPaymentData(body) ? [NOT_ACCEPTED] : [];

const NOT_ACCEPTED: UcpMessage = {
  type: "warning",
  code: "payment_instrument_not_accepted",
  content:
    "Nothing to pay with is taken here: no instrument, token, credential or mandate. What was sent was not looked at, kept or passed on. " +
    "The buyer pays on the hosted checkout page, at continue_url.",
};
