import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6, SocketAddress } from "node:net";

/**
 * Returns the client's address: the socket's peer or, behind a trusted proxy, the right-most hop of X-Forwarded-For that is not
 * trusted. If that hop is not an address, it returns the peer.
 */
export function getClientAddress(request: IncomingMessage, trustedProxies: BlockList): string {
  const isTrusted = (address: string): boolean => {
    const [bare = ""] = address.split("%", 1);
    const family = isIP(bare);
    return family !== 0 && trustedProxies.check(bare, family === 6 ? "ipv6" : "ipv4");
  };
  const peer = toCanonicalAddress(request.socket.remoteAddress ?? "");
  if (!isTrusted(peer)) return peer;
  const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const client = hops.map((hop) => toCanonicalAddress(hop.trim())).findLast((hop) => !isTrusted(hop));
  return client !== undefined && isIP(client) !== 0 ? client : peer;
}

/** Parses addresses and ranges such as 10.0.0.0/8; returns null if any is invalid. */
export function parseAddressRanges(ranges: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const range of ranges) {
    const [addressText = "", prefix, ...rest] = range.split("/");
    const address = toCanonicalAddress(addressText);
    const [family, bits] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    // A range of all addresses is refused: any client could then forge its address.
    const isRange = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
    if (isIP(address) === 0 || addressText.includes("%") || !isRange || rest.length > 0) return null;
    list.addSubnet(address, Number(prefix ?? bits), family);
  }
  return list;
}

/** Returns the normalized address; an IPv4-mapped IPv6 address becomes IPv4. */
function toCanonicalAddress(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");
}

/** Returns the rate limit key of a client: its IPv4 address, or the /64 of its IPv6 address, which belongs to one household. */
export function getClientKey(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const allGroups = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ?? "").split(":")];
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
