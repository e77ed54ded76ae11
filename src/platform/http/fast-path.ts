// Responses for frequent GET requests that are written to Node's response directly, without a web Request and Response.
import type { IncomingMessage } from "node:http";

/** `headers` are names and values in turn, in addition to the headers of every response. */
export type FastResponse = { status: number; headers: readonly string[]; body: string | Uint8Array };

/** A GET request; `path` and `query` are not decoded. */
type FastRequest = {
  request: IncomingMessage;
  path: string;
  query: string;
  clientAddress: string;
  requestId: string;
};

/** Returns null where the app has to answer. */
export type FastHandler = (call: FastRequest) => Promise<FastResponse | null> | null;
