import type { IncomingMessage } from "node:http";
import { isIP, isIPv6, SocketAddress } from "node:net";

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

/** The normalized address; IPv4 within IPv6 becomes IPv4. */
export function canonicalAddress(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");
}

/** The rate limit key of a client: an IPv4 address, or the /64 of an IPv6 address, which belongs to one household. */
export function getClientKey(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ?? "").split(":")];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
