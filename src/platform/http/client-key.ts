import { isIPv6 } from "node:net";

/** What counts as one client: an IPv4 address, or the /64 an IPv6 address lies in, which one household has whole. */
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
