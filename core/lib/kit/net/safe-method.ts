const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Whether an HTTP method is safe (RFC 9110, section 9.2.1): by itself, it asks for no change. */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.includes(method);
