// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "searchApps"
  | "getApp"
  | "connectApp"
  | "listTools"
  | "listTriggerTypes"
  | "listConnections"
  | "deleteConnection"
  | "getConnection"
  | "updateConnection"
  | "reconnectConnection"
  | "testConnection"
  | "listEvents"
  | "replayEvents"
  | "deleteEvent"
  | "getEvent"
  | "replayEvent"
  | "listRuns"
  | "deleteRun"
  | "getRun"
  | "getRunResult"
  | "findTools"
  | "getTool"
  | "runTool"
  | "listTriggers"
  | "createTrigger"
  | "deleteTrigger"
  | "getTrigger"
  | "updateTrigger"
  | "fireTrigger"
  | "pauseTrigger"
  | "resumeTrigger"
  | "rotateTrigger";

/** Operations that a commerce protocol defines. */
export type BindingName =
  never;

/** The inputs with a default value, by operation. */
export interface Defaulted {
  searchApps: "limit";
  getApp: never;
  connectApp: never;
  listTools: "limit";
  listTriggerTypes: "limit";
  listConnections: "limit";
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listEvents: "limit";
  replayEvents: "max";
  deleteEvent: never;
  getEvent: never;
  replayEvent: never;
  listRuns: "limit";
  deleteRun: never;
  getRun: never;
  getRunResult: "offset" | "limit";
  findTools: "limit" | "schemas";
  getTool: "schema";
  runTool: "timeout" | "max_bytes";
  listTriggers: "limit";
  createTrigger: "order" | "max_per_minute";
  deleteTrigger: never;
  getTrigger: never;
  updateTrigger: never;
  fireTrigger: "dry_run";
  pauseTrigger: "drop";
  resumeTrigger: never;
  rotateTrigger: "overlap";
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
  searchApps: never;
  getApp: never;
  connectApp: never;
  listTools: never;
  listTriggerTypes: never;
  listConnections: never;
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listEvents: never;
  replayEvents: never;
  deleteEvent: never;
  getEvent: "application/cloudevents+json";
  replayEvent: never;
  listRuns: never;
  deleteRun: never;
  getRun: never;
  getRunResult: never;
  findTools: never;
  getTool: never;
  runTool: never;
  listTriggers: never;
  createTrigger: never;
  deleteTrigger: never;
  getTrigger: never;
  updateTrigger: never;
  fireTrigger: never;
  pauseTrigger: never;
  resumeTrigger: never;
  rotateTrigger: never;
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
            "description": "A label for the connection, without characters that people can't see. Default: the name of the\napp, and a number if that is taken.",
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
    "listTriggerTypes": {
      "method": "GET",
      "path": "/api/v1/apps/{app}/triggers",
      "summary": "List an app's trigger types",
      "description": "List the trigger types of an app: the events that it sends, and the tools whose lists can be polled.",
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
              20
            ]
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
            "$ref": "#/$defs/TriggerTypeList"
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
        "resource": "triggers",
        "method": "listTypes",
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
      "description": "Change the label of a connection, make it the default, disable or enable it, or choose what it belongs to at the app.",
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
            "description": "The new label. Characters that people can't see aren't allowed.",
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
          },
          "context": {
            "type": "object",
            "description": "The ID of a choice by the name of its `context`. Tools use it from then on, also after the user\nhas signed in again.",
            "examples": [
              {
                "organization": "4f0c2a9e-7a5f-4c8b-9b61-2f3f2d0b8f10"
              }
            ],
            "additionalProperties": {
              "type": "string"
            }
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
        "enabled": "body",
        "context": "body"
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
    "listEvents": {
      "method": "GET",
      "path": "/api/v1/events",
      "summary": "List events",
      "description": "List the events of the last 30 days without their data, newest first.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only events of this trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "type": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Return only events of this type.",
            "examples": [
              "poll.new"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "acting",
              "done",
              "filtered",
              "failed",
              "canceled"
            ],
            "description": "Return only events with this status.",
            "examples": [
              "failed"
            ]
          },
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only events of this app.",
            "examples": [
              "github"
            ]
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only events of this connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "after": {
            "type": "string",
            "format": "date-time",
            "description": "Return only events that were accepted at this time or later.",
            "examples": [
              "2026-11-20T00:00:00Z"
            ]
          },
          "before": {
            "type": "string",
            "format": "date-time",
            "description": "Return only events that were accepted before this time.",
            "examples": [
              "2026-11-21T00:00:00Z"
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
        "trigger": "query",
        "type": "query",
        "status": "query",
        "app": "query",
        "connection": "query",
        "after": "query",
        "before": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/EventList"
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
        "resource": "events",
        "method": "list",
        "positional": [],
        "pages": true,
        "repeats": true
      }
    },
    "replayEvents": {
      "method": "POST",
      "path": "/api/v1/events/replay",
      "summary": "Replay failed events",
      "description": "Act again on the failed events of a trigger.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "after": {
            "type": "string",
            "format": "date-time",
            "description": "Replay only events that were accepted at this time or later.",
            "examples": [
              "2026-11-20T00:00:00Z"
            ]
          },
          "before": {
            "type": "string",
            "format": "date-time",
            "description": "Replay only events that were accepted before this time.",
            "examples": [
              "2026-11-21T00:00:00Z"
            ]
          },
          "max": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "description": "The maximum number of events, the oldest first.",
            "default": 1000
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "body",
        "after": "body",
        "before": "body",
        "max": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/EventsReplay"
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
      "permission": "run",
      "client": {
        "resource": "events",
        "method": "replayAll",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": false
      }
    },
    "deleteEvent": {
      "method": "DELETE",
      "path": "/api/v1/events/{event}",
      "summary": "Delete an event",
      "description": "Delete an event and its data. Its waiting actions are canceled.",
      "input": {
        "type": "object",
        "properties": {
          "event": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the event.",
            "examples": [
              "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          }
        },
        "required": [
          "event"
        ],
        "additionalProperties": false
      },
      "source": {
        "event": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/EventDeletion"
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
        "resource": "events",
        "method": "delete",
        "positional": [
          "event"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getEvent": {
      "method": "GET",
      "path": "/api/v1/events/{event}",
      "summary": "Get an event",
      "description": "Get an event with its data and what was done. The data needs the `run` permission. Over HTTP, `Accept: application/cloudevents+json` returns it as a CloudEvent (CloudEvents 1.0.2).",
      "input": {
        "type": "object",
        "properties": {
          "event": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the event.",
            "examples": [
              "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          }
        },
        "required": [
          "event"
        ],
        "additionalProperties": false
      },
      "source": {
        "event": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Event"
          },
          "application/cloudevents+json": {
            "$ref": "#/$defs/CloudEventDelivery"
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
        "406": {
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
        "resource": "events",
        "method": "get",
        "positional": [
          "event"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "replayEvent": {
      "method": "POST",
      "path": "/api/v1/events/{event}/replay",
      "summary": "Replay an event",
      "description": "Act on an event again. Deliveries are sent again with the same `webhook-id`. A run that may have changed something isn't repeated, unless it failed.",
      "input": {
        "type": "object",
        "properties": {
          "event": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the event.",
            "examples": [
              "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "actions": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 5,
            "description": "The IDs of the actions to repeat. Default: all.",
            "examples": [
              [
                "1"
              ]
            ]
          }
        },
        "required": [
          "event"
        ],
        "additionalProperties": false
      },
      "source": {
        "event": "path",
        "actions": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Event"
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
      "permission": "run",
      "client": {
        "resource": "events",
        "method": "replay",
        "positional": [
          "event"
        ],
        "pages": false,
        "repeats": false
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
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs that this trigger started.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "event": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs that act on this event.",
            "examples": [
              "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
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
        "trigger": "query",
        "event": "query",
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
      "description": "Find tools for a task in plain English, best match first, across all apps. Example task: `create an issue in my GitHub repository`. Translate a task in another language to English first, and keep names. Among equally good matches, tools of connected apps come first, then tools with a higher `check`. Call `getTool` for the input schema of a tool. Read `notices` before you use a tool: they report an app that isn't available, that must be connected first, or of which the search found no tool, and a task that probably no tool serves.",
      "input": {
        "type": "object",
        "properties": {
          "task": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "The task in English, as you would describe it to a person. Name the app if it matters.",
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
            "description": "Include the input schema of each tool, with at most 6 kB. `getTool` returns those that are longer\ncompletely.",
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
      "description": "Get a tool with its input schema, its effects and its requirements. Call this before `runTool`. A schema of more than 6 kB is shortened: call this again with `schema` set to `complete` if you need an argument whose description says that something is left out.",
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
          "schema": {
            "type": "string",
            "enum": [
              "short",
              "complete"
            ],
            "description": "How much of the input schema to return.",
            "default": "short"
          }
        },
        "required": [
          "tool"
        ],
        "additionalProperties": false
      },
      "source": {
        "tool": "path",
        "schema": "query"
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
    },
    "listTriggers": {
      "method": "GET",
      "path": "/api/v1/triggers",
      "summary": "List triggers",
      "description": "List triggers, newest first.",
      "input": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "enum": [
              "schedule",
              "poll",
              "webhook",
              "app",
              "platform",
              "event"
            ],
            "description": "Return only triggers of this kind.",
            "examples": [
              "poll"
            ]
          },
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only triggers that watch this app.",
            "examples": [
              "github"
            ]
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only triggers that watch with this connection.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Return only triggers of this end user.",
            "examples": [
              "42"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "active",
              "failing",
              "paused"
            ],
            "description": "Return only triggers with this status.",
            "examples": [
              "active"
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
        "kind": "query",
        "app": "query",
        "connection": "query",
        "user": "query",
        "status": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/TriggerList"
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
        "resource": "triggers",
        "method": "list",
        "positional": [],
        "pages": true,
        "repeats": true
      }
    },
    "createTrigger": {
      "method": "POST",
      "path": "/api/v1/triggers",
      "summary": "Create a trigger",
      "description": "Create a trigger: what it watches, and what to do with each event. A `poll` trigger reads its list once before this call returns, so that it fires only for later items.",
      "input": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The name of the trigger. Characters that people can't see aren't allowed.",
            "examples": [
              "New issues to Slack"
            ]
          },
          "watch": {
            "$ref": "#/$defs/TriggerWatch",
            "description": "What to watch."
          },
          "actions": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/TriggerAction"
            },
            "minItems": 1,
            "maxItems": 5,
            "description": "What to do with each event: 1 to 5 actions, which are independent of each other."
          },
          "filter": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "A CEL expression over `event`. Events for which it is false are filtered. Events for which it\nfails are stored as failed.",
            "examples": [
              "event.data.action == 'opened'"
            ]
          },
          "order": {
            "type": "string",
            "enum": [
              "none",
              "serial"
            ],
            "description": "`serial` acts on one event at a time, in the order in which they were accepted.",
            "default": "none"
          },
          "max_per_minute": {
            "type": "integer",
            "minimum": 1,
            "maximum": 600,
            "description": "How many events are acted on in a minute. Others wait.",
            "default": 60
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The end user that the trigger belongs to. A key that is bound to an end user can only create\ntriggers for that user.",
            "examples": [
              "42"
            ]
          },
          "metadata": {
            "type": "object",
            "description": "Values of your own, at most 20.",
            "examples": [
              {
                "team": "support"
              }
            ],
            "additionalProperties": {
              "type": "string"
            }
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "An idempotency key. A request with the same key and the same inputs returns the same trigger,\nwithout its secrets.",
            "examples": [
              "issues-to-slack"
            ]
          }
        },
        "required": [
          "name",
          "watch",
          "actions"
        ],
        "additionalProperties": false
      },
      "source": {
        "name": "body",
        "watch": "body",
        "actions": "body",
        "filter": "body",
        "order": "body",
        "max_per_minute": "body",
        "user": "body",
        "metadata": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/CreatedTrigger"
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
      "client": {
        "resource": "triggers",
        "method": "create",
        "positional": [
          "name",
          "watch",
          "actions"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "deleteTrigger": {
      "method": "DELETE",
      "path": "/api/v1/triggers/{trigger}",
      "summary": "Delete a trigger",
      "description": "Delete a trigger. Its waiting actions are canceled, and a subscription at the app is removed. Its events stay stored.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/TriggerDeletion"
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
        "resource": "triggers",
        "method": "delete",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getTrigger": {
      "method": "GET",
      "path": "/api/v1/triggers/{trigger}",
      "summary": "Get a trigger",
      "description": "Get a trigger.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Trigger"
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
        "resource": "triggers",
        "method": "get",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "updateTrigger": {
      "method": "PATCH",
      "path": "/api/v1/triggers/{trigger}",
      "summary": "Update a trigger",
      "description": "Update a trigger. Inputs that are left out stay as they are. The kind can't change. A `poll` trigger keeps the items that it has seen, unless its tool or its arguments change.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "version": {
            "type": "integer",
            "minimum": 1,
            "description": "The version that you read. If the trigger has changed since, nothing is updated.",
            "examples": [
              1
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The new name. Characters that people can't see aren't allowed.",
            "examples": [
              "New issues to Slack"
            ]
          },
          "watch": {
            "$ref": "#/$defs/TriggerWatch",
            "description": "What to watch, as a whole."
          },
          "seen_items": {
            "type": "string",
            "enum": [
              "keep",
              "restart"
            ],
            "description": "Whether a `poll` trigger whose tool or arguments change keeps the items that it has seen, or\nreads the new list once without firing.",
            "examples": [
              "restart"
            ]
          },
          "actions": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/TriggerAction"
            },
            "minItems": 1,
            "maxItems": 5,
            "description": "All actions. An action that delivers to the same address as before keeps its secret."
          },
          "filter": {
            "type": "string",
            "maxLength": 2000,
            "description": "The new filter. An empty text removes it.",
            "examples": [
              "event.data.action == 'opened'"
            ]
          },
          "order": {
            "type": "string",
            "enum": [
              "none",
              "serial"
            ],
            "description": "The new order.",
            "examples": [
              "serial"
            ]
          },
          "max_per_minute": {
            "type": "integer",
            "minimum": 1,
            "maximum": 600,
            "description": "How many events are acted on in a minute.",
            "examples": [
              60
            ]
          },
          "metadata": {
            "type": "object",
            "description": "Values of your own, as a whole.",
            "examples": [
              {
                "team": "support"
              }
            ],
            "additionalProperties": {
              "type": "string"
            }
          }
        },
        "required": [
          "trigger",
          "version"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path",
        "version": "body",
        "name": "body",
        "watch": "body",
        "seen_items": "body",
        "actions": "body",
        "filter": "body",
        "order": "body",
        "max_per_minute": "body",
        "metadata": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/CreatedTrigger"
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
      "client": {
        "resource": "triggers",
        "method": "update",
        "positional": [
          "trigger",
          "version"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "fireTrigger": {
      "method": "POST",
      "path": "/api/v1/triggers/{trigger}/fire",
      "summary": "Fire a trigger",
      "description": "Fire a trigger: send it an event, or check its list now. A dry run stores and does nothing, and returns what would happen.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "data": {
            "description": "The data of the event. Without it, a `poll` trigger reads its list now, and another one repeats\nthe data of its last event.",
            "examples": [
              {
                "number": 1347,
                "title": "It hums"
              }
            ]
          },
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The deduplication key of the event. A trigger accepts a key once in 30 days.",
            "examples": [
              "1347"
            ]
          },
          "dry_run": {
            "type": "boolean",
            "description": "Whether to return what would happen, without storing or doing anything.",
            "default": false
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path",
        "data": "body",
        "id": "body",
        "dry_run": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/FiredTrigger"
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
      "permission": "run",
      "client": {
        "resource": "triggers",
        "method": "fire",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": false
      }
    },
    "pauseTrigger": {
      "method": "POST",
      "path": "/api/v1/triggers/{trigger}/pause",
      "summary": "Pause a trigger",
      "description": "Pause a trigger. Actions that wait are carried out, unless `drop` is true.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "drop": {
            "type": "boolean",
            "description": "Whether actions that wait are canceled.",
            "default": false
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path",
        "drop": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Trigger"
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
      "permission": "run",
      "client": {
        "resource": "triggers",
        "method": "pause",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "resumeTrigger": {
      "method": "POST",
      "path": "/api/v1/triggers/{trigger}/resume",
      "summary": "Resume a trigger",
      "description": "Resume a trigger. Its actions then run for the caller. A `poll` trigger fires for the items that it missed, at most 1,000.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Trigger"
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
        "resource": "triggers",
        "method": "resume",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "rotateTrigger": {
      "method": "POST",
      "path": "/api/v1/triggers/{trigger}/rotate",
      "summary": "Rotate a trigger's secrets",
      "description": "Replace secrets of a trigger. The old ones remain valid for a time.",
      "input": {
        "type": "object",
        "properties": {
          "trigger": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the trigger.",
            "examples": [
              "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
            ]
          },
          "secret": {
            "type": "string",
            "minLength": 8,
            "maxLength": 500,
            "description": "The new signing secret of a webhook's sender. Without it, Jackfield creates one.",
            "examples": [
              "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
            ]
          },
          "overlap": {
            "type": "integer",
            "minimum": 0,
            "maximum": 604800,
            "description": "How long the old secrets remain valid, in seconds.",
            "default": 86400
          }
        },
        "required": [
          "trigger"
        ],
        "additionalProperties": false
      },
      "source": {
        "trigger": "path",
        "secret": "body",
        "overlap": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/CreatedTrigger"
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
      "client": {
        "resource": "triggers",
        "method": "rotate",
        "positional": [
          "trigger"
        ],
        "pages": false,
        "repeats": false
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
          "description": "The number of tools. It is 0 for an `mcp` app whose tools haven't been listed.",
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
        "connection_incomplete",
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
        "not_acceptable",
        "body_too_large",
        "wrong_host",
        "rate_limited",
        "trigger_not_found",
        "event_not_found",
        "trigger_changed",
        "too_many_triggers",
        "data_gone",
        "expression_invalid",
        "schedule_invalid",
        "poll_not_possible",
        "signing_required",
        "subscription_refused",
        "destination_refused",
        "internal",
        "catalog_not_ready",
        "storage_unavailable"
      ],
      "description": "The problem codes of the platform service, each with its status:\n\n- `invalid_input` (400): the request doesn't match the API specification; `errors` says where.\n- `unauthorized` (401): the API key is missing or unknown.\n- `key_expired` (401): the API key has expired.\n- `key_revoked` (401): the API key has been revoked.\n- `permission_denied` (403): the API key lacks the required permission or access to the app, or the\nrequest comes from a web origin that the key isn't bound to.\n- `not_found` (404): nothing is served at this path.\n- `app_not_found` (404): the app doesn't exist.\n- `tool_not_found` (404): the tool doesn't exist.\n- `run_not_found` (404): the caller has no such run, or the run has no stored result.\n- `connection_not_found` (404): the connection doesn't exist.\n- `method_not_offered` (400): the app doesn't support this authentication method.\n- `return_url_refused` (400): the operator of the service hasn't allowed the origin of\n`return_url`.\n- `connection_required` (409): the app isn't connected; a user can connect it at `connect_url`.\n- `connection_ambiguous` (409): several connections match; `candidates` lists them,\nand `hint` names the request that chooses one.\n- `connection_inactive` (409): a user has to reconnect the connection at `reconnect_url`.\n- `connection_incomplete` (409): the app didn't return a value that the tool takes from the\nconnection, such as the ID of an organization.\n- `app_not_configured` (409): the app needs an OAuth client, and the operator hasn't configured\none.\n- `link_expired` (410): the connect link was used, or its 15 minutes have passed.\n- `provider_unavailable` (503): the sign-in server of the app is unavailable.\n- `secret_unreadable` (500): the stored credentials can't be decrypted with the service's key.\n- `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods\nthat it supports.\n- `not_acceptable` (406): none of the accepted media types is available.\n- `request_in_flight` (409): a request with the same idempotency key is in progress.\n- `scope_missing` (403): the connection lacks `scopes`; a user can grant them at `reconnect_url`.\n- `invalid_arguments` (422): the arguments don't match the tool's input schema; `errors` has JSON\nPointers into the input.\n- `idempotency_conflict` (422): the idempotency key was used for a different request.\n- `blocked_address` (422): the app is at an address that the service refuses to connect to, such\nas a private network.\n- `body_too_large` (413): the request body is too large.\n- `wrong_host` (421): the service doesn't serve this host.\n- `rate_limited` (429): the key, or the network of a client without a key, exceeded its rate\nlimit.\n- `trigger_not_found` (404): the caller has no such trigger.\n- `event_not_found` (404): the caller has no such event.\n- `trigger_changed` (409): the trigger has changed since the caller read it.\n- `too_many_triggers` (409): the account or the end user has too many triggers.\n- `data_gone` (409): the data of the event is no longer stored, so it can't be replayed.\n- `expression_invalid` (422): a filter or a `${…}` expression is invalid; `errors` says where.\n- `schedule_invalid` (422): the schedule is invalid or never fires.\n- `poll_not_possible` (422): the tool doesn't list items that can be told apart.\n- `signing_required` (422): the app or the trigger needs a signature scheme.\n- `subscription_refused` (422): the app rejected the subscription to its events, or can't reach this service.\n- `destination_refused` (422): the address can't be reached, or didn't accept the test delivery.\n- `internal` (500): an error in the service.\n- `catalog_not_ready` (503): the app catalog is still being compiled.\n- `storage_unavailable` (503): the storage is unavailable."
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
    "CheckCounts": {
      "type": "object",
      "required": [
        "matches_client",
        "matches_example",
        "known_endpoint",
        "compiled",
        "refuted"
      ],
      "properties": {
        "matches_client": {
          "type": "integer",
          "minimum": 0,
          "description": "A client of the vendor sends the same requests for the same inputs.",
          "examples": [
            10
          ]
        },
        "matches_example": {
          "type": "integer",
          "minimum": 0,
          "description": "A request that the vendor publishes as an example is the same.",
          "examples": [
            0
          ]
        },
        "known_endpoint": {
          "type": "integer",
          "minimum": 0,
          "description": "A client of the vendor has the method and the path.",
          "examples": [
            950
          ]
        },
        "compiled": {
          "type": "integer",
          "minimum": 0,
          "description": "Compiled from an API document, and not compared.",
          "examples": [
            226
          ]
        },
        "refuted": {
          "type": "integer",
          "minimum": 0,
          "description": "A client of the vendor sends something else.",
          "examples": [
            0
          ]
        }
      },
      "description": "The number of an app's tools by the level of their `check`."
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
        "source",
        "checks"
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
          "description": "The number of tools. It is 0 for an `mcp` app whose tools haven't been listed.",
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
          "description": "The values for the parts of the base URL in braces. Users enter them, unless the app returns them\nafter the sign-in."
        },
        "source": {
          "$ref": "#/$defs/AppSource",
          "description": "The source of the app's definition."
        },
        "checks": {
          "$ref": "#/$defs/CheckCounts",
          "description": "The number of the app's tools by the level of their `check`."
        },
        "tools_listed_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the server of an `mcp` app last listed its tools for one of the caller's connections\n(RFC 3339, UTC); absent before.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "tools_problem": {
          "type": "string",
          "description": "Why tools of an `mcp` app are missing, and what to do: the app isn't connected, its server didn't\nlist them for one of the caller's connections, or the list exceeds a limit.",
          "examples": [
            "Linear did not list its tools (503). Jackfield tries again. To try at once, test the connection."
          ]
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
            "page",
            "trigger"
          ],
          "description": "How the run was requested. Absent for runs of earlier versions."
        },
        "trigger": {
          "type": "string",
          "description": "The ID of the trigger that started the run.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "event": {
          "type": "string",
          "description": "The ID of the event that the run acts on.",
          "examples": [
            "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "action": {
          "type": "string",
          "description": "The ID of the trigger's action.",
          "examples": [
            "1"
          ]
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
    "ConnectionChoice": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its ID at the app. To choose it, update the connection with it.",
          "examples": [
            "4f0c2a9e-7a5f-4c8b-9b61-2f3f2d0b8f10"
          ]
        },
        "name": {
          "type": "string",
          "description": "Its name at the app.",
          "examples": [
            "Northwind Ltd"
          ]
        }
      },
      "description": "One of the things that a connection can belong to."
    },
    "ConnectionContext": {
      "type": "object",
      "required": [
        "label",
        "id"
      ],
      "properties": {
        "label": {
          "type": "string",
          "description": "What it is.",
          "examples": [
            "Organization"
          ]
        },
        "id": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID that tools use; null if the app listed none.",
          "examples": [
            "4f0c2a9e-7a5f-4c8b-9b61-2f3f2d0b8f10"
          ]
        },
        "name": {
          "type": "string",
          "description": "Its name at the app.",
          "examples": [
            "Northwind Ltd"
          ]
        },
        "choices": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ConnectionChoice"
          },
          "description": "The choices that the app lists, if there are several. The first one is the default."
        },
        "failure": {
          "type": "string",
          "description": "Why the app listed none. Jackfield requests the list again when a tool needs it.",
          "examples": [
            "Xero answered 403 to GET https://api.xero.com/connections."
          ]
        }
      },
      "description": "Something that the connection belongs to at the app, such as an organization. The app's tools use\nits ID, so callers don't pass it."
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
          "description": "Whether the connection is used when several match and the request names none. The first\nconnection to an app becomes the default. If the default stops working, the next new connection\ntakes its place, unless the app says that it belongs to another account.",
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
        "context": {
          "type": "object",
          "description": "What the connection belongs to at the app, by name. Example: an organization.",
          "additionalProperties": {
            "$ref": "#/$defs/ConnectionContext"
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
    "TriggerType": {
      "type": "object",
      "required": [
        "type",
        "kind",
        "title",
        "required"
      ],
      "properties": {
        "type": {
          "type": "string",
          "description": "The name of the type.",
          "examples": [
            "github.issues_list_for_repo"
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "poll",
            "app"
          ],
          "description": "The kind of trigger to create.",
          "examples": [
            "poll"
          ]
        },
        "title": {
          "type": "string",
          "description": "What the list contains, or when the app sends an event.",
          "examples": [
            "List repository issues"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The tool to poll. Absent for the kind `app`.",
          "examples": [
            "github.issues_list_for_repo"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The JSON Schemas of the arguments, by name. Absent for the kind `poll`: see the tool.",
          "examples": [
            {
              "owner": {
                "type": "string"
              }
            }
          ],
          "additionalProperties": true
        },
        "required": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The names of required arguments.",
          "examples": [
            [
              "owner",
              "repo"
            ]
          ]
        }
      },
      "description": "A type of trigger that an app has."
    },
    "TriggerTypeList": {
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
            "$ref": "#/$defs/TriggerType"
          },
          "description": "Events that the app sends first, and then its lists, those without required arguments first."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The total number of types.",
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
      "description": "A page of trigger types."
    },
    "ScheduleWatch": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "schedule"
          ],
          "description": "The kind of trigger."
        },
        "cron": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "A cron pattern of 5 fields, or of 6 if the first is a single second.",
          "examples": [
            "0 9 * * 1-5"
          ]
        },
        "timezone": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The time zone of `cron` (IANA). Default: `UTC`.",
          "examples": [
            "Europe/Berlin"
          ]
        },
        "every": {
          "type": "integer",
          "minimum": 60,
          "maximum": 31536000,
          "description": "The interval in seconds, from the creation of the trigger.",
          "examples": [
            3600
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "The only time to fire at.",
          "examples": [
            "2026-12-24T17:00:00Z"
          ]
        },
        "missed": {
          "type": "string",
          "enum": [
            "latest",
            "skip",
            "all"
          ],
          "description": "What happens to times that were missed while the service was down or the trigger was paused:\nfire once for the latest (the default), skip them, or fire for all of them, at most 100.",
          "examples": [
            "latest"
          ]
        }
      },
      "description": "A clock. Set one of `cron`, `every` and `at`."
    },
    "PollWatch": {
      "type": "object",
      "required": [
        "kind",
        "tool"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "poll"
          ],
          "description": "The kind of trigger."
        },
        "tool": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The name of a read-only tool.",
          "examples": [
            "github.issues_list_for_repo"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments of the tool.",
          "examples": [
            {
              "owner": "octocat",
              "repo": "hello-world"
            }
          ],
          "additionalProperties": true
        },
        "connection": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The ID or the label of the connection.",
          "examples": [
            "work"
          ]
        },
        "interval": {
          "type": "integer",
          "minimum": 60,
          "maximum": 86400,
          "description": "The interval in seconds. Default: 300.",
          "examples": [
            300
          ]
        },
        "adaptive": {
          "type": "boolean",
          "description": "Whether the interval grows up to 8 times, and at most to an hour, while nothing happens. Default: true."
        },
        "items": {
          "type": "string",
          "maxLength": 200,
          "description": "The JSON Pointer of the items in the response. Default: found in the first response.",
          "examples": [
            "/items"
          ]
        },
        "id": {
          "type": "string",
          "maxLength": 200,
          "description": "The JSON Pointer of the ID in an item. Default: found in the first response.",
          "examples": [
            "/id"
          ]
        },
        "changed": {
          "type": "string",
          "maxLength": 200,
          "description": "The JSON Pointer of the field of an item that changes with it. Default: found, or the whole item.",
          "examples": [
            "/updated_at"
          ]
        },
        "since": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The argument that limits the list to items after a time.",
          "examples": [
            "since"
          ]
        },
        "on": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "new",
              "changed",
              "removed"
            ]
          },
          "minItems": 1,
          "maxItems": 3,
          "description": "Which items fire events. Default: `new` only.",
          "examples": [
            [
              "new"
            ]
          ]
        },
        "backfill": {
          "type": "integer",
          "minimum": 0,
          "maximum": 100,
          "description": "How many of the items that are listed at the creation fire events. Default: 0.",
          "examples": [
            0
          ]
        },
        "pages": {
          "type": "integer",
          "minimum": 1,
          "maximum": 10,
          "description": "The maximum number of pages to read at once. Default: 5.",
          "examples": [
            5
          ]
        }
      },
      "description": "The items that a read tool lists. Jackfield calls the tool at an interval and compares the items\nwith those that it has seen."
    },
    "WebhookWatch": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "webhook"
          ],
          "description": "The kind of trigger."
        },
        "scheme": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The name of a signature scheme: `github`, `stripe`, `slack` and others. Default: `standard`\n(Standard Webhooks).",
          "examples": [
            "github"
          ]
        },
        "signing": {
          "type": "string",
          "enum": [
            "required",
            "none"
          ],
          "description": "`none` accepts requests without a signature. Their events are unverified: they can't start\ndestructive tools unless the action allows it.",
          "examples": [
            "required"
          ]
        },
        "secret": {
          "type": "string",
          "minLength": 8,
          "maxLength": 500,
          "description": "The signing secret that the sender gave you. Without it, Jackfield creates one for you to enter\nat the sender. Never returned.",
          "examples": [
            "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
          ]
        },
        "each": {
          "type": "string",
          "maxLength": 200,
          "description": "The JSON Pointer of a list in the body, of which each item becomes an event.",
          "examples": [
            "/events"
          ]
        }
      },
      "description": "An address of its own, which any sender can call."
    },
    "AppWatch": {
      "type": "object",
      "required": [
        "kind",
        "type"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "app"
          ],
          "description": "The kind of trigger."
        },
        "type": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "A type of `listTriggerTypes` with the kind `app`. Those of Slack, HubSpot, Notion and Zoom exist\nonly if the operator has stored the signing secret of the app.",
          "examples": [
            "github.issues"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments of the type.",
          "examples": [
            {
              "owner": "octocat",
              "repo": "hello-world"
            }
          ],
          "additionalProperties": true
        },
        "secret": {
          "type": "string",
          "minLength": 8,
          "maxLength": 500,
          "description": "The signing secret, if the app has one for all subscriptions: for Shopify, the client secret of\nthe app that the connection belongs to. Never returned.",
          "examples": [
            "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"
          ]
        },
        "connection": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The ID or the label of the connection.",
          "examples": [
            "work"
          ]
        }
      },
      "description": "Events that an app sends by itself. Jackfield subscribes, renews the subscription and removes it."
    },
    "PlatformEventType": {
      "type": "string",
      "enum": [
        "connection.expired",
        "connection.recovered",
        "run.failed",
        "run.succeeded",
        "trigger.paused",
        "trigger.gap",
        "destination.failing",
        "subscription.failing"
      ],
      "description": "The types of events of Jackfield itself."
    },
    "PlatformWatch": {
      "type": "object",
      "required": [
        "kind",
        "types"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "platform"
          ],
          "description": "The kind of trigger."
        },
        "types": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/PlatformEventType"
          },
          "minItems": 1,
          "maxItems": 10,
          "description": "The types of events.",
          "examples": [
            [
              "connection.expired"
            ]
          ]
        }
      },
      "description": "Events of Jackfield itself."
    },
    "EventWatch": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "event"
          ],
          "description": "The kind of trigger."
        }
      },
      "description": "Events that callers send with `fireTrigger`."
    },
    "TriggerWatch": {
      "type": "object",
      "oneOf": [
        {
          "$ref": "#/$defs/ScheduleWatch"
        },
        {
          "$ref": "#/$defs/PollWatch"
        },
        {
          "$ref": "#/$defs/WebhookWatch"
        },
        {
          "$ref": "#/$defs/AppWatch"
        },
        {
          "$ref": "#/$defs/PlatformWatch"
        },
        {
          "$ref": "#/$defs/EventWatch"
        }
      ],
      "description": "What a trigger watches, by kind."
    },
    "RunAction": {
      "type": "object",
      "required": [
        "kind",
        "tool"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "run"
          ],
          "description": "The kind of action."
        },
        "tool": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The name of the tool.",
          "examples": [
            "slack.send_message"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments. In texts, `${…}` is replaced by the value of a CEL expression over `event`. A text\nthat consists of one expression becomes the value itself, of any type.",
          "examples": [
            {
              "channel": "C024BE91L",
              "text": "New issue: ${event.data.title}"
            }
          ],
          "additionalProperties": true
        },
        "connection": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "description": "The ID or the label of the connection.",
          "examples": [
            "work"
          ]
        },
        "when": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000,
          "description": "A CEL expression over `event`. If it is false, the action is skipped.",
          "examples": [
            "event.data.state == 'open'"
          ]
        },
        "unverified": {
          "type": "string",
          "enum": [
            "allow",
            "refuse"
          ],
          "description": "Whether unverified events may run a destructive tool. Default: `refuse`.",
          "examples": [
            "refuse"
          ]
        },
        "timeout": {
          "type": "integer",
          "minimum": 1,
          "maximum": 300,
          "description": "The maximum duration in seconds, including waits and retries. Default: 60.",
          "examples": [
            60
          ]
        }
      },
      "description": "Run a tool for each event."
    },
    "DeliverAction": {
      "type": "object",
      "required": [
        "kind",
        "url"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "deliver"
          ],
          "description": "The kind of action."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "maxLength": 2000,
          "description": "The address. At the creation, Jackfield sends a signed `webhook.ping`, which must be answered\nwith 2xx. Redirects aren't followed.",
          "examples": [
            "https://app.example/hooks/jackfield"
          ]
        },
        "format": {
          "type": "string",
          "enum": [
            "standard",
            "cloudevents"
          ],
          "description": "The body: `standard` (Standard Webhooks, the default) or `cloudevents` (CloudEvents 1.0).",
          "examples": [
            "standard"
          ]
        },
        "headers": {
          "type": "object",
          "description": "Additional headers. Their values are stored encrypted and never returned.",
          "examples": [
            {
              "authorization": "Bearer 5f0c1a2b"
            }
          ],
          "additionalProperties": {
            "type": "string"
          }
        },
        "when": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000,
          "description": "A CEL expression over `event`. If it is false, the action is skipped.",
          "examples": [
            "event.type == 'poll.new'"
          ]
        },
        "verify": {
          "type": "boolean",
          "description": "False skips the ping. Only for origins that the operator of the service allows in\n`OUTBOUND_ALLOW`."
        }
      },
      "description": "Deliver each event to an address, signed as Standard Webhooks."
    },
    "TriggerAction": {
      "type": "object",
      "oneOf": [
        {
          "$ref": "#/$defs/RunAction"
        },
        {
          "$ref": "#/$defs/DeliverAction"
        }
      ],
      "description": "What to do with each event."
    },
    "StoredAction": {
      "type": "object",
      "required": [
        "id",
        "status",
        "action"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the action: its position, from `1`.",
          "examples": [
            "1"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "active",
            "paused"
          ],
          "description": "Whether the action is carried out, or paused because its destination fails.",
          "examples": [
            "active"
          ]
        },
        "action": {
          "$ref": "#/$defs/TriggerAction",
          "description": "The action. Values of headers are replaced by `***`."
        }
      },
      "description": "An action of a stored trigger."
    },
    "TriggerSubscriber": {
      "type": "object",
      "required": [
        "id",
        "key",
        "type",
        "destination",
        "status",
        "expires_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the subscription.",
          "examples": [
            "sub_0f1e2d3c4b5a69788796a5b4c3d2e1f0"
          ]
        },
        "key": {
          "type": "string",
          "description": "The ID of the API key, or of the person, that the client uses.",
          "examples": [
            "key_8a9b0c1d2e3f4a5b5f0c1a2b3c4d4e5f"
          ]
        },
        "type": {
          "type": "string",
          "description": "The event type that the client subscribed to.",
          "examples": [
            "items.new"
          ]
        },
        "destination": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The origin of the address that receives the events; null if the client polls.",
          "examples": [
            "https://agent.example"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "active",
            "paused"
          ],
          "description": "`paused`: the destination no longer exists.",
          "examples": [
            "active"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the subscription ends, unless the client refreshes it.",
          "examples": [
            "2026-11-21T10:30:00Z"
          ]
        }
      },
      "description": "An MCP client that subscribed to the events of a trigger (MCP Events, SEP-3415)."
    },
    "TriggerStatus": {
      "type": "string",
      "enum": [
        "active",
        "failing",
        "paused"
      ],
      "description": "The status of a trigger:\n\n- `active`: the trigger watches.\n- `failing`: the last 10 checks failed. Checks continue, at most once an hour.\n- `paused`: the trigger doesn't watch. `status_reason` says why."
    },
    "TriggerReason": {
      "type": "object",
      "required": [
        "code",
        "message",
        "at"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "The reason as a code: `by_hand`, `connection_inactive`, `key_revoked`, `key_limited`,\n`failing`, `too_many_events`, `finished` or the code of the error.",
          "examples": [
            "connection_inactive"
          ]
        },
        "message": {
          "type": "string",
          "description": "The reason as a sentence, with what to do.",
          "examples": [
            "The connection to GitHub expired. Reconnect it, and the trigger continues."
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
      "description": "The reason for the status of a trigger."
    },
    "TriggerAddress": {
      "type": "object",
      "required": [
        "url",
        "signing",
        "instructions"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The address for the sender. Anyone who has it can call it, so treat it as a secret.",
          "examples": [
            "https://jackfield.example/hooks/1k9m2p5q8s3u6w0y4a7c2e5g8i1k4m7o"
          ]
        },
        "signing": {
          "type": "string",
          "description": "The signature scheme, or `none`.",
          "examples": [
            "github"
          ]
        },
        "instructions": {
          "type": "string",
          "description": "How to enter the address and the secret at the sender.",
          "examples": [
            "In the repository's settings, add a webhook with this payload URL and secret, and the content type application/json."
          ]
        }
      },
      "description": "The address of a webhook trigger."
    },
    "AppSubscription": {
      "type": "object",
      "required": [
        "status"
      ],
      "properties": {
        "status": {
          "type": "string",
          "enum": [
            "starting",
            "active"
          ],
          "description": "`starting` until the app has confirmed it, and while it is replaced.",
          "examples": [
            "active"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the app ends it. Jackfield renews it at half of its life. Absent: never.",
          "examples": [
            "2026-11-28T09:30:00Z"
          ]
        },
        "confirmed_at": {
          "type": "string",
          "format": "date-time",
          "description": "When Jackfield last created, renewed or found it.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "The subscription of an `app` trigger at the app."
    },
    "TriggerSample": {
      "type": "object",
      "required": [
        "items",
        "id",
        "changed",
        "seen"
      ],
      "properties": {
        "items": {
          "type": "string",
          "description": "The JSON Pointer of the items.",
          "examples": [
            "/items"
          ]
        },
        "id": {
          "type": "string",
          "description": "The JSON Pointer of the ID in an item.",
          "examples": [
            "/id"
          ]
        },
        "changed": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The JSON Pointer of the field that changes with an item; null: the whole item is compared.",
          "examples": [
            "/updated_at"
          ]
        },
        "seen": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of items that are remembered.",
          "examples": [
            27
          ]
        }
      },
      "description": "What a poll found in the first response."
    },
    "TriggerError": {
      "type": "object",
      "required": [
        "code",
        "message",
        "at"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "The code of the error.",
          "examples": [
            "upstream_rate_limited"
          ]
        },
        "message": {
          "type": "string",
          "description": "The error as a sentence.",
          "examples": [
            "GitHub rejected the request because of its rate limit."
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "When the check failed.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "The last failed check of a trigger."
    },
    "Trigger": {
      "type": "object",
      "required": [
        "id",
        "name",
        "watch",
        "app",
        "connection",
        "user",
        "actions",
        "order",
        "max_per_minute",
        "status",
        "key",
        "metadata",
        "version",
        "created_at",
        "updated_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the trigger.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the trigger.",
          "examples": [
            "New issues to Slack"
          ]
        },
        "watch": {
          "$ref": "#/$defs/TriggerWatch",
          "description": "What the trigger watches. Secrets are left out."
        },
        "app": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the app that the trigger watches; null for the other kinds.",
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
          "description": "The ID of the connection that the trigger watches with.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
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
          "description": "The end user; null for a trigger of the account itself.",
          "examples": [
            "42"
          ]
        },
        "filter": {
          "type": "string",
          "description": "The CEL expression that events must satisfy.",
          "examples": [
            "event.data.action == 'opened'"
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/StoredAction"
          },
          "description": "What to do with each event. Empty if the trigger exists only for its subscribers."
        },
        "subscribers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/TriggerSubscriber"
          },
          "description": "The MCP clients that receive the events."
        },
        "order": {
          "type": "string",
          "enum": [
            "none",
            "serial"
          ],
          "description": "Whether events are acted on one at a time, in the order in which they were accepted.",
          "examples": [
            "none"
          ]
        },
        "max_per_minute": {
          "type": "integer",
          "minimum": 1,
          "maximum": 600,
          "description": "How many events are acted on in a minute. Others wait.",
          "examples": [
            60
          ]
        },
        "status": {
          "$ref": "#/$defs/TriggerStatus",
          "description": "The status of the trigger."
        },
        "status_reason": {
          "$ref": "#/$defs/TriggerReason",
          "description": "The reason for the status."
        },
        "address": {
          "$ref": "#/$defs/TriggerAddress",
          "description": "The address of a `webhook` trigger."
        },
        "subscription": {
          "$ref": "#/$defs/AppSubscription",
          "description": "The subscription of an `app` trigger."
        },
        "found": {
          "$ref": "#/$defs/TriggerSample",
          "description": "What a `poll` trigger found in the first response."
        },
        "next_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the next check is due.",
          "examples": [
            "2026-11-21T09:35:00Z"
          ]
        },
        "last_checked_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the list was last read, or the clock last fired.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "last_event_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the last event was accepted.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "last_error": {
          "$ref": "#/$defs/TriggerError",
          "description": "The last failed check, until one succeeds."
        },
        "key": {
          "type": "string",
          "description": "The ID of the API key, or of the person, that the actions run for.",
          "examples": [
            "key_8a9b0c1d2e3f4a5b5f0c1a2b3c4d4e5f"
          ]
        },
        "metadata": {
          "type": "object",
          "description": "Values of your own.",
          "examples": [
            {
              "team": "support"
            }
          ],
          "additionalProperties": {
            "type": "string"
          }
        },
        "version": {
          "type": "integer",
          "minimum": 1,
          "description": "The version, which increases with each update.",
          "examples": [
            1
          ]
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the trigger was created (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "updated_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the trigger was last updated.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "A trigger."
    },
    "TriggerSecret": {
      "type": "object",
      "required": [
        "purpose",
        "secret"
      ],
      "properties": {
        "purpose": {
          "type": "string",
          "enum": [
            "address",
            "deliveries"
          ],
          "description": "What the secret is for: the requests to the address, or the deliveries of an action.",
          "examples": [
            "deliveries"
          ]
        },
        "action": {
          "type": "string",
          "description": "The ID of the action.",
          "examples": [
            "1"
          ]
        },
        "secret": {
          "type": "string",
          "description": "The secret.",
          "examples": [
            "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
          ]
        }
      },
      "description": "A secret that is returned once."
    },
    "EventSample": {
      "type": "object",
      "required": [
        "type",
        "data"
      ],
      "properties": {
        "type": {
          "type": "string",
          "description": "The type of the event.",
          "examples": [
            "poll.new"
          ]
        },
        "data": {
          "description": "The data of the event."
        }
      },
      "description": "An event that was not stored."
    },
    "CreatedTrigger": {
      "type": "object",
      "required": [
        "trigger",
        "secrets",
        "samples"
      ],
      "properties": {
        "trigger": {
          "$ref": "#/$defs/Trigger",
          "description": "The trigger."
        },
        "secrets": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/TriggerSecret"
          },
          "description": "The secrets that Jackfield created. They are returned only once."
        },
        "samples": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/EventSample"
          },
          "description": "Sample events from the first response of a `poll` trigger. They were not acted on."
        }
      },
      "description": "A new trigger."
    },
    "TriggerKind": {
      "type": "string",
      "enum": [
        "schedule",
        "poll",
        "webhook",
        "app",
        "platform",
        "event"
      ],
      "description": "What a trigger watches."
    },
    "TriggerList": {
      "type": "object",
      "required": [
        "data",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Trigger"
          },
          "description": "The triggers, newest first."
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
      "description": "A page of triggers."
    },
    "TriggerDeletion": {
      "type": "object",
      "required": [
        "trigger",
        "deleted"
      ],
      "properties": {
        "trigger": {
          "type": "string",
          "description": "The ID of the trigger.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "deleted": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true. Its events stay stored for 30 days."
        }
      },
      "description": "A deleted trigger."
    },
    "EventStatus": {
      "type": "string",
      "enum": [
        "acting",
        "done",
        "filtered",
        "failed",
        "canceled"
      ],
      "description": "The status of an event. The last four are final."
    },
    "EventReasonCode": {
      "type": "string",
      "enum": [
        "filter_error",
        "action_dead",
        "action_unknown",
        "too_deep",
        "paused",
        "canceled"
      ],
      "description": "Why an event failed or was canceled, as a code."
    },
    "EventReason": {
      "type": "object",
      "required": [
        "code",
        "message"
      ],
      "properties": {
        "code": {
          "$ref": "#/$defs/EventReasonCode",
          "description": "The reason as a code.",
          "examples": [
            "filter_error"
          ]
        },
        "message": {
          "type": "string",
          "description": "The reason as a sentence.",
          "examples": [
            "event.data has no field \"title\"."
          ]
        }
      },
      "description": "Why an event failed or was canceled."
    },
    "ActionStatus": {
      "type": "string",
      "enum": [
        "waiting",
        "retrying",
        "succeeded",
        "dead",
        "outcome_unknown",
        "skipped",
        "canceled"
      ],
      "description": "The status of an action for one event."
    },
    "ActionAttempt": {
      "type": "object",
      "required": [
        "at",
        "duration_ms"
      ],
      "properties": {
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "When the attempt began.",
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
          "type": "string",
          "description": "Why the attempt failed.",
          "examples": [
            "The destination responded with 503."
          ]
        }
      },
      "description": "One attempt to carry out an action."
    },
    "EventAction": {
      "type": "object",
      "required": [
        "id",
        "kind",
        "status",
        "attempts"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the action.",
          "examples": [
            "1"
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "run",
            "deliver"
          ],
          "description": "The kind of action.",
          "examples": [
            "run"
          ]
        },
        "status": {
          "$ref": "#/$defs/ActionStatus",
          "description": "The status of the action."
        },
        "run": {
          "type": "string",
          "description": "The ID of the run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "reason": {
          "type": "string",
          "description": "Why the action failed, or was skipped.",
          "examples": [
            "The tool rejected its arguments."
          ]
        },
        "attempts": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ActionAttempt"
          },
          "description": "The attempts, in order."
        },
        "next_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the next attempt is due.",
          "examples": [
            "2026-11-21T09:30:05Z"
          ]
        }
      },
      "description": "An action for one event."
    },
    "Event": {
      "type": "object",
      "required": [
        "id",
        "type",
        "source",
        "time",
        "received_at",
        "trigger",
        "app",
        "connection",
        "user",
        "key",
        "verified",
        "test",
        "depth",
        "status",
        "data_size",
        "actions"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the event.",
          "examples": [
            "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "type": {
          "type": "string",
          "description": "The type: `schedule`, `poll.new`, `github.issues.opened`, `connection.expired` and others.",
          "examples": [
            "poll.new"
          ]
        },
        "source": {
          "type": "string",
          "description": "The path of the trigger.",
          "examples": [
            "/api/v1/triggers/trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "subject": {
          "type": "string",
          "description": "What the event is about, such as the ID of an item.",
          "examples": [
            "1347"
          ]
        },
        "time": {
          "type": "string",
          "format": "date-time",
          "description": "When the event happened, as far as it is known.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "received_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the event was accepted.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "trigger": {
          "type": "string",
          "description": "The ID of the trigger.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "app": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the app; null if the event comes from none.",
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
          "description": "The ID of the connection; null if there is none.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
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
          "description": "The end user; null for an event of the account itself.",
          "examples": [
            "42"
          ]
        },
        "key": {
          "type": "string",
          "description": "The deduplication key. A trigger accepts a key once in 30 days.",
          "examples": [
            "1347"
          ]
        },
        "verified": {
          "type": "boolean",
          "description": "Whether the sender is known: false only for requests without a signature.",
          "examples": [
            true
          ]
        },
        "test": {
          "type": "boolean",
          "description": "Whether a caller sent the event with `fireTrigger`.",
          "examples": [
            false
          ]
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "description": "How many triggers led to the event. At most 5.",
          "examples": [
            0
          ]
        },
        "status": {
          "$ref": "#/$defs/EventStatus",
          "description": "The status of the event."
        },
        "reason": {
          "$ref": "#/$defs/EventReason",
          "description": "Why the event failed or was canceled."
        },
        "data": {
          "description": "The data: the item, or the `headers` and the `body` of a webhook. Absent for keys without the\n`run` permission, in lists, and after 7 days.",
          "examples": [
            {
              "number": 1347,
              "title": "It hums"
            }
          ]
        },
        "data_size": {
          "type": "integer",
          "minimum": 0,
          "description": "The size of the data in bytes. Larger data than 256 KiB is truncated.",
          "examples": [
            35
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/EventAction"
          },
          "description": "What was done, or will be done."
        }
      },
      "description": "An event. Events are stored for 30 days, their data for 7."
    },
    "ActionPreview": {
      "type": "object",
      "required": [
        "id",
        "outcome"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the action.",
          "examples": [
            "1"
          ]
        },
        "outcome": {
          "type": "string",
          "enum": [
            "act",
            "skip",
            "reject"
          ],
          "description": "Whether the action would be carried out, skipped or rejected.",
          "examples": [
            "act"
          ]
        },
        "reason": {
          "type": "string",
          "description": "Why the action would be skipped or rejected.",
          "examples": [
            "`when` is false."
          ]
        },
        "tool": {
          "type": "string",
          "description": "The tool to run.",
          "examples": [
            "slack.send_message"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments of the tool.",
          "examples": [
            {
              "channel": "C024BE91L",
              "text": "New issue: It hums"
            }
          ],
          "additionalProperties": true
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The address to deliver to.",
          "examples": [
            "https://app.example/hooks/jackfield"
          ]
        }
      },
      "description": "The arguments that an action would have."
    },
    "FiredTrigger": {
      "type": "object",
      "required": [
        "dry_run",
        "events",
        "duplicates"
      ],
      "properties": {
        "dry_run": {
          "type": "boolean",
          "description": "Whether nothing was stored or carried out.",
          "examples": [
            false
          ]
        },
        "events": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Event"
          },
          "description": "The accepted events. Empty for a dry run, and if a poll found nothing."
        },
        "duplicates": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The IDs of events that were accepted before.",
          "examples": [
            []
          ]
        },
        "sample": {
          "$ref": "#/$defs/EventSample",
          "description": "For a dry run, the event that would be accepted."
        },
        "filter": {
          "type": "string",
          "enum": [
            "passes",
            "rejects",
            "fails"
          ],
          "description": "For a dry run, whether the event passes the filter.",
          "examples": [
            "passes"
          ]
        },
        "filter_error": {
          "type": "string",
          "description": "For a dry run, why the filter fails.",
          "examples": [
            "event.data has no field \"title\"."
          ]
        },
        "actions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ActionPreview"
          },
          "description": "For a dry run, what each action would do."
        }
      },
      "description": "What firing a trigger did, or would do."
    },
    "EventList": {
      "type": "object",
      "required": [
        "data",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Event"
          },
          "description": "The events, newest first."
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
      "description": "A page of events."
    },
    "CloudEventDelivery": {
      "type": "object",
      "required": [
        "specversion",
        "id",
        "source",
        "type",
        "time",
        "datacontenttype"
      ],
      "properties": {
        "specversion": {
          "type": "string",
          "enum": [
            "1.0"
          ],
          "description": "The version of CloudEvents."
        },
        "id": {
          "type": "string",
          "description": "The ID of the event.",
          "examples": [
            "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "source": {
          "type": "string",
          "description": "The path of the trigger. In the test delivery, the address of the service.",
          "examples": [
            "/api/v1/triggers/trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "type": {
          "type": "string",
          "description": "The type of the event; `webhook.ping` for the test delivery.",
          "examples": [
            "poll.new"
          ]
        },
        "subject": {
          "type": "string",
          "description": "What the event is about, such as the ID of an item.",
          "examples": [
            "1347"
          ]
        },
        "time": {
          "type": "string",
          "format": "date-time",
          "description": "When the event happened (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "datacontenttype": {
          "type": "string",
          "description": "The media type of `data`.",
          "examples": [
            "application/json"
          ]
        },
        "jackfieldtrigger": {
          "type": "string",
          "description": "The ID of the trigger. Absent in the test delivery.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "jackfieldconnection": {
          "type": "string",
          "description": "The ID of the connection.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
          ]
        },
        "data": {
          "description": "The data of the event.",
          "examples": [
            {
              "number": 1347,
              "title": "It hums"
            }
          ]
        }
      },
      "description": "An event, as a `deliver` action with the format `cloudevents` sends it (CloudEvents 1.0.2)."
    },
    "EventsReplay": {
      "type": "object",
      "required": [
        "count"
      ],
      "properties": {
        "count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many events are acted on again.",
          "examples": [
            12
          ]
        }
      },
      "description": "The number of replayed events."
    },
    "EventDeletion": {
      "type": "object",
      "required": [
        "event",
        "deleted"
      ],
      "properties": {
        "event": {
          "type": "string",
          "description": "The ID of the event.",
          "examples": [
            "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "deleted": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true. Its deduplication key stays, so the event isn't accepted again."
        }
      },
      "description": "A deleted event."
    },
    "EventDelivery": {
      "type": "object",
      "required": [
        "type",
        "timestamp",
        "data"
      ],
      "properties": {
        "type": {
          "type": "string",
          "description": "The type of the event; `webhook.ping` for the test delivery.",
          "examples": [
            "poll.new"
          ]
        },
        "timestamp": {
          "type": "string",
          "format": "date-time",
          "description": "When the event happened (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "id": {
          "type": "string",
          "description": "The ID of the event. Absent for the test delivery.",
          "examples": [
            "evt_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "trigger": {
          "type": "string",
          "description": "The ID of the trigger.",
          "examples": [
            "trg_019a0b1c2d3e4f5061728394a5b6c7d8"
          ]
        },
        "app": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
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
          "description": "The ID of the connection.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
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
          "description": "The end user of the trigger.",
          "examples": [
            "42"
          ]
        },
        "subject": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "What the event is about, such as the ID of an item.",
          "examples": [
            "1347"
          ]
        },
        "data": {
          "description": "The data of the event.",
          "examples": [
            {
              "number": 1347,
              "title": "It hums"
            }
          ]
        }
      },
      "description": "An event, as a `deliver` action with the format `standard` sends it."
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
    "CheckLevel": {
      "type": "string",
      "enum": [
        "matches_client",
        "matches_example",
        "known_endpoint",
        "compiled",
        "refuted"
      ],
      "description": "How the requests of a tool compare with those of the vendor's own client. It says what a client\nsends, not what the service accepts:\n\n- `matches_client`: the client sends the same requests for the same inputs.\n- `matches_example`: a request that the vendor publishes as an example is the same.\n- `known_endpoint`: the client has the method and the path. The rest wasn't compared, or differs in\na way that the service accepts.\n- `compiled`: the tool was compiled from an API document, and not compared.\n- `refuted`: the client sends something else. The tool probably fails."
    },
    "CheckClient": {
      "type": "object",
      "required": [
        "name",
        "version"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the package on npm.",
          "examples": [
            "@octokit/rest"
          ]
        },
        "version": {
          "type": "string",
          "description": "The version of the package.",
          "examples": [
            "22.0.1"
          ]
        }
      },
      "description": "The package of a vendor's client."
    },
    "CheckExample": {
      "type": "object",
      "required": [
        "url",
        "date"
      ],
      "properties": {
        "url": {
          "type": "string",
          "description": "The page with the example.",
          "examples": [
            "https://developer.example.com/reference/create-a-note"
          ]
        },
        "date": {
          "type": "string",
          "description": "The day of the comparison.",
          "examples": [
            "2026-11-28"
          ]
        }
      },
      "description": "An example that a vendor publishes."
    },
    "ToolCheck": {
      "type": "object",
      "required": [
        "level"
      ],
      "properties": {
        "level": {
          "$ref": "#/$defs/CheckLevel"
        },
        "client": {
          "$ref": "#/$defs/CheckClient",
          "description": "The client that the tool was compared with; absent for examples and `compiled`."
        },
        "example": {
          "$ref": "#/$defs/CheckExample",
          "description": "The example that the tool was compared with; absent for clients and `compiled`."
        }
      },
      "description": "How the requests of a tool were checked."
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
        "check",
        "connection",
        "score",
        "confidence",
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
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the schema.",
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
        "check": {
          "$ref": "#/$defs/ToolCheck",
          "description": "How the tool's requests were checked."
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
        "confidence": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "The estimated probability that the task means this tool. Compare it across responses. Below 0.5,\nread the descriptions before you choose a tool. It is below 0.5 for tools of other apps if the\napp that the task names isn't available yet.",
          "examples": [
            0.86
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
        "step": {
          "type": "integer",
          "minimum": 1,
          "maximum": 8,
          "description": "The number of the step in `steps` that the tool is for, from 1; present with `steps`.",
          "examples": [
            1
          ]
        },
        "input_schema": {
          "type": "object",
          "description": "The JSON Schema (2020-12) for the tool's `arguments`, with at most 6 kB; present if `schemas` was\ntrue.",
          "additionalProperties": true
        },
        "input_schema_complete": {
          "type": "boolean",
          "description": "Whether `input_schema` is complete; present with it.",
          "examples": [
            true
          ]
        }
      },
      "description": "A tool that matches a task."
    },
    "SearchNoticeCode": {
      "type": "string",
      "enum": [
        "no_such_tool",
        "no_such_app",
        "connection_required",
        "tools_not_listed",
        "not_english",
        "refuted_tool",
        "no_match"
      ],
      "description": "Why the tools found may not be the ones that the task needs:\n\n- `no_such_tool`: the search found no tool of the app that the task names. The tools found do\nsomething else, or belong to other apps.\n- `no_such_app`: the task seems to name an app that isn't available.\n- `connection_required`: the task names an `mcp` app, whose tools can be found once it is connected.\n- `tools_not_listed`: the task names a connected `mcp` app whose tools haven't been listed yet.\n- `not_english`: the task doesn't seem to be in English, so the search may not understand it.\n- `refuted_tool`: the vendor's client sends something else than the best match, which comes last.\n- `no_match`: no tool matches, or probably none serves the task. The confidence in those found is low."
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
          "description": "The ID of the app that the task names; absent for `no_such_app`, `not_english` and `no_match`.",
          "examples": [
            "gmail"
          ]
        },
        "message": {
          "type": "string",
          "description": "What the search didn't find.",
          "examples": [
            "The search found no tool of Gmail for this task."
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
          "description": "The tools, best match first. If there are `steps`, the tools for them take turns: the best one\nfor each step, then the second best ones, and so on. The list can be empty."
        },
        "steps": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 8,
          "description": "The steps of the task, in its words; absent if the task isn't a sequence of commands.",
          "examples": [
            [
              "open an issue in GitHub",
              "post it to #dev in Slack"
            ]
          ]
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
    "SchemaDetail": {
      "type": "string",
      "enum": [
        "short",
        "complete"
      ],
      "description": "How much of a tool's input schema to return:\n\n- `short`: at most 6 kB, for a model. A longer schema keeps all required arguments. Descriptions\nname the parts that it leaves out, and it accepts them.\n- `complete`: all of it, up to 60 kB."
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
        "check",
        "connection",
        "input_schema",
        "input_schema_complete",
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
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the schema.",
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
        "check": {
          "$ref": "#/$defs/ToolCheck",
          "description": "How the tool's requests were checked."
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
        "input_schema_complete": {
          "type": "boolean",
          "description": "Whether `input_schema` is complete. If it isn't, request it with `schema` set to `complete`.",
          "examples": [
            true
          ]
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
      "description": "A tool with its input schema."
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
        "check",
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
          "description": "Up to 12 arguments, one per line, required ones first. Example:\n`title (string, required): The title of the issue.` `getTool` returns the schema.",
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
        "check": {
          "$ref": "#/$defs/ToolCheck",
          "description": "How the tool's requests were checked."
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
