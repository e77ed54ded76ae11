import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { canonicalAddress } from "./address.ts";

/**
 * The address of whoever asks: the socket's peer, or, where that is a trusted proxy, the right-most hop of
 * X-Forwarded-For that is none. A hop that is no address ends the search: the proxy nearest to us vouched for nothing
 * beyond it.
 */
export function clientAddressOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = canonicalAddress(request.socket.remoteAddress ?? "");
  if (!trustedProxies.includes(peer)) return peer;
  const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const client = hops.map((hop) => canonicalAddress(hop.trim())).findLast((hop) => !trustedProxies.includes(hop));
  return client !== undefined && isIP(client) !== 0 ? client : peer;
}
