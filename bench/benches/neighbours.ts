import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { type AnalysisPool, createAnalysisPool } from '#server/workflows/analysis/analysis-pool.ts'
import type { AnalysisRequest } from '#server/workflows/analysis/analysis-work.ts'
import type { Bench } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, median, ms, percent } from '../harness/stats.ts'
import { keepBusy, settled, timedLine, type Wait, waits } from '../harness/two-owners.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const GOAL_SHARE = 0.2
/** More runs than an engine works on at once. */
const AT_ONCE = 500
const SAMPLES = 10
const WARM_UP_MS = 4_000
const SETTLE_MS = 300
const PAIRS = { quick: 4, whole: 16 }
const WITHOUT_END = Number.POSITIVE_INFINITY
/** Each run of the bomb starts three more, down to this depth: 9,841 runs. */
const DEPTH = 8
const HOSTILE_TEXTS = 4

/**
 * The p99 of one owner's runs while another owner starts a fork bomb and has four texts analysed that take as long as any
 * accepted text, against the same runs while the other owner has as much ordinary work, in turns.
 */
export const neighbours: Bench = {
  name: 'neighbours',
  about: 'one owner’s runs while another has a fork bomb and hostile texts',
  async run(kit) {
    const stage = await kit.openStage('neighbours')
    const pairs = kit.quick ? PAIRS.quick : PAIRS.whole
    const analyses = openAnalyses()
    try {
      await stage.publish(line('Ten', STEPS), 'big')
      for (let depth = DEPTH; depth >= 0; depth -= 1) {
        const below = `Bomb_${depth + 1}`
        const again = (name: string): Step => ({ name, type: 'FIRE_AND_FORGET', workflow_type: below })
        const leaf: Step = { name: 'Leaf', type: 'TRANSFORM', set: { done: 'true' } }
        await stage.publish(workflow(`Bomb_${depth}`, depth === DEPTH ? [leaf] : ['A', 'B', 'C'].map(again)), 'big')
      }
      await stage.publish(timedLine, 'small')
      const engine = await stage.engine()
      await keepBusy(stage, engine, AT_ONCE, WARM_UP_MS)
      await settled(stage.pool)
      const turns = { idle: [] as Wait[], ordinary: [] as Wait[], hostile: [] as Wait[] }
      for (let pair = 1; pair <= pairs; pair += 1) {
        const kinds = ['idle', 'ordinary', 'hostile'] as const
        // The order changes, so that gradual changes of this machine affect all of them.
        for (const kind of pair % 2 === 0 ? kinds : kinds.toReversed()) {
          turns[kind].push(...(await turnOf(stage, engine, analyses, kind)))
          await settled(stage.pool)
        }
        console.error(`neighbours: pair ${pair} of ${pairs}`)
      }
      await engine.kill()
      const lastMs = (kind: keyof typeof turns) => turns[kind].map((wait) => wait.lastMs)
      const p99 = (kind: keyof typeof turns) => at(lastMs(kind), 0.99)
      const share = p99('hostile') / p99('ordinary') - 1
      const figures = (kind: keyof typeof turns) => `p50 ${ms(median(lastMs(kind)))}, p99 ${ms(p99(kind))}`
      return [
        {
          bench: 'neighbours',
          shape: `${STEPS}-step runs of one owner, another has a fork bomb and ${HOSTILE_TEXTS} hostile texts`,
          measured: figures('hostile'),
          against: `another has ${AT_ONCE} ordinary runs at a time: ${figures('ordinary')}`,
          ratio: `p99 ${share > 0 ? '+' : ''}${percent(share)}`,
          goal: `≤ +${GOAL_SHARE * 100} %`,
          met: share <= GOAL_SHARE,
          notes: [`on an idle engine ${figures('idle')}; ${pairs} turns of each kind with ${SAMPLES} runs`],
          figures: {
            share,
            hostileP99Ms: p99('hostile'),
            ordinaryP99Ms: p99('ordinary'),
            idleP99Ms: p99('idle'),
          },
        },
      ]
    } finally {
      await analyses.close()
      await stage.close()
    }
  },
}

/** The threads of a web process with two processors. */
function openAnalyses(): AnalysisPool {
  const { deadlineMs, waitMs, waitingPerOwner } = limits.analysis
  const script = new URL('../../server/workflows/analysis/analysis-worker.ts', import.meta.url)
  return createAnalysisPool({ script, threads: 2, deadlineMs, waitMs, waitingPerOwner })
}

async function turnOf(
  stage: Stage,
  engine: EngineProcess,
  analyses: AnalysisPool,
  kind: 'idle' | 'ordinary' | 'hostile',
): Promise<readonly Wait[]> {
  if (kind === 'idle') return waits(stage, SAMPLES)
  const end = new AbortController()
  const others: Promise<unknown>[] =
    kind === 'ordinary'
      ? [keepBusy(stage, engine, AT_ONCE, WITHOUT_END, end.signal)]
      : [
          stage.start('Bomb_0', 1, 'big'),
          ...Array.from({ length: HOSTILE_TEXTS }, (_, index) => analyses.run('big', hostileRequest(index))),
        ]
  await sleep(SETTLE_MS)
  const waited = await waits(stage, SAMPLES)
  end.abort()
  await Promise.all(others)
  return waited
}

/** As many steps as a definition may have, each with an expression over others. */
function hostileRequest(seed: number): AnalysisRequest {
  const steps = Array.from(
    { length: 2_000 },
    (_, index) =>
      `  - { name: S_${index}, type: TRANSFORM, set: { v: "steps.S_${(index * 7 + seed) % 2_000}.output.v + ${index}" }, next: [S_${(index + 1) % 2_000}] }`,
  )
  const text = `workflow_type: Hostile_${seed}\nsteps:\n${steps.join('\n')}\n`
  return { kind: 'analyse', work: { text, known: null } }
}
