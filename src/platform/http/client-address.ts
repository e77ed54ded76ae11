import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { canonicalAddress } from "./address.ts";

/**
 * The client's address: the socket's peer or, behind a trusted proxy, the right-most hop of X-Forwarded-For that is not
 * trusted. A hop that is not an address ends the search: the nearest proxy vouched for nothing beyond it.
 */
export function getClientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = canonicalAddress(request.socket.remoteAddress ?? "");
  if (!trustedProxies.includes(peer)) return peer;
  const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const client = hops.map((hop) => canonicalAddress(hop.trim())).findLast((hop) => !trustedProxies.includes(hop));
  return client !== undefined && isIP(client) !== 0 ? client : peer;
}
