import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFunctionHost } from './function-host.ts'
import { createAttempts } from './testing/attempts.ts'
import { keepBusy } from './testing/keep-busy.ts'

describe('a function thread', () => {
  it('is not blamed for the time for which it was stopped', async () => {
    const events = { onMessage: () => undefined, onDeath: () => undefined }
    const folders = [join(import.meta.dirname, '../testing/functions')]
    const host = createFunctionHost(folders, events, () => performance.now(), { yielding: false })
    const asked = { step: 'Step', function: 'steps.loop_forever', with: {}, input: {}, state: {}, key: 'key' }
    void createAttempts().make(host, asked)
    // Asked for a second time it says how long the call has lasted.
    await expect.poll(() => host.look().lastedMs, { interval: 5 }).toBeGreaterThan(0)
    const [startedAt, { lastedMs: before }] = [performance.now(), host.look()]
    const idle = keepBusy()
    host.setHeld(true)
    const stoppedMs = () => performance.now() - startedAt - (host.look().lastedMs - before)
    await expect.poll(stoppedMs, { interval: 5 }).toBeGreaterThan(300)
    idle()
    await host.close()
  })
})
