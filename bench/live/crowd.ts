import { readFile } from 'node:fs/promises'
import type { Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, percent } from '../harness/stats.ts'
import type { WebProcess } from '../harness/web-process.ts'
import { line, STEPS } from '../harness/workflows.ts'
import { startSubscribers } from './subscribers.ts'

const CROWD = { count: 200, idle: 20 } as const
const GOAL = 0.9
/** Longer than a reader may stand still. */
const QUIET_MS = 40_000

/** What 200 subscribers cost, of whom 20 never read: the engine's steps, and the memory of the web process over time. */
export async function measureCrowd(stage: Stage, web: WebProcess, runs: number): Promise<readonly Row[]> {
  await stage.publish(line('Line', STEPS))
  const engine = await stage.engine()
  const burst = async () => (runs * STEPS * 1_000) / (await stage.burst(engine, 'Line', runs, true)).stepsMs
  await burst()
  const memory: number[] = []
  const look = async () => memory.push(await residentMb(web.pid))
  const alone: number[] = []
  const among: number[] = []
  // Taken in turns, so that whatever else the machine does is in both.
  for (let round = 0; round < 4; round += 1) {
    alone.push(await burst())
    const subscribers = await startSubscribers(web.port, CROWD.count, CROWD.idle)
    among.push(await burst())
    await subscribers.stop()
  }
  const subscribers = await startSubscribers(web.port, CROWD.count, CROWD.idle)
  const endAt = Date.now() + 2 * QUIET_MS
  while (Date.now() < endAt) {
    await burst()
    await look()
  }
  const { bytes, cut } = await subscribers.report()
  await subscribers.stop()
  await engine.stop()
  const [without, within] = [median(alone), median(among)]
  const thirds = [0, 1, 2].map((third) =>
    Math.max(...memory.slice(Math.floor((third * memory.length) / 3), Math.ceil(((third + 1) * memory.length) / 3))),
  )
  return [
    {
      bench: 'live',
      shape: `steps with ${CROWD.count} subscribers, ${CROWD.idle} of whom never read`,
      measured: `${count(within)} steps/s`,
      against: `without them ${count(without)}`,
      ratio: percent(within / without),
      goal: `≥ ${percent(GOAL)}`,
      met: within / without >= GOAL,
      notes: [`alone ${alone.map(count).join(', ')}; among them ${among.map(count).join(', ')}; medians count`],
      figures: { without, within },
    },
    {
      bench: 'live',
      shape: 'memory of the web process meanwhile',
      measured: `at most ${thirds.map((mb) => `${count(mb)} MB`).join(', then ')}`,
      goal: 'does not grow',
      met: (thirds[2] ?? 0) < 1.2 * (thirds[0] ?? 0),
      notes: [`${cut} of ${CROWD.idle} that do not read were cut off; the others read ${count(bytes / 1e6)} MB`],
      figures: { first: thirds[0] ?? 0, last: thirds[2] ?? 0, cut },
    },
  ]
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
