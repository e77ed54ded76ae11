import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import fc from "fast-check";
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
  ["10.1.2.3", "2001:DB8::0:1", "2001:db8::1"],
  ["10.1.2.3", "::ffff:203.0.113.9", "203.0.113.9"],
  ["10.1.2.3", "::ffff:203.0.113.9, ::ffff:10.200.30.40", "203.0.113.9"],
  ["10.1.2.3", "10.9.9.9, fd00::1", "10.1.2.3"],
  ["2001:db8::5", "203.0.113.9", "2001:db8::5"],
  ["10.1.2.3", undefined, "10.1.2.3"],
  [undefined, "203.0.113.9", ""],
] as const)(
  "behind proxies of 10.0.0.0/8, fd00::/8, fe80::/10 and 192.0.2.1, a request of %s for %s comes from %s",
  ([remoteAddress, forwarded, client]) => {
    const trusted = parseAddressRanges(["10.0.0.0/8", "fd00::/8", "fe80::/10", "192.0.2.1"]);
    if (!trusted) throw new Error("The ranges were refused.");
    const request = { socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } };
    expect(getClientAddress(request as unknown as IncomingMessage, trusted)).toBe(client);
  },
);

/** The groups of a public IPv6 address. */
const anyGroups = fc.tuple(
  fc.integer({ min: 0x2000, max: 0x3fff }),
  ...Array.from({ length: 7 }, () => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))),
);
/** Writes the groups without "::", with leading zeros up to `digits`. */
const formatGroups = (groups: readonly number[], digits: number, isUpper: boolean): string => {
  const text = groups.map((group) => group.toString(16).padStart(digits, "0")).join(":");
  return isUpper ? text.toUpperCase() : text;
};

test("behind trusted proxies neither the spelling nor forged hops change a client's address", () => {
  const trusted = parseAddressRanges(["10.0.0.0/8", "fd00::/8"]);
  if (!trusted) throw new Error("The ranges were refused.");
  const anyByte = fc.integer({ min: 0, max: 255 });
  const anyProxy = fc
    .tuple(anyByte, anyByte, fc.constantFrom("10.", "::ffff:10.", "fd00::"))
    .map(([a, b, prefix]) => (prefix === "fd00::" ? `fd00::${a}:${b}` : `${prefix}${a}.${b}.7`));
  const anyClient = fc.oneof(
    fc.tuple(anyByte, anyByte, fc.boolean()).map(([a, b, isMapped]) => {
      return { sent: `${isMapped ? "::ffff:" : ""}203.${a}.113.${b}`, address: `203.${a}.113.${b}` };
    }),
    fc.tuple(anyGroups, fc.integer({ min: 1, max: 4 }), fc.boolean()).map(([groups, digits, isUpper]) => {
      // An independent parser gives the normalized form.
      const address = new URL(`http://[${formatGroups(groups, 1, false)}]`).hostname.slice(1, -1);
      return { sent: formatGroups(groups, digits, isUpper), address };
    }),
  );
  const anyClaim = fc.oneof(
    fc.string(),
    anyProxy,
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("", "unknown", "_hidden", ","),
  );
  const cases = fc.tuple(
    fc.array(anyClaim, { maxLength: 3 }),
    anyClient,
    fc.array(anyProxy, { maxLength: 3 }),
    anyProxy,
  );
  fc.assert(
    fc.property(cases, fc.constantFrom(",", ", ", " ,  "), ([claims, { sent, address }, proxies, peer], comma) => {
      const forwarded = { "x-forwarded-for": [...claims, sent, ...proxies].join(comma) };
      const getAddress = (remoteAddress: string) =>
        getClientAddress({ socket: { remoteAddress }, headers: forwarded } as unknown as IncomingMessage, trusted);
      expect(getAddress(peer)).toBe(address);
      // Without a trusted proxy the header is ignored.
      expect(getAddress(sent)).toBe(address);
    }),
    { numRuns: 10_000 },
  );
});

test("addresses of the same /64 share a key, in every spelling, and other networks have other keys", () => {
  fc.assert(
    fc.property(
      anyGroups,
      anyGroups,
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (networkGroups, hostGroups, digits, isUpper) => {
        const [network, host] = [networkGroups.slice(0, 4), hostGroups.slice(4)];
        const key = getClientKey(formatGroups(networkGroups, 1, false));
        expect(getClientKey(formatGroups([...network, ...host], digits, isUpper))).toBe(key);
        const short = new URL(`http://[${formatGroups([...network, ...host], 1, false)}]`).hostname.slice(1, -1);
        expect(getClientKey(short)).toBe(key);
        const isSame = network.every((group, index) => group === hostGroups[index]);
        expect(getClientKey(formatGroups(hostGroups, 1, false)) === key).toBe(isSame);
      },
    ),
    { numRuns: 10_000 },
  );
});

test.for([
  [["10.0.0.0/8"], ["10.255.255.255"], ["11.0.0.0"]],
  [["192.0.2.1"], ["192.0.2.1"], ["192.0.2.0", "192.0.2.2"]],
  [["::ffff:192.0.2.0/24"], ["192.0.2.77"], ["192.0.3.1"]],
  [
    ["2001:db8::/127", "fd00::1"],
    ["2001:db8::1", "fd00::1"],
    ["2001:db8::2", "fd00::2"],
  ],
  [
    ["10.0.0.0/32", "fd00::/128"],
    ["10.0.0.0", "fd00::"],
    ["10.0.0.1", "fd00::1"],
  ],
  [["128.0.0.0/1"], ["128.0.0.0", "255.0.0.1"], ["127.0.0.1"]],
] as const)("the ranges %s contain %s and not %s", ([ranges, inside, outside]) => {
  const list = parseAddressRanges(ranges);
  const contains = (address: string) => list?.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  expect(inside.map(contains)).toEqual(inside.map(() => true));
  expect(outside.map(contains)).toEqual(outside.map(() => false));
});

test.for([
  "",
  "/8",
  "proxy.example",
  "10.0.0",
  "10.0.0.0/",
  "10.0.0.0/0",
  "10.0.0.0/08",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "10.0.0.0/8x",
  "10.0.0.0/x8",
  "10.0.0.0/-8",
  "10.0.0.0/1.5",
  "::/0",
  "fd00::/129",
  "fe80::1%eth0",
  "fe80::%eth0/64",
])("%j is not a valid range", (range) => {
  expect(parseAddressRanges(["10.0.0.1", range])).toBeNull();
});

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["no address", "no address"],
  ["no: address", "no: address"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::2:3:4:5:6", "2001:db8:0:2::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ["::", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
] as const)("the rate limit key of %s is %s", ([address, key]) => {
  expect(getClientKey(address)).toBe(key);
});
