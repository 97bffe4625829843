import { expect, test } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import type { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import type { Verdict } from '#core/run/words.ts'
import { samples } from '#core/testing/samples.ts'
import { faultOfPhase, type Judged, type VerdictOfChild, verdictsOf } from '../verdicts.ts'
import { drawWork } from './draw-work.ts'
import { type Played, playWork } from './play-work.ts'
import { seededRandom } from './seeded-random.ts'

/** The reference's verdict on a run of a family; on those below it, by their own histories. */
function judge(runs: Played['runs'], run: ScriptedRun, history: readonly RunEvent[] = run.history): readonly Judged[] {
  const ofChild: VerdictOfChild = ({ child_run_id, status, verdict }) => {
    const child = runs.get(child_run_id)
    const ends = child === undefined ? [] : judge(runs, child).filter((end) => end.status === status)
    // One that never began has changed nothing; of several ends that look alike any may be meant.
    if (child === undefined) return 'safe'
    return ends.some((end) => end.verdict === verdict) ? (verdict as Verdict) : (ends[0]?.verdict ?? 'unsafe')
  }
  return verdictsOf(run.executable, history, ofChild)
}

/** What a run was told of the verdict of those below it, and is not so. */
function misreported(runs: Played['runs'], run: ScriptedRun): readonly string[] {
  return run.history.flatMap((event) => {
    const child = event.type === 'workflow.child.ended' ? runs.get(event.payload.child_run_id) : undefined
    if (event.type !== 'workflow.child.ended' || child === undefined) return []
    const { status, verdict } = event.payload
    const isSo = judge(runs, child).some((end) => end.status === status && end.verdict === verdict)
    return isSo ? [] : [`event ${event.seq}: the child is not ${verdict}`]
  })
}

test('whether the world is as it was before a run that failed is what a second account makes of all that it began', () => {
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= samples(750, 3_000); seed += 1) {
    const random = seededRandom(seed)
    const { runs } = playWork(drawWork(random), random)
    for (const run of runs.values()) {
      const judged = judge(runs, run).at(-1)
      const faults = [faultOfPhase(run.state.phase, judged), ...misreported(runs, run)].filter(
        (fault) => fault !== null,
      )
      if (faults.length > 0) expect.fail(`work ${seed}: ${faults.join('\n')}\n\n${run.lines().join('\n')}`)
      const family = run.history.some(({ type }) => type === 'workflow.child.ended') ? 'with runs below' : 'alone'
      const kind = `${family} ${judged?.status === 'COMPLETED' ? 'completed' : 'ended badly'} ${judged?.verdict}`
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }
  }
  expect(seen.size).toBe(8)
  expect(Math.min(...seen.values())).toBeGreaterThan(2)
})
