// Answers that go straight into Node's response, without a web Request and Response in between: for what is asked most.
import type { IncomingMessage } from "node:http";

/** The answer, its headers as names and values in turn, beside those of every answer. */
export type FastResponse = { status: number; headers: readonly string[]; body: string | Uint8Array };

/** A GET as it arrived: the path and what stands behind the question mark, neither of them decoded. */
export type FastRequest = {
  request: IncomingMessage;
  path: string;
  query: string;
  clientAddress: string;
  requestId: string;
};

/** Null: no common case of mine, the app answers. */
export type FastHandler = (call: FastRequest) => Promise<FastResponse | null> | null;
