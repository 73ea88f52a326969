/** Which IP addresses are not on the public internet. */
import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

/** IPv6 reaches only global unicast (2000::/3), without the parts of it that embed IPv4. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const WRAPPED_IPV4 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  WRAPPED_IPV4.addSubnet(network, prefix, 'ipv6');
}

/** True if an IP address is not on the public internet. */
export function isPrivateAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return PRIVATE.check(ip, 'ipv4');
    case 6:
      return !GLOBAL_IPV6.check(ip, 'ipv6') || WRAPPED_IPV4.check(ip, 'ipv6');
    default:
      return true;
  }
}
