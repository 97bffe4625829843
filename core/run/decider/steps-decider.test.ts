import { executable } from '#core/definition/executable.ts'
import { arbitraryComposite } from '../testing/arbitrary-composite.ts'
import { arbitraryCommand, arbitrarySteps, type Choose } from '../testing/arbitrary-run.ts'
import { counterDecider } from '../testing/counter-decider.ts'
import { type DeciderSubject, deciderContract } from '../testing/decider-contract.ts'
import { definition } from '../testing/steps.ts'
import { stepsDecider } from './steps-decider.ts'

function stepsSubject(choose: Choose): DeciderSubject {
  const steps = choose(2) === 0 ? arbitrarySteps(choose) : arbitraryComposite(choose)
  const prepared = executable(definition(steps, { saga_enabled: choose(3) === 0 }))
  const decider = stepsDecider(prepared)
  return {
    decider,
    header: { input: { n: 0 }, drive: choose(4) === 0 ? 'manual' : 'auto' },
    command: (state, choose) =>
      arbitraryCommand({ executable: prepared, lastChild: 'id-1', plan: () => decider.plan(state) }, choose),
  }
}

deciderContract('steps', stepsSubject)

deciderContract('a counter, the second kind of the tests', (choose) => {
  const decider = counterDecider(1 + choose(5))
  return {
    decider,
    command(state, choose) {
      const [effect] = decider.plan(state)
      if (effect?.kind !== 'attempt' || choose(4) === 0) return { type: 'pause', actor: { id: 'ana' } }
      const { step, iteration, attempt } = effect
      const outcome = { kind: 'completed', output: choose(9) } as const
      return { type: 'attempt_ended', step, iteration, attempt, outcome }
    },
  }
})
