import { AwsV4Signer } from "aws4fetch";
import { connectionError } from "../call/request-error.ts";
import type { ToolRequest } from "../call/tool-request.ts";
import type { DecryptedConnection } from "./decrypted-connection.ts";

/**
 * Signs a request with AWS Signature Version 4, for the region of the method or the connection, or
 * the one in the host name.
 *
 * @throws an `InvalidInputError` with the rule `access_key` if the connection has no access key
 */
export async function signRequest(
  request: ToolRequest,
  { method, secrets, fields }: DecryptedConnection,
): Promise<ToolRequest> {
  const findValue = (name: string) => secrets[name] ?? fields[name];
  const accessKeyId = findValue("access_key_id");
  const secretAccessKey = findValue("secret_access_key");
  const sessionToken = findValue("session_token");
  if (!accessKeyId || !secretAccessKey)
    throw connectionError("access_key", "The connection has no AWS access key.");
  const region = method.signingRegion ?? fields["region"];
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    ...(method.signingName && { service: method.signingName }),
    ...(region && { region }),
  });
  const { url, headers } = await signer.sign();
  return { ...request, url: url.href, headers: Object.fromEntries(headers) };
}
