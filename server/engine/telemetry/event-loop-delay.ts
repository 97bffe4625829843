import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

const RESOLUTION_MS = 20
const NS_PER_S = 1e9

/** Gauges of this process: the delay of its event loop since the last scrape, and its resident memory. */
export function measureProcess(registry: Registry, processName: string): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  new Gauge({
    name: 'heddle_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last look',
    labelNames: ['process', 'quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [50, 99, 100]) {
        // The histogram holds whole intervals between two timers.
        const late = Math.max(0, delay.percentile(quantile) / NS_PER_S - RESOLUTION_MS / 1_000)
        this.set({ process: processName, quantile: String(quantile / 100) }, late)
      }
      delay.reset()
    },
  })
  new Gauge({
    name: 'heddle_resident_memory_bytes',
    help: 'Memory that the process holds',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process: processName }, process.memoryUsage.rss())
    },
  })
}
