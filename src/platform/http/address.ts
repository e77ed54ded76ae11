import { isIPv6, SocketAddress } from "node:net";

/** The address in the one spelling that addresses are compared in; IPv4 within IPv6 becomes IPv4. */
export function canonicalAddress(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");
}
