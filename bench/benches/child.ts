import type { Bench } from '../harness/bench.ts'
import { calledAt } from '../harness/called-at.ts'
import { at, median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { inline, workflow } from '../harness/workflows.ts'

const GOAL_MS = 5
const WARM = 30

/** From the end of the function before a SUB_WORKFLOW step to the call of the child's first function. */
export const child: Bench = {
  name: 'child',
  about: 'the step before a SUB_WORKFLOW returns → the first step of the child is called',
  async run(kit) {
    const stage = await kit.openStage('child')
    try {
      await stage.publish(workflow('Child', [inline('First', 'right_now')]))
      await stage.publish(
        workflow('Parent', [
          inline('Before', 'right_now'),
          { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Child', input: {} },
        ]),
      )
      const engine = await stage.engine()
      for (const _ of rounds(kit.quick ? 80 : 250, 15_000)) {
        const { ended } = await engine.expect(2)
        await stage.start('Parent', 1)
        await ended
      }
      const called = await calledAt(stage.pool)
      const before = called.filter(({ step }) => step === 'Before')
      const first = called.filter(({ step }) => step === 'First')
      // One run at a time, so both are in the order of their ids.
      const waits = first.map((each, index) => each.at - (before[index]?.at ?? Number.NaN)).slice(WARM)
      return [
        {
          bench: 'child',
          shape: 'the step before returns → the child’s first step called',
          measured: `p50 ${ms(median(waits))}, p99 ${ms(at(waits, 0.99))}`,
          goal: `p50 ≤ ${GOAL_MS} ms`,
          met: median(waits) <= GOAL_MS,
          notes: ['two commits: the one that spawns it, and the claim that starts its first step'],
          figures: { p50Ms: median(waits), p99Ms: at(waits, 0.99) },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}
