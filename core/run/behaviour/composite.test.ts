import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunEvent } from '../event.ts'
import { arbitraryComposite, compositeCommand } from '../testing/arbitrary-composite.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { definition } from '../testing/steps.ts'

/**
 * Fan-outs, loops, signals and detached work, nested in any way, under any
 * commands: the invariants hold after every batch (check-batch.ts), and no
 * result, timer, task or child is made twice.
 */
test('generated composite definitions keep every invariant', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
      const flag = () => choose(2) === 0
      const run = new ScriptedRun(
        definition(arbitraryComposite(choose), { saga_enabled: flag(), fail_fast: choose(3) > 0 }),
        { drive: choose(5) === 0 ? 'manual' : 'auto' },
      )
      run.own()
      for (let length = choose(60); length > 0; length -= 1) {
        run.now += choose(3_000)
        run.decide(compositeCommand(run, choose))
      }
      checkOnce(run.history)
      for (const event of run.history) seen.add(event.type)
    }),
    { numRuns: 150, seed: 7 },
  )
  expect(seen.size).toBeGreaterThan(35)
})

function checkOnce(history: readonly RunEvent[]): void {
  const made = new Set<string>()
  const once = (what: string) => {
    expect(made.has(what), `${what} twice`).toBe(false)
    made.add(what)
  }
  for (const event of history) {
    switch (event.type) {
      case 'workflow.node.completed':
        once(`result of ${event.step} ${event.iteration}`)
        break
      case 'workflow.item.completed':
        once(`result of ${event.step} ${event.iteration} ${event.item}`)
        break
      case 'workflow.node.started':
        once(`attempt ${event.step} ${event.iteration} ${event.attempt}`)
        break
      case 'workflow.item.started':
        once(`attempt ${event.step} ${event.iteration} ${event.item} ${event.attempt}`)
        break
      case 'workflow.timer.set':
        once(event.payload.timer_id)
        break
      case 'workflow.child.spawned':
        once(event.payload.child_run_id)
        break
      default:
        break
    }
  }
}
