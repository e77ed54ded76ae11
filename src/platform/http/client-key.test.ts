import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { getClientAddress, getClientKey, parseAddressRanges } from "./client-address.ts";

test.for([
  ["10.1.2.3", "203.0.113.9", "203.0.113.9"],
  ["::ffff:10.1.2.3", "203.0.113.9, 10.9.9.9", "203.0.113.9"],
  ["fd00::7", "198.51.100.1, 203.0.113.9,fd00:1::2", "203.0.113.9"],
  ["10.1.2.3", "203.0.113.9, nonsense", "10.1.2.3"],
  ["10.1.2.3", "", "10.1.2.3"],
  ["11.1.2.3", "203.0.113.9", "11.1.2.3"],
  ["192.0.2.1", "203.0.113.9", "203.0.113.9"],
  ["192.0.2.2", "203.0.113.9", "192.0.2.2"],
  ["fe80::1%eth0", "203.0.113.9", "203.0.113.9"],
] as const)(
  "behind proxies of 10.0.0.0/8, fd00::/8, fe80::/10 and 192.0.2.1, a request of %s for %s comes from %s",
  ([remoteAddress, forwarded, client]) => {
    const trusted = parseAddressRanges(["10.0.0.0/8", "fd00::/8", "fe80::/10", "192.0.2.1"]);
    if (!trusted) throw new Error("The ranges were refused.");
    const request = { socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } };
    expect(getClientAddress(request as unknown as IncomingMessage, trusted)).toBe(client);
  },
);

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
] as const)("%s is counted as %s", ([address, key]) => {
  expect(getClientKey(address)).toBe(key);
});
