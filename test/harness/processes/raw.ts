// Requests byte by byte: no client library stands between, which would send none of what these stories are about.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { World } from "#test/harness/world.ts";

/** A connection to the server, through which nothing was sent yet. */
export async function connection({ origin }: Pick<World, "origin">): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  // What the server cuts off is no failure of a story.
  return socket.on("error", () => {});
}

/** Everything that the server sends until the connection ends. */
export async function allFrom(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

/** What the server answers to exactly these bytes. */
export async function raw(world: Pick<World, "origin">, request: string): Promise<string> {
  const socket = await connection(world);
  socket.write(request);
  return allFrom(socket);
}

export const getHost = ({ origin }: Pick<World, "origin">): string => new URL(origin).host;
