import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { openCeiling } from '../harness/ceiling.ts'
import { functionsFolder } from '../harness/engine/engine-process.ts'
import { type Moment, startTracedEngine } from '../harness/engine/traced-engine.ts'
import { bytesPerStep } from '../harness/log-bytes.ts'
import { at, median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { line, STEPS } from '../harness/workflows.ts'

const WARM = 40
/** The pause after which a look for more runs is over before the next run is started. */
const PAUSE_MS = 12

interface Instant {
  readonly moment: Moment | 'asked' | 'started'
  readonly at: number
}

/** Pairs of moments, and what happens between them. */
const parts = {
  'asked heard': 'the start is committed, and the engine has heard of it',
  'heard called': 'its history is folded',
  'asked started': 'the start is committed',
  'started claim_sent': 'the hint, and the wake-up of the dispatcher',
  'claim_sent picked': 'the run is locked and read',
  'picked decided': 'its history is folded, its ownership and first step decided',
  'decided acknowledged': 'that is committed',
  'acknowledged called': 'what a commit was for is done: calls',
  'called returned': 'to the function thread and back',
  'returned append_sent': 'decided, planned, written as JSON',
  'append_sent acknowledged': 'encoded, committed, read',
  other: 'what came in another order',
} as const

/** Where the time of one run alone goes, in an instrumented engine within this process. */
export const life: Bench = {
  name: 'life',
  about: 'one 10-step run alone, part by part',
  async run(kit) {
    const stage = await kit.openStage('life')
    const ceiling = await openCeiling(stage.databaseUrl)
    let instants: Instant[] = []
    let onEnd = () => {}
    const note = (moment: Instant['moment']) => instants.push({ moment, at: performance.now() })
    await stage.publish(line('Ten', STEPS))
    const engine = await startTracedEngine({
      databaseUrl: stage.databaseUrl,
      functionsFolder,
      onMoment: note,
      onEnd: () => onEnd(),
    })
    try {
      const runOnce = async () => {
        instants = []
        const ended = new Promise<void>((resolve) => {
          onEnd = resolve
        })
        note('asked')
        await stage.start('Ten', 1)
        note('started')
        await ended
        const seen = instants
        await sleep(PAUSE_MS)
        return seen
      }
      for (let warm = 0; warm < WARM; warm += 1) await runOnce()
      const bytes = await bytesPerStep(stage.pool)
      const lives: (readonly Instant[])[] = []
      const plain: number[] = []
      for (const _ of rounds(kit.quick ? 60 : 250, 25_000)) {
        lives.push(await runOnce())
        plain.push(await ceiling.plain(1, STEPS, bytes))
      }
      const times = lives.map(timesOf)
      const whole = lives.map((life) => (life.at(-1)?.at ?? Number.NaN) - (life[0]?.at ?? Number.NaN))
      return [
        {
          bench: 'life',
          shape: `one ${STEPS}-step run alone, looked at`,
          measured: `p50 ${ms(median(whole))}, tenth ${ms(at(whole, 0.1))}`,
          against: `plain loop p50 ${ms(median(plain))}, tenth ${ms(at(plain, 0.1))}`,
          notes: Object.entries(parts).flatMap(([part, what]) => {
            const each = times.map((all) => all.get(part) ?? [])
            const count = Math.round(median(each.map(({ length }) => length)))
            const sums = each.map((all) => all.reduce((sum, one) => sum + one, 0))
            return count === 0
              ? []
              : [`${String(count).padStart(2)} × ${what}: p50 ${ms(median(sums))}, tenth ${ms(at(sums, 0.1))} in all`]
          }),
          figures: { p50Ms: median(whole), tenthMs: at(whole, 0.1), plainP50Ms: median(plain) },
        },
      ]
    } finally {
      await engine.stop()
      await ceiling.close()
      await stage.close()
    }
  },
}

/** The times by part; every millisecond from the request to the end is in one part. */
function timesOf(life: readonly Instant[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>()
  const isEager = life.some(({ moment }) => moment === 'heard')
  const relevant = life.filter(({ moment }, index) => {
    // An eager run is on its way before the caller that started it has the answer.
    if (moment === 'started') return !isEager
    return moment !== 'claim_sent' || isSuccessful(life, index)
  })
  for (const [index, { moment, at }] of relevant.entries()) {
    const before = relevant[index - 1]
    if (!before) continue
    const part = `${before.moment} ${moment}`
    const key = part in parts ? part : 'other'
    times.set(key, [...(times.get(key) ?? []), at - before.at])
  }
  return times
}

/** Whether a claim finds a run; empty claims run in parallel with the run. */
function isSuccessful(life: readonly Instant[], index: number): boolean {
  const next = life.slice(index + 1).find(({ moment }) => moment === 'picked' || moment === 'claim_sent')
  return next?.moment === 'picked'
}
