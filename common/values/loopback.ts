/** Host names that refer only to the local machine. */

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.[0-9]{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name (without a port) refers to the local machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
