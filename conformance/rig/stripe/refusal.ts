/** A refusal as Stripe answers it. */
export interface StripeApiError extends Error {
  readonly status: number;
  /** `{ error: { type, message, … } }` */
  readonly body: object;
}

/** Makes one to throw. */
export const createApiError = (
  status: number,
  message: string,
  parts: Readonly<Record<string, string>> = {},
): StripeApiError =>
  Object.assign(new Error(message), {
    status,
    body: { error: { message, type: "invalid_request_error", ...parts } },
  });

/** Something was asked for by an id that is not there. */
export const missingResource = (what: string, id: string, param: string): StripeApiError =>
  createApiError(404, `No such ${what}: '${id}'`, {
    code: "resource_missing",
    param,
    doc_url: "https://stripe.com/docs/error-codes/resource-missing",
  });

/** A parameter that Stripe does not take. */
export const invalidParameter = (param: string, message: string, code?: string): StripeApiError =>
  createApiError(400, message, { param, ...(code && { code }) });
