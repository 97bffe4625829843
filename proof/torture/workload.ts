import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EngineClient } from '#server/engine/requests/engine-client.ts'
import { publishTexts } from '../testing/publish.ts'
import { isFanOut, severalRuns } from './fan-outs.ts'
import { drawResources, lockingFailures, lockingMix } from './locking.ts'
import type { Random } from './random.ts'
import type { Signaller } from './signaller.ts'

/** A run whose start was accepted, and what must become of it. */
export interface Accepted {
  readonly runId: string
  readonly workflow: string
  readonly fails: boolean
  /** Where its functions, and those of its children, leave their effects. */
  readonly receiver: string
  readonly at: number
}

/** Keeps so many runs in flight, of a steady mix. */
export interface Workload {
  /** Accepted and not yet found to be in order; by run id. */
  readonly accepted: Map<string, Accepted>
  readonly started: number
  /** Starts that had to be asked for again. */
  readonly startsRepeated: number
  /** No more starts. Settles when the last one was answered. */
  finish(): Promise<void>
  remove(): Promise<void>
}

/** How often of each; `Family`, `Journey` and `Booking` are for the rarer kinds of effects. */
const mix = {
  Sequence: 4,
  Branches: 3,
  Sleeper: 3,
  Family: 2,
  Journey: 3,
  Booking: 3,
  Outpost: 3,
  Variants: 1,
  StoppedBundle: 1,
  SettledBundle: 1,
}
const canFail = ['Journey', 'Booking', 'StoppedBundle', 'SettledBundle', ...Object.keys(lockingFailures)]
const FILE_MS = 30_000
const LOOK_MS = 100
const AT_ONCE = 50

export async function startWorkload(
  pool: Pool,
  client: EngineClient,
  random: Random,
  signaller: Signaller,
  { runs, envelopes }: { readonly runs: number; readonly envelopes: boolean },
): Promise<Workload> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-torture-effects-'))
  await publishTexts(pool, join(import.meta.dirname, 'workflows.yaml'))
  await publishTexts(pool, join(import.meta.dirname, '..', 'testing', 'crash', 'journey.yaml'))
  if (envelopes) await publishTexts(pool, join(import.meta.dirname, '..', 'testing', 'crash', 'locking.yaml'))
  const drawnFrom: Readonly<Record<string, number>> = envelopes ? { ...mix, ...lockingMix } : mix
  const accepted = new Map<string, Accepted>()
  let started = 0
  let startsRepeated = 0
  let stopping = false

  const startOne = async (): Promise<void> => {
    const workflow = random.weighted(drawnFrom)
    const mayFail = canFail.includes(workflow)
    const fails = mayFail && random.next() < 0.5
    const receiver = join(folder, `${Math.floor(Date.now() / FILE_MS)}.jsonl`)
    await appendFile(receiver, '')
    const plain = {
      ownerId: 'local',
      dataRegion: 'local',
      actor: { id: 'torture' },
      workflow,
      input: { receiver, fail: fails, ...(Object.hasOwn(lockingMix, workflow) && drawResources(random)) },
      idempotencyKey: randomUUID(),
    }
    for (;;) {
      try {
        const several = isFanOut(workflow) ? await severalRuns(pool, client, workflow, plain.input) : {}
        const result = await client.starter.start({ ...plain, ...several })
        if (!result.ok) throw new TypeError(`${workflow} could not be started: ${result.code}`)
        accepted.set(result.runId, { runId: result.runId, workflow, fails, receiver, at: Date.now() })
        if (workflow === 'Outpost') signaller.owe(result.runId)
        started += 1
        return
      } catch (error) {
        if (error instanceof TypeError) throw error
        startsRepeated += 1
        await sleep(LOOK_MS)
      }
    }
  }

  const working = (async () => {
    while (!stopping) {
      const open = await countOpen(pool)
      const missing = open === null ? 0 : Math.min(AT_ONCE, runs - open)
      await Promise.all(Array.from({ length: Math.max(0, missing) }, startOne))
      await sleep(LOOK_MS)
    }
  })()

  return {
    accepted,
    get started() {
      return started
    },
    get startsRepeated() {
      return startsRepeated
    },
    async finish() {
      stopping = true
      await working
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Null while the database is away. */
async function countOpen(pool: Pool): Promise<number | null> {
  try {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from run_state s join run r on r.id = s.run_id
        where s.ended_at is null and r.parent_run_id is null`,
    )
    return rows[0]?.open ?? 0
  } catch {
    return null
  }
}
