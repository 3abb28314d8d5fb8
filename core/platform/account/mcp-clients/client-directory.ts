import { Problem } from "../../../http/problem.ts";
import {
  type ClientMetadata,
  createFindClientDocument,
  isDocumentUrl,
} from "../../../lib/oauth-server/index.ts";
import type { GrantStore } from "../../../ports/stores/grant-store.ts";
import type { ConnectionDeps } from "../../connections/connection-deps.ts";
import { PRODUCT_NAME } from "../../product-name.ts";

/** An MCP client that may ask people for a grant. */
export interface McpClient extends ClientMetadata {
  readonly id: string;
  /** The host of its metadata document, which proves who it is. Absent: it registered itself. */
  readonly host?: string | undefined;
}

/** Finds MCP clients: those that registered, and those that publish a metadata document. */
export interface ClientDirectory {
  /** Throws the `Problem` "invalid_input" if there is no such client. */
  require(id: string): Promise<McpClient>;
}

export function createClientDirectory({
  grantStore,
  send,
  now,
}: {
  readonly grantStore: Pick<GrantStore, "findClient">;
  /** Rejects private addresses. */
  readonly send: ConnectionDeps["fetch"];
  now(): number;
}): ClientDirectory {
  const findDocument = createFindClientDocument({ send, serviceName: PRODUCT_NAME, now });
  return {
    async require(id) {
      if (isDocumentUrl(id)) {
        const result = await findDocument(id);
        if ("rule" in result) throw unreadableDocument(id, result.detail);
        return { id, host: new URL(id).host, ...result };
      }
      const client = await grantStore.findClient(id);
      if (!client) throw unknownClient();
      return client;
    },
  };
}

const unreadableDocument = (url: string, detail: string) =>
  new Problem("invalid_input", `The client's metadata document can't be used: ${url}`, {
    hint: `${detail} Tell the vendor of the client.`,
    errors: [{ pointer: "/client_id", detail }],
  });

function unknownClient(): Problem {
  const detail = "No MCP client with this ID is registered.";
  return new Problem("invalid_input", detail, {
    hint: "Remove this server in the MCP client, and add it again.",
    errors: [{ pointer: "/client_id", detail }],
  });
}
