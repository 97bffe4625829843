import type { Append, Appended } from '../../commit/append.ts'
import { excludesPayloads, withinPayloadBudget } from '../../payload/payload-budget.ts'
import type { Claimed, ClaimLimit, EngineIdentity, LoadedRun, TakeRuns } from '../../ports.ts'
import { kindOfStoreError } from '../../store-error.ts'
import { tuning } from '../../tuning.ts'
import { answer, appendAll } from './append.ts'
import { load } from './read.ts'
import { enqueueWoken, openMail, PARKED, parkRow, type Tables } from './tables.ts'

/** Rows of the ready table, locked until `end`. */
export interface Picked {
  readonly runs: readonly LoadedRun[]
  /** For whose large values there was no room. */
  readonly left: number
  end(): void
}

const none: Picked = { runs: [], left: 0, end: () => undefined }

export function pick(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  { runs, notOf = [], engines = 1, payloads }: ClaimLimit,
): Picked {
  const owner = tables.engines.get(engine.id)
  if (!owner || owner.expiresAt <= now) return none
  const isSmall = payloads !== undefined && excludesPayloads(payloads)
  const found = [...tables.ready]
    .filter(([, row]) => !row.locked && row.position < PARKED)
    .sort(([, a], [, b]) => a.position - b.position)
    .filter(([runId]) => notOf.length === 0 || !notOf.includes(tables.states.get(runId)?.ownerId ?? ''))
    .filter(([runId]) => !isSmall || !tables.payloads.has(runId))
    .slice(0, engines > 1 && notOf.length === 0 ? Math.min(runs, shareOf(tables, runs, engines)) : runs)
  if (found.length === 0) return none
  for (const [, row] of found) row.locked = true
  const rows = withinPayloadBudget(found, ([runId]) => payloadBytes(tables, runId), payloads)
  owner.claiming += 1
  return {
    runs: rows.map(([runId]) => load(tables, runId)),
    left: found.length - rows.length,
    end() {
      for (const [, row] of found) row.locked = false
      // The row itself is replaced when the lease is renewed.
      const still = tables.engines.get(engine.id)
      if (still) still.claiming = Math.max(0, still.claiming - 1)
    },
  }
}

/** The share of an engine of the runs that wait; the twin of the share in `store/claim.ts`. */
function shareOf(tables: Tables, runs: number, engines: number): number {
  const waiting = [...tables.ready.values()].filter(({ position }) => position < PARKED).length
  return Math.max(tuning.leastShare, Math.ceil(Math.min(waiting, runs * engines) / engines))
}

function payloadBytes(tables: Tables, runId: string): number {
  let bytes = 0
  for (const text of tables.payloads.get(runId)?.values() ?? []) bytes += Buffer.byteLength(text)
  return bytes
}

/** What a claim writes, at one instant. */
export function finishClaim(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  { appends, leave, parked = [] }: Awaited<ReturnType<TakeRuns>>,
): ReadonlyMap<string, Appended> {
  const answers = appendAll(tables, now, engine, appends, false)
  for (const { runId, mailSeq, handled } of leave) {
    const state = tables.states.get(runId)
    if (!state || state.mailSeq !== mailSeq || state.engineId !== null) continue
    answer(tables, now, runId, handled)
    tables.ready.delete(runId)
  }
  for (const runId of parked) parkRow(tables, runId)
  return answersByRun(appends, answers)
}

export function unpark(tables: Tables, now: number, limit: number): number {
  const runIds = [...tables.ready].flatMap(([runId, row]) => (row.position < PARKED || row.locked ? [] : [runId]))
  const again = runIds.slice(0, limit)
  for (const runId of again) {
    tables.ready.delete(runId)
    enqueueWoken(tables, runId, now)
  }
  const unread = [...tables.mail.keys()].filter(
    (runId) =>
      openMail(tables, runId).length > 0 && tables.states.get(runId)?.engineId === null && !tables.ready.has(runId),
  )
  for (const runId of unread.slice(0, limit)) enqueueWoken(tables, runId, now)
  return again.length + Math.min(unread.length, limit)
}

export function answersByRun(appends: readonly Append[], answers: readonly Appended[]): ReadonlyMap<string, Appended> {
  return new Map(appends.map(({ runId }, index) => [runId, answers[index] ?? { kind: 'fenced' }]))
}

/** The twin of `store/claim.ts`: what a claim leaves unclear is asked for again by its caller. */
export async function claim(
  tables: Tables,
  now: () => number,
  engine: EngineIdentity,
  limit: ClaimLimit,
  take: TakeRuns,
  write: typeof finishClaim = finishClaim,
): Promise<Claimed> {
  const picked = pick(tables, now(), engine, limit)
  if (picked.runs.length + picked.left === 0) return { found: 0, answers: new Map() }
  let appends: readonly Append[] = []
  try {
    const taken = await take(picked.runs)
    appends = taken.appends
    return { found: picked.runs.length, left: picked.left, answers: write(tables, now(), engine, taken) }
  } catch (error) {
    if (appends.length === 0 || kindOfStoreError(error) === 'transient') throw error
    picked.end()
    return { found: appends.length, answers: oneByOne(tables, now(), engine, appends, write) }
  } finally {
    picked.end()
  }
}

/**
 * Writes the appends one by one: an append that can never be stored, or trips over a bug, gets no answer, and its run
 * stays in the table.
 */
function oneByOne(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  appends: readonly Append[],
  write: typeof finishClaim,
): ReadonlyMap<string, Appended> {
  const answers = new Map<string, Appended>()
  let bug: unknown = null
  for (const append of appends) {
    try {
      for (const [runId, each] of write(tables, now, engine, { appends: [append], leave: [] })) answers.set(runId, each)
    } catch (error) {
      const kind = kindOfStoreError(error)
      if (kind === 'transient') throw error
      if (kind === 'bug') bug = error
    }
  }
  if (answers.size === 0 && bug !== null) throw bug
  return answers
}
