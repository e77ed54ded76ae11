import type { IncomingMessage } from "node:http";

/**
 * The address of whoever asks: the socket's peer, or, where that is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is none. Mapped IPv4 addresses come back as IPv4.
 */
export function clientAddressOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = plain(request.socket.remoteAddress ?? "");
  if (!trustedProxies.includes(peer)) return peer;
  const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return hops.map((hop) => plain(hop.trim())).findLast((hop) => hop !== "" && !trustedProxies.includes(hop)) ?? peer;
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
