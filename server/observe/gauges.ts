/** Gauges that look up their value whenever the metrics are read. */
import { Gauge, type Registry } from 'prom-client';

export function gaugesIn(registry: Registry) {
  return (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
}
