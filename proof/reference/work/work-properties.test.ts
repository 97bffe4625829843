import { expect, test } from 'vitest'
import type { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { samples } from '#core/testing/samples.ts'
import { accountOf, differences } from '../account-of.ts'
import { expectedAlone, expectedOf } from '../expected-of.ts'
import { factsOf } from '../facts-of.ts'
import type { Account, Fact, ReferenceWork } from '../work.ts'
import { drawWork } from './draw-work.ts'
import { playWork } from './play-work.ts'
import { resultOfCall } from './result-of-call.ts'
import { seededRandom } from './seeded-random.ts'
import { answers, type SimulatedWork } from './simulated-work.ts'

interface Played {
  readonly seed: number
  readonly run: ScriptedRun
  readonly reference: ReferenceWork
  readonly facts: readonly Fact[]
}

/** Every run of two thousand works; the first run of each work is the one that people started. */
function* playedRuns(): Generator<Played> {
  for (let seed = 1; seed <= samples(2_000, 8_000); seed += 1) {
    const random = seededRandom(seed)
    const work = drawWork(random)
    const { runs, granted } = playWork(work, random)
    for (const run of runs.values()) {
      const facts = factsOf(run.history)
      if (run.state.header.parent === undefined)
        expect(facts.flatMap(wishIn), `work ${seed}`).toEqual(granted.map(wishOf(run)))
      yield { seed, run, reference: referenceOf(work, run), facts }
    }
  }
}

/** The command of a person, as the history records it. */
function wishIn(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'paused':
    case 'resumed':
    case 'undo_again':
      return [fact.kind]
    case 'retried':
      return [`retried ${fact.from_step ?? ''}`]
    case 'cancelled':
      return [`cancelled ${fact.compensate}`]
    default:
      return []
  }
}

/** The command as it was sent. Only a saga has compensations. */
function wishOf({ state }: ScriptedRun): (command: ReturnType<typeof playWork>['granted'][number]) => string {
  return (command) => {
    switch (command.type) {
      case 'rollback':
        return 'undo_again'
      case 'retry':
        return `retried ${command.from_step ?? ''}`
      case 'cancel':
        return `cancelled ${command.compensate === true && state.header.saga}`
      default:
        return `${command.type}d`
    }
  }
}

function referenceOf(work: SimulatedWork, { executable, state }: ScriptedRun): ReferenceWork {
  return { executable, input: state.header.input, call: (call) => resultOfCall(work, call) }
}

test('what becomes of generated work is what the reference says; undisturbed, in whatever order things happen', () => {
  const statuses = new Map<string, number>()
  let undisturbed = 0
  for (const { seed, run, reference, facts } of playedRuns()) {
    const account = accountOf(run.history, run.state)
    const expected = expectedOf(reference, facts)
    const found = [...differences(expected, account)]
    statuses.set(expected.status, (statuses.get(expected.status) ?? 0) + 1)
    if (isUndisturbed(facts) && expected.status === 'COMPLETED') {
      undisturbed += 1
      found.push(...differences(withoutLastChild(aloneOf(reference, facts)), withoutLastChild(account)))
    }
    if (found.length > 0) expect.fail(`work ${seed}:\n${found.join('\n')}\n\n${run.lines().join('\n')}`)
  }
  const all = ['CANCELLED', 'COMPLETED', 'FAILED', 'FAILED_CHILD_WORKFLOW', 'FAILED_ROLLED_BACK']
  expect([...statuses.keys()].toSorted()).toEqual(all)
  expect(Math.min(...statuses.values(), undisturbed)).toBeGreaterThan(20)
})

const disturbing: readonly Fact['kind'][] = ['timed_out', 'paused', 'retried', 'cancelled', 'child_retried']

function isUndisturbed(facts: readonly Fact[]): boolean {
  return !facts.some(({ kind }) => disturbing.includes(kind))
}

/** The account of facts one after the other, with children that end as they did. */
function aloneOf(reference: ReferenceWork, facts: readonly Fact[]) {
  return expectedAlone(reference, {
    answer: () => answers.right,
    child(step, iteration, attempt) {
      for (const fact of facts) {
        if (fact.kind !== 'child_ended' || fact.step !== step) continue
        if (fact.iteration === iteration && fact.attempt === attempt) return fact
      }
      return { status: 'FAILED', state: {} }
    },
  })
}

/** Removes the child that is remembered as the last to end: of two children side by side, the order may differ. */
function withoutLastChild<Reported extends Account>(account: Reported): Reported {
  const { sub_workflow_results, ...state } = account.state
  return { ...account, state }
}

test('work is plain data, and the same for the same random numbers', () => {
  const work = drawWork(seededRandom(7))
  expect(drawWork(seededRandom(7))).toEqual(work)
  expect(JSON.parse(JSON.stringify(work))).toEqual(work)
})
