import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, ms } from '../harness/stats.ts'
import type { WebProcess } from '../harness/web/web-process.ts'
import { GOAL_MS, type Latency, measurePage, runsAtWork } from './pixel.ts'
import { startSubscribers } from './subscribers.ts'
import { writeEvents } from './write-events.ts'

const CROWD = { reading: 180, stalled: 20 } as const
/** Enough to fill what the system keeps for a connection, some megabytes, within seconds. */
const HEAVY = { bytes: 256_000, everyMs: 150 } as const
const FOR_MS = 100_000
/** Cut off is who took nothing during a whole interval, which may have begun just before; filling the buffers takes time, too. */
const BOUND_MS = 2 * 2 * limits.live.heartbeatMs + 20_000

/** A collection stands still for some hundredths of a second: seldom enough not to be what is measured. */
const LOOK_EVERY_MS = 5_000
/** From the first third of the time to the last: what is under way at a moment differs by more than a tenth. */
const GROWTH = 1.2
const MB = 1_048_576

/**
 * Twenty readers of a run with large events stop reading, among 180 that read, and come back to do the same whenever they are
 * cut off: how soon that is, what the web process keeps for them, and how soon an event is drawn meanwhile on the page of another run.
 */
export async function measureStalled(stage: Stage, browser: Browser, web: WebProcess): Promise<readonly Row[]> {
  const [heavy = '', watched = ''] = await runsAtWork(stage, 2)
  const url = `http://127.0.0.1:${web.port}`
  const page = { path: `/runs/${watched}?view=history`, runId: watched }
  const draw = (forMs: number) => measurePage(stage, browser, url, page, { perSecond: 1_000, forMs })
  const readers = await startSubscribers(web.port, '/api/trpc/runs.changes?input=%7B%7D', { ...CROWD, stalled: 0 })
  const before = await draw(20_000)
  const path = `/api/trpc/runs.watch?input=${encodeURIComponent(JSON.stringify({ runId: heavy, lastEventId: '3' }))}`
  const stalled = await startSubscribers(web.port, path, { ...CROWD, reading: 0 })
  const ending = new AbortController()
  const keptBefore = await web.keptBytes()
  const memory: Memory[] = []
  const others = Promise.all([growHeavily(stage.pool, heavy, ending.signal), watchMemory(web, memory, ending.signal)])
  const meanwhile = await draw(FOR_MS)
  ending.abort()
  await others
  const { cutAfterMs } = await stalled.report()
  const { bytes, readersCut } = await readers.report()
  await stalled.stop()
  await readers.stop()
  const last = Math.max(0, ...cutAfterMs)
  const thirds = [0, 1, 2].map((part) => memory.slice(...slice(memory.length, part, 3)))
  const kept = thirds.map((third) => median(third.map(({ keptBytes }) => keptBytes)) / MB)
  const resident = thirds.map((third) => Math.max(...third.map(({ residentBytes }) => residentBytes)) / MB)
  const [first = 0, , third = 0] = kept
  return [
    {
      bench: 'live',
      shape: `${CROWD.stalled} readers that stand still, while their run grows by ${count((HEAVY.bytes * 1_000) / HEAVY.everyMs / 1_000)} kB/s`,
      measured: `cut off ${cutAfterMs.length} times, after ${(last / 1_000).toFixed(0)} s at the latest`,
      goal: `all within ${BOUND_MS / 1_000} s`,
      met: cutAfterMs.length >= CROWD.stalled && last <= BOUND_MS && readersCut === 0,
      notes: [`${readersCut} of ${CROWD.reading} that read were cut off; they read ${count(bytes / 1e6)} MB`],
      figures: { cut: cutAfterMs.length, last, readersCut },
    },
    {
      bench: 'live',
      shape: 'what the web process keeps meanwhile',
      measured: `${inTurn(kept)} after a collection`,
      against: `before they came ${count(keptBefore / MB)} MB`,
      goal: 'does not grow',
      met: third < GROWTH * first,
      notes: [`with garbage and room for more, as the system counts it, at most ${inTurn(resident)}`],
      figures: { first, third, before: keptBefore / MB, resident: Math.max(...resident) },
    },
    {
      bench: 'live',
      shape: 'event to pixel meanwhile, 1,000 events/s, page of another run',
      measured: said(meanwhile),
      against: `before they came ${said(before)}`,
      goal: `p95 < ${GOAL_MS} ms`,
      met: meanwhile.lost === 0 && meanwhile.p95 < GOAL_MS,
      figures: { ...meanwhile },
    },
  ]
}

const said = ({ p50, p95, lost }: Latency) => `p50 ${ms(p50)}, p95 ${ms(p95)}${lost > 0 ? `, ${count(lost)} lost` : ''}`

const slice = (length: number, part: number, parts: number) =>
  [Math.floor((part * length) / parts), Math.ceil(((part + 1) * length) / parts)] as const

async function growHeavily(pool: Pool, runId: string, signal: AbortSignal): Promise<void> {
  const note = 'x'.repeat(HEAVY.bytes)
  while (!signal.aborted) {
    await writeEvents(pool, [runId], { perSecond: 1_000 / HEAVY.everyMs, forMs: 5_000, note })
  }
}

interface Memory {
  readonly keptBytes: number
  readonly residentBytes: number
}

async function watchMemory(web: WebProcess, memory: Memory[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await readFile(`/proc/${web.pid}/status`, 'utf8')
    const residentBytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1_024
    memory.push({ keptBytes: await web.keptBytes(), residentBytes })
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

const inTurn = (mbs: readonly number[]) => mbs.map((mb) => `${count(mb)} MB`).join(', then ')
