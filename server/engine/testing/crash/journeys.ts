import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Harness } from '../harness.ts'
import { publishTexts } from '../publish.ts'
import type { ReceivedEffect } from './effects.ts'
import { startOperator } from './operator.ts'

/** Runs of the journey, somebody who answers them, and the receiver of their effects. */
export interface Journeys {
  readonly receiver: string
  /** Two at once: one that completes, one whose saga rolls back. */
  start(): Promise<void>
  /** Runs that have not ended, also below. */
  open(): Promise<number>
  received(): Promise<readonly ReceivedEffect[]>
  close(): Promise<void>
}

export async function openJourneys(harness: Harness): Promise<Journeys> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-receiver-'))
  const receiver = join(folder, 'effects.jsonl')
  await appendFile(receiver, '')
  await publishTexts(harness.pool, join(import.meta.dirname, 'journey.yaml'))
  const operator = startOperator(harness.pool)
  return {
    receiver,
    async start() {
      await harness.start('Journey', { receiver, fail: false })
      await harness.start('Journey', { receiver, fail: true })
    },
    async open() {
      const { rows } = await harness.pool.query<{ open: number }>(
        'select count(*)::int as open from run_state where ended_at is null',
      )
      return rows[0]?.open ?? 0
    },
    async received() {
      const lines = (await readFile(receiver, 'utf8')).split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line) as ReceivedEffect)
    },
    async close() {
      await operator.stop()
      await rm(folder, { recursive: true })
    },
  }
}
