// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "searchApps"
  | "getApp"
  | "connectApp"
  | "listTools"
  | "listConnections"
  | "deleteConnection"
  | "getConnection"
  | "updateConnection"
  | "reconnectConnection"
  | "testConnection"
  | "listRuns"
  | "deleteRun"
  | "getRun"
  | "getRunResult"
  | "findTools"
  | "getTool"
  | "runTool";

/** Operations that a commerce protocol defines. */
export type BindingName =
  never;

/** The inputs with a default value, by operation. */
export interface Defaulted {
  searchApps: "limit";
  getApp: never;
  connectApp: never;
  listTools: "limit";
  listConnections: "limit";
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listRuns: "limit";
  deleteRun: never;
  getRun: never;
  getRunResult: "offset" | "limit";
  findTools: "limit" | "schemas";
  getTool: never;
  runTool: "timeout" | "max_bytes";
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
  searchApps: never;
  getApp: never;
  connectApp: never;
  listTools: never;
  listConnections: never;
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listRuns: never;
  deleteRun: never;
  getRun: never;
  getRunResult: never;
  findTools: never;
  getTool: never;
  runTool: never;
}

export const table: Table<OperationName, BindingName> = {
  "title": "Jackfield Platform",
  "version": "1.0.0",
  "operations": {
    "searchApps": {
      "method": "GET",
      "path": "/api/v1/apps",
      "summary": "Search apps",
      "description": "Search the catalog for apps by name, purpose or a word of their description. To find a tool for a task, call `findTools` instead: it searches the tools of all apps at once.",
      "input": {
        "type": "object",
        "properties": {
          "search": {
            "type": "string",
            "maxLength": 200,
            "description": "The search text: a name, part of a name, or a purpose. Without it, all apps are listed.",
            "examples": [
              "github"
            ]
          },
          "category": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "description": "Return only apps in this category.",
            "examples": [
              "developer tools"
            ]
          },
          "connected": {
            "type": "boolean",
            "description": "Return only apps that the caller has connected (true) or hasn't connected (false)."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "The maximum number of results.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "The `next_cursor` of the previous page, sent with the same search text and filters.",
            "examples": [
              "eyJhZnRlciI6MjB9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "search": "query",
        "category": "query",
        "connected": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AppList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "tool": {
        "name": "search_apps",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "apps",
        "method": "search",
        "positional": [
          "search"
        ],
        "pages": true,
        "repeats": true
      }
    },
    "getApp": {
      "method": "GET",
      "path": "/api/v1/apps/{app}",
      "summary": "Get an app",
      "description": "Get an app: how to connect it, the base URL of its API, and its number of tools.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the app.",
            "examples": [
              "github"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/App"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "client": {
        "resource": "apps",
        "method": "get",
        "positional": [
          "app"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "connectApp": {
      "method": "POST",
      "path": "/api/v1/apps/{app}/connect",
      "summary": "Connect an app",
      "description": "Connect an app: create a link for the user to open. In the browser, the user reviews the requested access, then signs in at the app or enters a key. The caller never sees the credentials. The connection is then `active`; check it with `listConnections`. Repeated calls for the same app, user and method return the same pending connection with a new link. Only the first link that a user completes works.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the app.",
            "examples": [
              "github"
            ]
          },
          "auth_method": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of one of the app's authentication methods. Without it, the user chooses.",
            "examples": [
              "oauth2"
            ]
          },
          "scopes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "The OAuth scopes to request, as the app spells them. Without them, the app's default scopes are\nrequested.",
            "examples": [
              [
                "repo"
              ]
            ]
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "A label for the connection. Default: the name of the app, and a number if that is taken.",
            "examples": [
              "Work"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The end user who owns the connection. A key that is bound to an end user can only connect apps\nfor that user.",
            "examples": [
              "42"
            ]
          },
          "return_url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2000,
            "description": "Where the browser goes when the user finishes or cancels. `connection` and `status` (`active` or\n`failed`) are added to its query, and after a failure `reason`: `canceled`, `refused_by_person`\nor `refused_by_app`. The operator of the service must allow its origin.",
            "examples": [
              "https://app.example/settings/apps"
            ]
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "An idempotency key. Until the link expires, a request with the same key and the same inputs\nreturns the same link.",
            "examples": [
              "connect-42-github"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path",
        "auth_method": "body",
        "scopes": "body",
        "label": "body",
        "user": "body",
        "return_url": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectLink"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "connect",
      "tool": {
        "name": "connect_app",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": false,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "apps",
        "method": "connect",
        "positional": [
          "app"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "listTools": {
      "method": "GET",
      "path": "/api/v1/apps/{app}/tools",
      "summary": "List an app's tools",
      "description": "List the tools of an app, sorted by name.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the app.",
            "examples": [
              "github"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "The maximum number of results.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "The `next_cursor` of the previous page.",
            "examples": [
              "eyJhZnRlciI6MjB9"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ToolList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "client": {
        "resource": "tools",
        "method": "list",
        "positional": [
          "app"
        ],
        "pages": true,
        "repeats": true
      }
    },
    "listConnections": {
      "method": "GET",
      "path": "/api/v1/connections",
      "summary": "List connections",
      "description": "List connections with their status, and with a link for restoring those that don't work. Without `status`, connections that no user has finished are left out: pending ones, and failed ones whose link expired.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only connections to this app.",
            "examples": [
              "github"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "pending",
              "active",
              "expired",
              "disabled",
              "failed",
              "revoked"
            ],
            "description": "Return only connections with this status.",
            "examples": [
              "active"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Return only connections of this end user.",
            "examples": [
              "42"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "The maximum number of results."
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "The `next_cursor` of the previous page, sent with the same filters.",
            "examples": [
              "eyJhZnRlciI6MjB9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "app": "query",
        "status": "query",
        "user": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectionList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "tool": {
        "name": "list_connections",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "connections",
        "method": "list",
        "positional": [],
        "pages": true,
        "repeats": true
      }
    },
    "deleteConnection": {
      "method": "DELETE",
      "path": "/api/v1/connections/{connection}",
      "summary": "Delete a connection",
      "description": "Delete a connection. Its access is revoked at the app if the app supports that, and its credentials are erased at once.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "connect",
      "client": {
        "resource": "connections",
        "method": "delete",
        "positional": [
          "connection"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getConnection": {
      "method": "GET",
      "path": "/api/v1/connections/{connection}",
      "summary": "Get a connection",
      "description": "Get a connection.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "client": {
        "resource": "connections",
        "method": "get",
        "positional": [
          "connection"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "updateConnection": {
      "method": "PATCH",
      "path": "/api/v1/connections/{connection}",
      "summary": "Update a connection",
      "description": "Change the label of a connection, make it the default, or disable or enable it.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The new label.",
            "examples": [
              "Work"
            ]
          },
          "default": {
            "type": "boolean",
            "description": "True makes the connection the default for its app and replaces the previous default."
          },
          "enabled": {
            "type": "boolean",
            "description": "False disables the connection: it can't run tools until it is enabled again."
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path",
        "label": "body",
        "default": "body",
        "enabled": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "connect",
      "client": {
        "resource": "connections",
        "method": "update",
        "positional": [
          "connection"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "reconnectConnection": {
      "method": "POST",
      "path": "/api/v1/connections/{connection}/reconnect",
      "summary": "Reconnect a connection",
      "description": "Create a link for the user to sign in again. The connection keeps its ID and keeps working until the user finishes.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "auth_method": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of a different authentication method. Without it, the method stays the same.",
            "examples": [
              "oauth2"
            ]
          },
          "scopes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "The OAuth scopes to request. Without them, the same scopes as before are requested.",
            "examples": [
              [
                "repo"
              ]
            ]
          },
          "return_url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2000,
            "description": "Where the browser goes when the user finishes, as for `connectApp`.",
            "examples": [
              "https://app.example/settings/apps"
            ]
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "An idempotency key. Until the link expires, a request with the same key and the same inputs\nreturns the same link.",
            "examples": [
              "reconnect-42-github"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path",
        "auth_method": "body",
        "scopes": "body",
        "return_url": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectLink"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "connect",
      "client": {
        "resource": "connections",
        "method": "reconnect",
        "positional": [
          "connection"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "testConnection": {
      "method": "POST",
      "path": "/api/v1/connections/{connection}/test",
      "summary": "Test a connection",
      "description": "Test whether a connection works. The test refreshes the access token, or reads the caller's own account at the app. If the app rejects the credentials, the connection becomes `expired`.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectionTest"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "connect",
      "client": {
        "resource": "connections",
        "method": "test",
        "positional": [
          "connection"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "listRuns": {
      "method": "GET",
      "path": "/api/v1/runs",
      "summary": "List runs",
      "description": "List the runs of the last 30 days, newest first.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs of this app's tools.",
            "examples": [
              "github"
            ]
          },
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs of this tool.",
            "examples": [
              "github.issues_create"
            ]
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs with this connection.",
            "examples": [
              "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "queued",
              "running",
              "succeeded",
              "failed",
              "outcome_unknown"
            ],
            "description": "Return only runs with this status.",
            "examples": [
              "failed"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "The maximum number of results.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "The `next_cursor` of the previous page, sent with the same filters.",
            "examples": [
              "eyJiZWZvcmUiOjF9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "app": "query",
        "tool": "query",
        "connection": "query",
        "status": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "client": {
        "resource": "runs",
        "method": "list",
        "positional": [],
        "pages": true,
        "repeats": true
      }
    },
    "deleteRun": {
      "method": "DELETE",
      "path": "/api/v1/runs/{run}",
      "summary": "Delete a run",
      "description": "Delete a run and its stored result. This doesn't undo the effects of the run.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the run.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunDeletion"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "run",
      "client": {
        "resource": "runs",
        "method": "delete",
        "positional": [
          "run"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getRun": {
      "method": "GET",
      "path": "/api/v1/runs/{run}",
      "summary": "Get a run",
      "description": "Get a run.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the run.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Run"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "client": {
        "resource": "runs",
        "method": "get",
        "positional": [
          "run"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getRunResult": {
      "method": "GET",
      "path": "/api/v1/runs/{run}/result",
      "summary": "Get the result of a run",
      "description": "Read the app's response to a run, in parts. Results are stored for 24 hours, and only if they were truncated or the run had an idempotency key.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the run.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "offset": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000000,
            "default": 0,
            "description": "The offset to read from, in bytes.",
            "examples": [
              1000000
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 5000000,
            "default": 1000000,
            "description": "The maximum number of bytes to return."
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path",
        "offset": "query",
        "limit": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunResult"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "run",
      "client": {
        "resource": "runs",
        "method": "getResult",
        "positional": [
          "run"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "findTools": {
      "method": "POST",
      "path": "/api/v1/tools/find",
      "summary": "Find tools for a task",
      "description": "Find tools for a task in plain language, best match first, across all apps. Example task: `create an issue in my GitHub repository`. Among equally good matches, tools of connected apps come first. Call `getTool` for the complete input schema of a tool. Read `notices` before you use a tool: they report an app that isn't available, or that has no tool for the task.",
      "input": {
        "type": "object",
        "properties": {
          "task": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "The task, as you would describe it to a person. Name the app if it matters.",
            "examples": [
              "create an issue in my GitHub repository"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "description": "The maximum number of results.",
            "default": 10
          },
          "apps": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "Return only tools of these apps, by ID.",
            "examples": [
              [
                "github",
                "gitlab"
              ]
            ]
          },
          "connected": {
            "type": "boolean",
            "description": "Return only tools of apps that the caller has connected (true) or hasn't connected (false)."
          },
          "schemas": {
            "type": "boolean",
            "description": "Include the complete input schema of each tool. A schema has 2 kB on average, and a few have\nover 20 kB.",
            "default": false
          }
        },
        "required": [
          "task"
        ],
        "additionalProperties": false
      },
      "source": {
        "task": "body",
        "limit": "body",
        "apps": "body",
        "connected": "body",
        "schemas": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ToolsFound"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "tool": {
        "name": "find_tools",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "tools",
        "method": "find",
        "positional": [
          "task"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getTool": {
      "method": "GET",
      "path": "/api/v1/tools/{tool}",
      "summary": "Get a tool",
      "description": "Get a tool with its complete input schema, its effects and its requirements. Call this before `runTool`.",
      "input": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The name of the tool, as returned by `findTools`.",
            "examples": [
              "github.issues_create"
            ]
          }
        },
        "required": [
          "tool"
        ],
        "additionalProperties": false
      },
      "source": {
        "tool": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Tool"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "read",
      "tool": {
        "name": "get_tool",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "tools",
        "method": "get",
        "positional": [
          "tool"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "runTool": {
      "method": "POST",
      "path": "/api/v1/tools/{tool}/run",
      "summary": "Run a tool",
      "description": "Run a tool using one of the caller's connections and return its result. Call `getTool` first for the arguments.\n\nA response from the app is a success of this operation, even if the app refused the request: `status` says which, and `data` has the app's response. Jackfield never retries a request that changes something. If no response arrived, `status` is `outcome_unknown`. With an `idempotency_key`, you can send the same run again for 24 hours; it is carried out once.",
      "input": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The name of the tool, as returned by `findTools`.",
            "examples": [
              "github.issues_create"
            ]
          },
          "arguments": {
            "type": "object",
            "description": "The arguments, as described by the tool's `input_schema`. A file is\n`{\"filename\", \"content_type\", \"data\"}`, with its bytes in base64.",
            "examples": [
              {
                "owner": "octocat",
                "repo": "hello-world",
                "title": "It hums"
              }
            ],
            "additionalProperties": true
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID or the label of the connection to use. Required if the app has several connections and\nno default.",
            "examples": [
              "work"
            ]
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "An idempotency key. For 24 hours, a request with the same key and the same arguments is the\nsame run. The app receives the key too if its API accepts one.",
            "examples": [
              "order-17"
            ]
          },
          "timeout": {
            "type": "integer",
            "minimum": 1,
            "maximum": 300,
            "description": "The maximum duration in seconds, including waits and retries.",
            "default": 60
          },
          "max_bytes": {
            "type": "integer",
            "minimum": 1000,
            "maximum": 5000000,
            "description": "The maximum number of bytes to return. Read the rest at `result_url`.",
            "default": 1000000
          }
        },
        "required": [
          "tool"
        ],
        "additionalProperties": false
      },
      "source": {
        "tool": "path",
        "arguments": "body",
        "connection": "body",
        "idempotency_key": "body",
        "timeout": "body",
        "max_bytes": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunOutcome"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "permission": "run",
      "tool": {
        "name": "run_tool",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": false,
          "openWorldHint": true
        }
      },
      "client": {
        "resource": "tools",
        "method": "run",
        "positional": [
          "tool",
          "arguments"
        ],
        "pages": false,
        "repeats": true
      }
    }
  },
  "bindings": {},
  "$defs": {
    "AuthType": {
      "type": "string",
      "enum": [
        "oauth2",
        "oauth2_cc",
        "api_key",
        "basic",
        "bearer",
        "sigv4",
        "mcp_oauth",
        "none"
      ],
      "description": "How an app authenticates a connection."
    },
    "AppSummary": {
      "type": "object",
      "required": [
        "id",
        "name",
        "description",
        "vendor",
        "categories",
        "kind",
        "auth_types",
        "tools_count",
        "connections_count",
        "verified",
        "own"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the app. Names of its tools start with it.",
          "examples": [
            "github"
          ]
        },
        "name": {
          "type": "string",
          "description": "The display name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of the app, at most 300 characters long.",
          "examples": [
            "Code hosting: repositories, issues, pull requests and actions."
          ]
        },
        "vendor": {
          "type": "string",
          "description": "The vendor of the app: a registrable domain.",
          "examples": [
            "github.com"
          ]
        },
        "categories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The categories of the app.",
          "examples": [
            [
              "developer tools"
            ]
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "http",
            "mcp"
          ],
          "description": "The kind of app. Tools of an `http` app are operations of its HTTP API. Tools of an `mcp` app\ncome from its remote MCP server, and are listed once the app is connected.",
          "examples": [
            "http"
          ]
        },
        "auth_types": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthType"
          },
          "description": "The authentication types that the app supports."
        },
        "tools_count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of tools.",
          "examples": [
            843
          ]
        },
        "connections_count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of connections that the caller has to the app.",
          "examples": [
            1
          ]
        },
        "verified": {
          "type": "string",
          "enum": [
            "unverified",
            "reviewed",
            "run"
          ],
          "description": "How far the app has been verified: `unverified` (only its API document says so), `reviewed`\n(the sign-in was reviewed by hand) or `run` (its tools have been run).",
          "examples": [
            "reviewed"
          ]
        },
        "own": {
          "type": "boolean",
          "description": "Whether the account added the app. Other accounts can't see it.",
          "examples": [
            false
          ]
        }
      },
      "description": "An app in a list."
    },
    "AppList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AppSummary"
          },
          "description": "The apps: best match first for a search, otherwise by name."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The total number of apps.",
          "examples": [
            1
          ]
        },
        "next_cursor": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `cursor` of the next page; null on the last page.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of apps."
    },
    "ProblemCode": {
      "type": "string",
      "enum": [
        "invalid_input",
        "unauthorized",
        "key_expired",
        "key_revoked",
        "permission_denied",
        "not_found",
        "app_not_found",
        "tool_not_found",
        "run_not_found",
        "connection_required",
        "connection_ambiguous",
        "connection_inactive",
        "request_in_flight",
        "scope_missing",
        "invalid_arguments",
        "idempotency_conflict",
        "blocked_address",
        "connection_not_found",
        "method_not_offered",
        "return_url_refused",
        "app_not_configured",
        "link_expired",
        "provider_unavailable",
        "secret_unreadable",
        "method_not_allowed",
        "body_too_large",
        "wrong_host",
        "rate_limited",
        "internal",
        "catalog_not_ready",
        "storage_unavailable"
      ],
      "description": "The problem codes of the platform service, each with its status:\n\n- `invalid_input` (400): the request doesn't match the API specification; `errors` says where.\n- `unauthorized` (401): the API key is missing or unknown.\n- `key_expired` (401): the API key has expired.\n- `key_revoked` (401): the API key has been revoked.\n- `permission_denied` (403): the API key lacks the required permission or access to the app, or is\nbound to web origins of which the request isn't.\n- `not_found` (404): nothing is served at this path.\n- `app_not_found` (404): the app doesn't exist.\n- `tool_not_found` (404): the tool doesn't exist.\n- `run_not_found` (404): the caller has no such run, or the run has no stored result.\n- `connection_not_found` (404): the connection doesn't exist.\n- `method_not_offered` (400): the app doesn't support this authentication method.\n- `return_url_refused` (400): the operator of the service hasn't allowed the origin of\n`return_url`.\n- `connection_required` (409): the app isn't connected; a user can connect it at `connect_url`.\n- `connection_ambiguous` (409): several connections match; `candidates` lists them,\nand `hint` names the request that chooses one.\n- `connection_inactive` (409): a user has to reconnect the connection at `reconnect_url`.\n- `app_not_configured` (409): the app needs an OAuth client, and the operator hasn't configured\none.\n- `link_expired` (410): the connect link was used, or its 15 minutes have passed.\n- `provider_unavailable` (503): the sign-in server of the app is unavailable.\n- `secret_unreadable` (500): the stored credentials can't be decrypted with the service's key.\n- `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods\nthat it supports.\n- `request_in_flight` (409): a request with the same idempotency key is in progress.\n- `scope_missing` (403): the connection lacks `scopes`; a user can grant them at `reconnect_url`.\n- `invalid_arguments` (422): the arguments don't match the tool's input schema; `errors` has JSON\nPointers into the input.\n- `idempotency_conflict` (422): the idempotency key was used for a different request.\n- `blocked_address` (422): the app is at an address that the service refuses to connect to, such\nas a private network.\n- `body_too_large` (413): the request body is too large.\n- `wrong_host` (421): the service doesn't serve this host.\n- `rate_limited` (429): the key, or the network of a client without a key, exceeded its rate\nlimit.\n- `internal` (500): an error in the service.\n- `catalog_not_ready` (503): the app catalog is still being compiled.\n- `storage_unavailable` (503): the storage is unavailable."
    },
    "InputError": {
      "type": "object",
      "required": [
        "pointer",
        "detail"
      ],
      "properties": {
        "pointer": {
          "type": "string",
          "description": "The location of the error: a JSON Pointer into the input (RFC 6901). The empty string is the\nwhole input.",
          "examples": [
            "/limit"
          ]
        },
        "detail": {
          "type": "string",
          "description": "A description of the error.",
          "examples": [
            "It is 500. It must be at most 50."
          ]
        }
      },
      "description": "One error in the input."
    },
    "ConnectionCandidate": {
      "type": "object",
      "required": [
        "id",
        "label"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the connection.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "label": {
          "type": "string",
          "description": "The label of the connection.",
          "examples": [
            "work"
          ]
        },
        "account": {
          "type": "string",
          "description": "The account at the app.",
          "examples": [
            "octocat@example.com"
          ]
        }
      },
      "description": "A connection that matches the request."
    },
    "Problem": {
      "type": "object",
      "required": [
        "type",
        "title",
        "status",
        "code",
        "detail",
        "retryable"
      ],
      "properties": {
        "type": {
          "type": "string",
          "pattern": "^urn:problem-type:jackfield:[a-z_]+$",
          "description": "The problem type, a stable URI: `urn:problem-type:jackfield:` followed by the code.",
          "examples": [
            "urn:problem-type:jackfield:invalid_input"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short summary of the problem type. It is the same for every occurrence.",
          "examples": [
            "Invalid input"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status code, repeated for clients that only see the body.",
          "examples": [
            400
          ]
        },
        "code": {
          "$ref": "#/$defs/ProblemCode",
          "description": "The problem type as a code to switch on."
        },
        "detail": {
          "type": "string",
          "description": "An explanation of this occurrence, with the value that caused it.",
          "examples": [
            "limit is 51, but the maximum is 50."
          ]
        },
        "hint": {
          "type": "string",
          "description": "How to fix the problem.",
          "examples": [
            "Set limit to 50 or less."
          ]
        },
        "retryable": {
          "type": "boolean",
          "description": "Whether the same request may succeed later.",
          "examples": [
            false
          ]
        },
        "instance": {
          "type": "string",
          "description": "A URI that identifies this occurrence: the request ID as a URN. The operator finds the request\nin the log with it.",
          "examples": [
            "urn:uuid:7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "errors": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/InputError"
          },
          "description": "The errors in the input."
        },
        "connect_url": {
          "type": "string",
          "format": "uri",
          "description": "The connect link for the app (`connection_required`).",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        },
        "reconnect_url": {
          "type": "string",
          "format": "uri",
          "description": "The connect link for restoring the connection (`connection_inactive`, `scope_missing`).",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        },
        "candidates": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ConnectionCandidate"
          },
          "description": "The connections that match (`connection_ambiguous`). Send the ID or the label of one as\n`connection`."
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The missing scopes as the app spells them (`scope_missing`).",
          "examples": [
            [
              "repo"
            ]
          ]
        }
      },
      "description": "Problem details (RFC 9457), with members that help to resolve connection problems."
    },
    "CredentialField": {
      "type": "object",
      "required": [
        "name",
        "label",
        "secret",
        "required"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the field.",
          "examples": [
            "subdomain"
          ]
        },
        "label": {
          "type": "string",
          "description": "The label of the field on the connect page.",
          "examples": [
            "Your Zendesk subdomain"
          ]
        },
        "secret": {
          "type": "boolean",
          "description": "Whether the value is encrypted and never shown again.",
          "examples": [
            false
          ]
        },
        "required": {
          "type": "boolean",
          "description": "Whether the field is required.",
          "examples": [
            true
          ]
        },
        "pattern": {
          "type": "string",
          "description": "A regular expression (ECMA-262) that the whole value must match.",
          "examples": [
            "[a-z0-9-]+"
          ]
        },
        "help": {
          "type": "string",
          "description": "Where the user finds the value.",
          "examples": [
            "The first part of your address: example in example.zendesk.com."
          ]
        }
      },
      "description": "A value that the user enters to connect an app."
    },
    "AuthScope": {
      "type": "object",
      "required": [
        "name",
        "default"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The scope as the app spells it.",
          "examples": [
            "repo"
          ]
        },
        "description": {
          "type": "string",
          "description": "What the scope allows.",
          "examples": [
            "Read and write to repositories"
          ]
        },
        "default": {
          "type": "boolean",
          "description": "Whether the scope is requested unless others are chosen.",
          "examples": [
            true
          ]
        }
      },
      "description": "An OAuth scope."
    },
    "AuthMethod": {
      "type": "object",
      "required": [
        "id",
        "type",
        "fields",
        "scopes",
        "configured"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the authentication method within the app.",
          "examples": [
            "oauth2"
          ]
        },
        "type": {
          "$ref": "#/$defs/AuthType",
          "description": "The authentication type."
        },
        "fields": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CredentialField"
          },
          "description": "The values that the user enters."
        },
        "scopes": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthScope"
          },
          "description": "The OAuth scopes that can be requested."
        },
        "setup_url": {
          "type": "string",
          "format": "uri",
          "description": "The page where the user gets the key or registers an OAuth client.",
          "examples": [
            "https://github.com/settings/developers"
          ]
        },
        "redirect_uri": {
          "type": "string",
          "format": "uri",
          "description": "The redirect URI to enter when registering an OAuth client.",
          "examples": [
            "https://jackfield.example/oauth/callback"
          ]
        },
        "configured": {
          "type": "boolean",
          "description": "Whether the method can be used now. An OAuth method needs a client, which the operator of the\nservice configures.",
          "examples": [
            true
          ]
        }
      },
      "description": "A way to connect an app."
    },
    "AppSource": {
      "type": "object",
      "required": [
        "origin",
        "document",
        "retrieved_at"
      ],
      "properties": {
        "origin": {
          "type": "string",
          "description": "The package or repository that contains the API document, with its version.",
          "examples": [
            "@octokit/openapi@23.0.2"
          ]
        },
        "document": {
          "type": "string",
          "description": "The path of the document within the package.",
          "examples": [
            "generated/api.github.com.json"
          ]
        },
        "license": {
          "type": "string",
          "description": "The license that the document states.",
          "examples": [
            "MIT"
          ]
        },
        "version": {
          "type": "string",
          "description": "The version that the document states.",
          "examples": [
            "1.1.4"
          ]
        },
        "retrieved_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the document was retrieved (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "The source of an app's definition."
    },
    "App": {
      "type": "object",
      "required": [
        "id",
        "name",
        "description",
        "vendor",
        "categories",
        "kind",
        "auth_types",
        "tools_count",
        "connections_count",
        "verified",
        "own",
        "aliases",
        "auth",
        "base_url",
        "base_url_fields",
        "source"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the app. Names of its tools start with it.",
          "examples": [
            "github"
          ]
        },
        "name": {
          "type": "string",
          "description": "The display name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of the app, at most 300 characters long.",
          "examples": [
            "Code hosting: repositories, issues, pull requests and actions."
          ]
        },
        "vendor": {
          "type": "string",
          "description": "The vendor of the app: a registrable domain.",
          "examples": [
            "github.com"
          ]
        },
        "categories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The categories of the app.",
          "examples": [
            [
              "developer tools"
            ]
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "http",
            "mcp"
          ],
          "description": "The kind of app. Tools of an `http` app are operations of its HTTP API. Tools of an `mcp` app\ncome from its remote MCP server, and are listed once the app is connected.",
          "examples": [
            "http"
          ]
        },
        "auth_types": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthType"
          },
          "description": "The authentication types that the app supports."
        },
        "tools_count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of tools.",
          "examples": [
            843
          ]
        },
        "connections_count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of connections that the caller has to the app.",
          "examples": [
            1
          ]
        },
        "verified": {
          "type": "string",
          "enum": [
            "unverified",
            "reviewed",
            "run"
          ],
          "description": "How far the app has been verified: `unverified` (only its API document says so), `reviewed`\n(the sign-in was reviewed by hand) or `run` (its tools have been run).",
          "examples": [
            "reviewed"
          ]
        },
        "own": {
          "type": "boolean",
          "description": "Whether the account added the app. Other accounts can't see it.",
          "examples": [
            false
          ]
        },
        "aliases": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Other names of the app.",
          "examples": [
            [
              "gh"
            ]
          ]
        },
        "website": {
          "type": "string",
          "format": "uri",
          "description": "The website of the app.",
          "examples": [
            "https://github.com"
          ]
        },
        "docs_url": {
          "type": "string",
          "format": "uri",
          "description": "The API documentation of the app.",
          "examples": [
            "https://docs.github.com/rest"
          ]
        },
        "auth": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthMethod"
          },
          "description": "The ways to connect the app."
        },
        "base_url": {
          "type": "string",
          "description": "The base URL of the API. The user who connects the app enters the values for the parts in\nbraces.",
          "examples": [
            "https://api.github.com"
          ]
        },
        "base_url_fields": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CredentialField"
          },
          "description": "The values for the parts of the base URL in braces."
        },
        "source": {
          "$ref": "#/$defs/AppSource",
          "description": "The source of the app's definition."
        }
      },
      "description": "An app."
    },
    "RunStatus": {
      "type": "string",
      "enum": [
        "queued",
        "running",
        "succeeded",
        "failed",
        "outcome_unknown"
      ],
      "description": "The status of a run. The last three are final."
    },
    "RunErrorCode": {
      "type": "string",
      "enum": [
        "upstream_bad_request",
        "upstream_auth",
        "upstream_forbidden",
        "upstream_not_found",
        "upstream_rate_limited",
        "upstream_server",
        "upstream_redirect",
        "upstream_timeout",
        "upstream_unreachable",
        "blocked_address",
        "upstream_bad_answer",
        "response_too_large",
        "interrupted"
      ],
      "description": "Why a run did not succeed."
    },
    "RunError": {
      "type": "object",
      "required": [
        "code",
        "message",
        "retryable"
      ],
      "properties": {
        "code": {
          "$ref": "#/$defs/RunErrorCode",
          "description": "The kind of error as a code to switch on."
        },
        "message": {
          "type": "string",
          "description": "The error as a sentence, with the app's error message if there is one.",
          "examples": [
            "GitHub answered 422: Validation Failed."
          ]
        },
        "retryable": {
          "type": "boolean",
          "description": "Whether the same run may succeed later.",
          "examples": [
            false
          ]
        },
        "retry_after": {
          "type": "integer",
          "minimum": 0,
          "description": "Seconds to wait before the next attempt, if the app says so.",
          "examples": [
            30
          ]
        }
      },
      "description": "Why a run did not succeed."
    },
    "RunResponse": {
      "type": "object",
      "required": [
        "headers",
        "size",
        "truncated"
      ],
      "properties": {
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "The HTTP status code; absent for a response of a remote MCP server.",
          "examples": [
            201
          ]
        },
        "headers": {
          "type": "object",
          "description": "Headers that describe the response. Headers that may hold a credential are left out.",
          "examples": [
            {
              "x-ratelimit-remaining": "4999"
            }
          ],
          "additionalProperties": {
            "type": "string"
          }
        },
        "media_type": {
          "type": "string",
          "description": "The media type.",
          "examples": [
            "application/json"
          ]
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "The size in bytes.",
          "examples": [
            512
          ]
        },
        "truncated": {
          "type": "boolean",
          "description": "Whether `data` is incomplete because the response exceeds `max_bytes` or isn't text.",
          "examples": [
            false
          ]
        },
        "result_url": {
          "type": "string",
          "format": "uri",
          "description": "Where to read the complete response for 24 hours. Present only if `data` is incomplete or the\nrun had an idempotency key.",
          "examples": [
            "https://jackfield.example/api/v1/runs/run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b/result"
          ]
        }
      },
      "description": "Metadata of the app's response."
    },
    "RunOutcome": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "connection",
        "status"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The name of the tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "connection": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the connection; null if the tool needs none.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "status": {
          "$ref": "#/$defs/RunStatus",
          "description": "The status of the run."
        },
        "data": {
          "description": "The app's response: JSON as is, otherwise text. If `response.truncated` is true, `data` is the\nbeginning of the response as text, or absent for a response that isn't text. After a refusal,\n`data` is the app's error response.",
          "examples": [
            {
              "number": 42,
              "title": "It hums"
            }
          ]
        },
        "error": {
          "$ref": "#/$defs/RunError",
          "description": "Why the run did not succeed."
        },
        "response": {
          "$ref": "#/$defs/RunResponse",
          "description": "Metadata of the response; absent if none arrived."
        },
        "next_arguments": {
          "type": "object",
          "description": "For a list with more pages: the arguments to change to get the next page from the same tool.",
          "examples": [
            {
              "page": 2
            }
          ],
          "additionalProperties": true
        }
      },
      "description": "The outcome of running a tool."
    },
    "RunAttempt": {
      "type": "object",
      "required": [
        "started_at",
        "duration_ms"
      ],
      "properties": {
        "started_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the request was sent (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "The duration in milliseconds.",
          "examples": [
            180
          ]
        },
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "The HTTP status code of the response.",
          "examples": [
            503
          ]
        },
        "error": {
          "$ref": "#/$defs/RunErrorCode",
          "description": "Why there was no response."
        }
      },
      "description": "One request to the app."
    },
    "Run": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "connection",
        "status",
        "user",
        "key",
        "arguments",
        "attempts",
        "created_at"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The name of the tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "connection": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the connection; null if the tool needs none.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "status": {
          "$ref": "#/$defs/RunStatus",
          "description": "The status of the run."
        },
        "error": {
          "$ref": "#/$defs/RunError",
          "description": "Why the run did not succeed."
        },
        "response": {
          "$ref": "#/$defs/RunResponse",
          "description": "Metadata of the response; absent if none arrived."
        },
        "user": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The end user; null for a run of the account itself.",
          "examples": [
            "user_17"
          ]
        },
        "source": {
          "type": "string",
          "enum": [
            "api",
            "mcp",
            "page"
          ],
          "description": "How the run was requested. Absent for runs of earlier versions."
        },
        "key": {
          "type": "string",
          "description": "The ID of the API key that ran the tool, or of the person, for runs from a page.",
          "examples": [
            "key_8a9b0c1d2e3f4a5b5f0c1a2b3c4d4e5f"
          ]
        },
        "request_id": {
          "type": "string",
          "description": "The ID of the request that started the run. Absent for runs of earlier versions.",
          "examples": [
            "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "again": {
          "type": "string",
          "description": "The ID of the run that this one repeats.",
          "examples": [
            "run_1a2b3c4d4e5f8a9b0c1d2e3f4a5b5f0c"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments, without values that may be secret and with long texts shortened.",
          "examples": [
            {
              "owner": "octocat",
              "repo": "hello-world",
              "title": "It hums"
            }
          ],
          "additionalProperties": true
        },
        "attempts": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/RunAttempt"
          },
          "description": "The requests to the app, in order."
        },
        "idempotency_key": {
          "type": "string",
          "description": "The idempotency key that the caller sent.",
          "examples": [
            "order-17"
          ]
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the run was requested (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "finished_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the run finished.",
          "examples": [
            "2026-11-21T09:30:01Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "The time from request to finish, in milliseconds.",
          "examples": [
            230
          ]
        }
      },
      "description": "A stored run. Runs are stored for 30 days by default."
    },
    "RunList": {
      "type": "object",
      "required": [
        "data",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Run"
          },
          "description": "The runs, newest first."
        },
        "next_cursor": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `cursor` of the next page; null on the last page.",
          "examples": [
            "eyJiZWZvcmUiOjF9"
          ]
        }
      },
      "description": "A page of runs."
    },
    "RunResult": {
      "type": "object",
      "required": [
        "run",
        "encoding",
        "data",
        "offset",
        "size",
        "next_offset"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "media_type": {
          "type": "string",
          "description": "The media type of the response.",
          "examples": [
            "application/pdf"
          ]
        },
        "encoding": {
          "type": "string",
          "enum": [
            "text",
            "base64"
          ],
          "description": "The encoding of `data`: `text` (UTF-8) or `base64` (RFC 4648, section 4).",
          "examples": [
            "base64"
          ]
        },
        "data": {
          "type": "string",
          "description": "The part of the response.",
          "examples": [
            "JVBERi0xLjcK"
          ]
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "description": "The offset of this part, in bytes.",
          "examples": [
            0
          ]
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "The size of the complete response, in bytes.",
          "examples": [
            9
          ]
        },
        "next_offset": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ],
          "description": "The offset of the next part; null at the end.",
          "examples": [
            1000000
          ]
        }
      },
      "description": "A part of an app's response."
    },
    "RunDeletion": {
      "type": "object",
      "required": [
        "run",
        "deleted"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "deleted": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: nothing about the run is stored any longer."
        }
      },
      "description": "A deleted run."
    },
    "ConnectionStatus": {
      "type": "string",
      "enum": [
        "pending",
        "active",
        "expired",
        "disabled",
        "failed",
        "revoked"
      ],
      "description": "The status of a connection:\n\n- `pending`: waiting for a user to open the connect link. Deleted after a day.\n- `active`: ready to run tools.\n- `expired`: the app no longer accepts its credentials. A user can reconnect at `reconnect_url`.\n- `disabled`: disabled by its owner.\n- `failed`: the user or the app refused, or the connect link expired. Deleted after a day.\n- `revoked`: deleted, together with its credentials."
    },
    "ConnectionReason": {
      "type": "object",
      "required": [
        "code",
        "message",
        "at"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "The reason as a code: `link_expired`, `refused_by_person`, `refused_by_app`, `grant_refused`,\n`not_refreshable`, `refresh_failing`, `not_tested`, `switched_off` or `deleted`.",
          "examples": [
            "grant_refused"
          ]
        },
        "message": {
          "type": "string",
          "description": "The reason as a sentence, with the app's error message if there is one.",
          "examples": [
            "GitHub refused to refresh the access token (invalid_grant): the authorization was withdrawn."
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "When the reason first applied.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "The reason for a connection's status."
    },
    "ConnectionAccount": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the account at the app.",
          "examples": [
            "583231"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the account at the app.",
          "examples": [
            "octocat"
          ]
        },
        "email": {
          "type": "string",
          "description": "The email address of the account at the app.",
          "examples": [
            "octocat@github.com"
          ]
        }
      },
      "description": "The account at the app, as far as the app reports it."
    },
    "Connection": {
      "type": "object",
      "required": [
        "id",
        "app",
        "auth_method",
        "user",
        "label",
        "default",
        "status",
        "fields",
        "created_at",
        "updated_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the connection. Reconnecting keeps it.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "auth_method": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the authentication method, as in the app's `auth`; null until the user chooses one.",
          "examples": [
            "oauth2"
          ]
        },
        "user": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The end user who owns the connection; null for a connection of the account itself.",
          "examples": [
            "42"
          ]
        },
        "label": {
          "type": "string",
          "description": "The label of the connection.",
          "examples": [
            "Work"
          ]
        },
        "default": {
          "type": "boolean",
          "description": "Whether the connection is used when several match and the request names none. The first\nconnection to an app becomes the default.",
          "examples": [
            true
          ]
        },
        "status": {
          "$ref": "#/$defs/ConnectionStatus",
          "description": "The status of the connection."
        },
        "status_reason": {
          "$ref": "#/$defs/ConnectionReason",
          "description": "The reason for the status. An active connection has one while refreshing its access token\nfails, or if its credentials could not be tested."
        },
        "account": {
          "$ref": "#/$defs/ConnectionAccount",
          "description": "The account at the app."
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The granted scopes, if the app reports them.",
          "examples": [
            [
              "repo"
            ]
          ]
        },
        "fields": {
          "type": "object",
          "description": "The values that the user entered, without secrets. Example: a subdomain.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the access token expires. Jackfield refreshes it if the app allows that.",
          "examples": [
            "2026-11-21T10:30:00Z"
          ]
        },
        "last_refreshed_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the access token was last refreshed.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "next_refresh_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the access token is next refreshed.",
          "examples": [
            "2026-11-21T10:25:00Z"
          ]
        },
        "last_used_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the connection last ran a tool.",
          "examples": [
            "2026-11-21T09:45:00Z"
          ]
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the connection was created.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "updated_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the connection was last changed.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "reconnect_url": {
          "type": "string",
          "format": "uri",
          "description": "A connect link for restoring the connection. It works once and expires after 15 minutes. Only\nconnections that need it have one, and only keys with the `connect` permission see it.",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        }
      },
      "description": "A connection to an app. It never includes credentials."
    },
    "ConnectLink": {
      "type": "object",
      "required": [
        "url",
        "expires_at",
        "connection"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL for the user to open. It works once, in one browser, and expires after 15 minutes. Show\nit only to that user.",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the link expires.",
          "examples": [
            "2026-11-21T09:45:00Z"
          ]
        },
        "connection": {
          "$ref": "#/$defs/Connection",
          "description": "The connection. It becomes `active` when the user finishes."
        }
      },
      "description": "A link that a user opens to connect an app."
    },
    "ConnectionList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Connection"
          },
          "description": "The connections, newest first."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The total number of connections.",
          "examples": [
            1
          ]
        },
        "next_cursor": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `cursor` of the next page; null on the last page.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of connections."
    },
    "ConnectionTest": {
      "type": "object",
      "required": [
        "ok",
        "tried",
        "detail",
        "connection"
      ],
      "properties": {
        "ok": {
          "anyOf": [
            {
              "type": "boolean"
            },
            {
              "type": "null"
            }
          ],
          "description": "Whether the app accepts the connection; null if the test can't tell.",
          "examples": [
            true
          ]
        },
        "tried": {
          "type": "string",
          "enum": [
            "refreshed",
            "requested",
            "decrypted"
          ],
          "description": "What the test did: `refreshed` (the app refreshed the access token), `requested` (Jackfield sent\na read request to the app) or `decrypted` (nothing was sent to the app).",
          "examples": [
            "refreshed"
          ]
        },
        "detail": {
          "type": "string",
          "description": "The result as a sentence.",
          "examples": [
            "GitHub refreshed the access token."
          ]
        },
        "connection": {
          "$ref": "#/$defs/Connection",
          "description": "The connection after the test."
        }
      },
      "description": "The result of testing a connection."
    },
    "ToolAnnotations": {
      "type": "object",
      "required": [
        "read_only",
        "destructive",
        "idempotent",
        "open_world"
      ],
      "properties": {
        "read_only": {
          "type": "boolean",
          "description": "The tool changes nothing.",
          "examples": [
            false
          ]
        },
        "destructive": {
          "type": "boolean",
          "description": "The tool may delete or overwrite something.",
          "examples": [
            false
          ]
        },
        "idempotent": {
          "type": "boolean",
          "description": "Running the tool again with the same arguments has no additional effect.",
          "examples": [
            false
          ]
        },
        "open_world": {
          "type": "boolean",
          "description": "The tool contacts the app's servers.",
          "examples": [
            true
          ]
        }
      },
      "description": "Hints about the effects of a tool, as in MCP tool annotations."
    },
    "ToolHttp": {
      "type": "object",
      "required": [
        "method",
        "path"
      ],
      "properties": {
        "method": {
          "type": "string",
          "description": "The HTTP method.",
          "examples": [
            "POST"
          ]
        },
        "path": {
          "type": "string",
          "description": "The path template in the app's API document.",
          "examples": [
            "/repos/{owner}/{repo}/issues"
          ]
        }
      },
      "description": "The HTTP operation that a tool calls."
    },
    "ToolConnection": {
      "type": "object",
      "required": [
        "ready",
        "count"
      ],
      "properties": {
        "ready": {
          "type": "boolean",
          "description": "Whether the tool can be run now because the app is connected or needs no connection.",
          "examples": [
            true
          ]
        },
        "count": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of connections that the caller has to the app.",
          "examples": [
            1
          ]
        },
        "hint": {
          "type": "string",
          "description": "How to connect the app; absent if `ready` is true.",
          "examples": [
            "Connect GitHub with connect_app (POST /api/v1/apps/github/connect)."
          ]
        }
      },
      "description": "The caller's connections to the app of a tool."
    },
    "ToolHit": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection",
        "score",
        "why"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the tool: the ID of the app, a period, and a verb with a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "The display name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short title.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the complete schema.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "Hints about the effects of the tool."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The HTTP operation that the tool calls; absent for tools of a remote MCP server."
        },
        "source": {
          "type": "string",
          "description": "The API document that defines the tool.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "The caller's connections to the app."
        },
        "score": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "The relevance score, from 0 to 1. Compare scores only within one response.",
          "examples": [
            0.93
          ]
        },
        "why": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Short reasons for the match.",
          "examples": [
            [
              "name matches create, issue",
              "app name matches github",
              "github is connected"
            ]
          ]
        },
        "input_schema": {
          "type": "object",
          "description": "The JSON Schema (2020-12) for the tool's `arguments`; present if `schemas` was true.",
          "additionalProperties": true
        }
      },
      "description": "A tool that matches a task."
    },
    "SearchNoticeCode": {
      "type": "string",
      "enum": [
        "no_such_tool",
        "no_such_app"
      ],
      "description": "Why the tools found may not be the ones that the task needs:\n\n- `no_such_tool`: the task names an app that has no tool for it. The tools found do something\nelse, or belong to other apps.\n- `no_such_app`: the task seems to name an app that isn't available."
    },
    "SearchNotice": {
      "type": "object",
      "required": [
        "code",
        "message",
        "hint"
      ],
      "properties": {
        "code": {
          "$ref": "#/$defs/SearchNoticeCode"
        },
        "app": {
          "type": "string",
          "description": "The ID of the app that the task names; absent for `no_such_app`.",
          "examples": [
            "gmail"
          ]
        },
        "message": {
          "type": "string",
          "description": "What the search didn't find.",
          "examples": [
            "Gmail has no tool for this task."
          ]
        },
        "hint": {
          "type": "string",
          "description": "What to do.",
          "examples": [
            "Use a tool of another app, or list the tools of this one: GET /api/v1/apps/gmail/tools."
          ]
        }
      },
      "description": "A fact about a search that the list of tools doesn't show."
    },
    "ToolsFound": {
      "type": "object",
      "required": [
        "tools",
        "notices"
      ],
      "properties": {
        "tools": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolHit"
          },
          "description": "The tools, best match first. The list can be empty."
        },
        "notices": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SearchNotice"
          },
          "description": "What the task names that the tools found lack. Usually empty."
        }
      },
      "description": "The tools that match a task."
    },
    "Tool": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection",
        "input_schema",
        "scopes",
        "auth",
        "version"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the tool: the ID of the app, a period, and a verb with a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "The display name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short title.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the complete schema.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "Hints about the effects of the tool."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The HTTP operation that the tool calls; absent for tools of a remote MCP server."
        },
        "source": {
          "type": "string",
          "description": "The API document that defines the tool.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "The caller's connections to the app."
        },
        "input_schema": {
          "type": "object",
          "description": "The JSON Schema (2020-12) for the tool's `arguments`. It has no external references.",
          "additionalProperties": true
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The OAuth scopes that the tool needs.",
          "examples": [
            [
              "repo"
            ]
          ]
        },
        "auth": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The IDs of the authentication methods that the tool accepts; empty if it needs no connection.",
          "examples": [
            [
              "oauth2"
            ]
          ]
        },
        "version": {
          "type": "string",
          "description": "A version that changes whenever the tool's input or behavior changes.",
          "examples": [
            "5f1d7a84"
          ]
        }
      },
      "description": "A tool with its complete input schema."
    },
    "ToolSummary": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the tool: the ID of the app, a period, and a verb with a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "The display name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short title.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the complete schema.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "Hints about the effects of the tool."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The HTTP operation that the tool calls; absent for tools of a remote MCP server."
        },
        "source": {
          "type": "string",
          "description": "The API document that defines the tool.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "The caller's connections to the app."
        }
      },
      "description": "A tool in a list."
    },
    "ToolList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolSummary"
          },
          "description": "The tools, sorted by name."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The total number of tools.",
          "examples": [
            843
          ]
        },
        "next_cursor": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `cursor` of the next page; null on the last page.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of an app's tools."
    }
  }
};
