/** Why a user's attempt to connect failed. */
type FailureReason = "canceled" | "refused_by_person" | "refused_by_app";

/** Adds the result of an attempt to connect to the return URL. Without `reason`, it succeeded. */
export function buildReturnUrl(
  returnUrl: string,
  { connection, reason }: { readonly connection: string; readonly reason?: FailureReason },
): string {
  const url = new URL(returnUrl);
  url.searchParams.set("connection", connection);
  url.searchParams.set("status", reason ? "failed" : "active");
  if (reason) url.searchParams.set("reason", reason);
  return url.href;
}
