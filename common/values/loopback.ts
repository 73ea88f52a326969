/** The host names by which a machine calls itself, and nobody else does. */

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.[0-9]{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name (without a port) stands for this very machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
