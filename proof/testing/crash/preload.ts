import { flushCompileCache } from 'node:module'
import type { ToArmed } from './armed-process.ts'
import { arm, shareWithThreads } from './strike.ts'

/**
 * Preloaded into a process of the tests: loads what it will need, waits for the
 * word to begin, and arms crash points when it is told to.
 */
const armed = shareWithThreads()
await Promise.all([
  import('#server/env.ts'),
  import('#server/operations/background.ts'),
  import('#server/engine/engine.ts'),
  import('#server/engine/telemetry/engine-metrics.ts'),
  import('#server/engine/workers/worker.ts'),
])
// A process that is killed leaves nothing behind for the next one by itself.
flushCompileCache()

const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
process.on('message', (message: ToArmed) => {
  if (message.arm) arm(armed, message.arm.point, message.arm.times)
  if (message.begin) begin()
  else process.send?.({ type: 'armed' })
})
await begun
