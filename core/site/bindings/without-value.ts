import type { InputError } from "../../problem.ts";

/** What is wrong without what was sent, which is never repeated to a protocol's client: it might be what somebody pays with. */
export const withoutValue = ({ detail }: InputError): string =>
  /^It is .*\. /s.test(detail) ? detail.slice(detail.lastIndexOf(". ") + 2) : detail;
