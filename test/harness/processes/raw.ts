// Sends requests byte by byte, because HTTP client libraries refuse to send the malformed requests of these tests.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { World } from "#test/harness/world.ts";

/** Opens a connection to the server. */
export async function openConnection({ origin }: Pick<World, "origin">): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  // A connection that the server closes does not fail the test.
  return socket.on("error", () => {});
}

/** Returns everything that the server sends until the connection ends. */
export async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

/** Sends exactly these bytes, and returns the response. */
export async function sendRaw(world: Pick<World, "origin">, request: string): Promise<string> {
  const socket = await openConnection(world);
  socket.write(request);
  return readAll(socket);
}

export const getHost = ({ origin }: Pick<World, "origin">): string => new URL(origin).host;
