import fc from 'fast-check'
import type { RunEvent } from '#core/run/event.ts'
import { arbitraryComposite, compositeCommand } from '#core/run/testing/arbitrary-composite.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { definition } from '#core/run/testing/steps.ts'

/** Histories that a run can have: loops, fans, children, waits, retries and compensations, with time between them. */
export const arbitraryHistory: fc.Arbitrary<readonly RunEvent[]> = fc.gen().map((gen) => {
  const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
  const flag = () => choose(3) === 0
  const run = new ScriptedRun(definition(arbitraryComposite(choose), { saga_enabled: flag() }), { input: { n: 0 } })
  run.own()
  for (let length = choose(40); length > 0; length -= 1) {
    run.now += choose(3_000)
    run.decide(compositeCommand(run, choose))
  }
  return run.history
})
