/**
 * Leads a program's connections to some ports to others, those of proxies: a replica set names its
 * members itself, so no address can do that. Preloaded (NODE_OPTIONS); DENARIA_DETOUR is a JSON
 * object of ports.
 */
import { Socket } from 'node:net';

const ports = JSON.parse(process.env['DENARIA_DETOUR'] ?? '{}');

// oxlint-disable-next-line typescript/unbound-method -- applied to its socket below
Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket, given) {
    // `net.connect` passes its arguments on as a list.
    const list = Array.isArray(given[0]) ? given[0] : given;
    const [options] = list;
    if (options?.port in ports) list[0] = { ...options, port: ports[options.port] };
    return Reflect.apply(connect, socket, given);
  },
});
