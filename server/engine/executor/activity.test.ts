import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createExecutorUnderTest } from './testing/executor-under-test.ts'

const source = `
import { writeFile } from 'node:fs/promises'
import { ApplicationFailure, activityInfo, heartbeat } from 'heddle/activity'

export const add = (a: number, b: number) => a + b
export async function info() {
  await undefined
  const { stepName, attempt, idempotencyKey, signal } = activityInfo()
  return { stepName, attempt, idempotencyKey, isAborted: signal.aborted }
}
export function refuse() {
  throw new ApplicationFailure('The card was refused.', { type: 'CardRefused', retryable: false })
}
export async function note(file: string) {
  await writeFile(file, 'called')
}
export async function long(file: string) {
  heartbeat({ done: 0.5 })
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      heartbeat()
    }
  } catch (error) {
    await writeFile(file, (error as Error).name)
    throw error
  }
}
`

describe('an activity of code', () => {
  const { open, opened, call, close, progress } = createExecutorUnderTest()
  afterEach(close)

  async function emptyFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-activities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return folder
  }

  async function openFolder() {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'activities.ts'), source)
    open({ functionsFolders: [folder] })
  }

  const activity = (name: string, args: readonly (number | string)[] = [], more: object = {}) =>
    call(`activities.${name}`, { activity: true, with: args, step: `${name}#1`, ...more })

  it('is called with its arguments, and knows its call also after an await', async () => {
    await openFolder()
    expect(await activity('add', [2, 3])).toEqual({ kind: 'completed', output: 5 })
    expect(await activity('info', [], { attempt: 2 })).toEqual({
      kind: 'completed',
      output: { stepName: 'info#1', attempt: 2, idempotencyKey: 'key', isAborted: false },
    })
  })

  it('code 5: fails with its own type, by which a policy knows it', async () => {
    await openFolder()
    expect(await activity('refuse')).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'CardRefused' } })
  })

  it('code 7: its next heartbeat throws once the call is over', async () => {
    await openFolder()
    const file = join(await emptyFolder(), 'caught')
    const outcome = await activity('long', [file], { timeoutMs: 50 })
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'STEP_TIMEOUT' } })
    expect(progress.length).toBeGreaterThan(0)
    await expect.poll(() => readFile(file, 'utf8').catch(() => null)).toBe('CancelledFailure')
  })

  it('is never called once it was cancelled while its function was being loaded', async () => {
    await openFolder()
    const file = join(await emptyFolder(), 'called')
    void activity('note', [file], { id: 'cancelled' })
    opened().cancel('cancelled')
    // Loaded after the first one, from the same module.
    expect(await activity('add', [2, 3])).toEqual({ kind: 'completed', output: 5 })
    expect(await activity('add', [2, 3])).toEqual({ kind: 'completed', output: 5 })
    expect(await readFile(file, 'utf8').catch(() => null)).toBeNull()
  })
})
