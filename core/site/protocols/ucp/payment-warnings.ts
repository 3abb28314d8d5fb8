import type { UcpMessage } from "./responses.ts";

/** Names of fields that may contain payment data. */
const PAYMENT_NAMES = /payment|instrument|credential|token|mandate|ap2|card/i;

/** Returns whether a request contains payment data. The data itself is never inspected. */
const hasPaymentData = (body: object | undefined): boolean =>
  Object.entries(body ?? {}).some(([name, value]) => PAYMENT_NAMES.test(name) && !isEmpty(value));

/** Empty objects and arrays count as empty at any depth, as in `{ "instruments": [] }`. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isEmpty)
    : value === undefined || value === null;

/** Returns a warning if a request contains payment data, and otherwise no message. */
export const paymentWarnings = (body: object | undefined): UcpMessage[] =>
  hasPaymentData(body) ? [NOT_ACCEPTED] : [];

const NOT_ACCEPTED: UcpMessage = {
  type: "warning",
  code: "payment_instrument_not_accepted",
  content:
    "Payment instruments, tokens, credentials and mandates are not accepted. The payment data was not read, stored or forwarded. " +
    "The buyer pays on the hosted payment page at continue_url.",
};
