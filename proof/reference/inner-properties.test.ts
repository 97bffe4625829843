import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import { arbitraryComposite, compositeCommand } from '#core/run/testing/arbitrary-composite.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop, parallel } from '#core/run/testing/steps.ts'
import { faultsOfFans, type ItemCall } from './fans.ts'
import { faultsOfLoops } from './loops.ts'
import type { CallResult } from './work.ts'

test('what goes on in fan-outs and loops is what a second, sequential account makes of it', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
      const run = new ScriptedRun(
        definition(arbitraryComposite(choose), { saga_enabled: choose(2) === 0, fail_fast: choose(3) > 0 }),
      )
      run.own()
      const outcomes = new Map<string, AttemptOutcome>()
      for (let length = choose(80); length > 0; length -= 1) {
        run.now += choose(3_000)
        const command = compositeCommand(run, choose)
        if (command.type === 'attempt_ended') outcomes.set(nameOf(command), command.outcome)
        run.decide(command)
      }
      const results = (called: ItemCall) => resultOf(outcomes.get(nameOf(called)))
      const faults = [
        ...faultsOfFans(run.executable, run.history, results),
        ...faultsOfLoops(run.executable, run.history),
      ]
      if (faults.length > 0)
        expect.fail(
          `${faults.join('\n')}\n${JSON.stringify(run.executable.definition.steps)}\n${run.lines().join('\n')}`,
        )
      for (const event of run.history) seen.add(event.type)
    }),
    { numRuns: 400, seed: 11 },
  )
  for (const kind of ['item.completed', 'item.failed', 'loop.round_started', 'child.retried', 'compensation.started']) {
    expect(seen).toContain(`workflow.${kind}`)
  }
})

/** A fan-out of three, one of which fails once and is tried again, and a loop of two rounds. */
function someRun(): ScriptedRun {
  const run = new ScriptedRun(
    definition([
      parallel('Fan', {
        iterate_over: '[1, 2, 3]',
        task_function: 'test.each',
        batch_size: 2,
        retry: { max_attempts: 2, initial_interval_seconds: 1 },
      }),
      loop('Loop', [call('Inner')], { iterate_over: '[1, 2]', output_key: 'all' }),
    ]),
  )
  run.own()
  const ended = (item: number, attempt: number, outcome: AttemptOutcome) =>
    run.send({ type: 'attempt_ended', step: 'Fan', iteration: 1, item, attempt, outcome })
  ended(0, 1, { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true })
  ended(1, 1, { kind: 'completed', output: 1 })
  run.fire('retry')
  ended(2, 1, { kind: 'completed', output: 2 })
  ended(0, 2, { kind: 'completed', output: 0 })
  run.complete('Inner', { n: 1 })
  run.complete('Inner', { n: 2 })
  expect(run.state.outcome?.status).toBe('COMPLETED')
  return run
}

const gave = ({ item, attempt }: ItemCall): CallResult =>
  item === 0 && attempt === 1 ? { ok: false, code: 'Error', retryable: true } : { ok: true, output: item }

function faultsOf({ executable }: ScriptedRun, history: readonly RunEvent[]): readonly string[] {
  return [...faultsOfFans(executable, history, gave), ...faultsOfLoops(executable, history)]
}

type Change = (event: RunEvent) => RunEvent | readonly RunEvent[]
const of = (
  type: RunEvent['type'],
  about: object,
  change: (event: RunEvent) => RunEvent | readonly RunEvent[],
): Change => {
  const isIt = (event: RunEvent) => event.type === type && expect.objectContaining(about).asymmetricMatch(event)
  return (event) => (isIt(event) ? change(event) : event)
}
const nothing = () => []
const twice = (event: RunEvent) => [event, event]
const saying = (payload: object) => (event: RunEvent) =>
  ({ ...event, payload: { ...event.payload, ...payload } }) as RunEvent

test.each<readonly [string, Change, string]>([
  ['an item that is left out', of('workflow.item.completed', { item: 2 }, nothing), 'Fan@1 completed before its items'],
  [
    'an item that is done twice',
    of('workflow.item.completed', { item: 1 }, twice),
    'Fan@1[1] completed while it was done',
  ],
  [
    'an item that starts out of turn',
    of('workflow.item.started', { item: 0, attempt: 1 }, nothing),
    'Fan@1[1] started before those before it',
  ],
  ['an item too many at once', of('workflow.item.completed', { item: 1 }, nothing), 'Fan@1[2] is one of more than 2'],
  [
    'a try that is not made again',
    of('workflow.item.failed', { item: 0 }, saying({ will_retry: false })),
    'Fan@1[0] is not tried again',
  ],
  [
    'a result that nothing gave',
    of('workflow.item.completed', { item: 2 }, saying({ output: 7 })),
    'Fan@1[2] completed with what it was not given',
  ],
  [
    'results that no item gave',
    of('workflow.node.completed', { step: 'Fan' }, saying({ output: { results: [] } })),
    'Fan@1 completed with other results than its items gave',
  ],
  ['a list that is cut', of('workflow.node.started', { step: 'Fan' }, saying({ count: 2 })), 'Fan@1 has 2 items'],
  [
    'a round that is left out',
    of('workflow.loop.round_started', { payload: { round: 0 } }, nothing),
    'Inner@1 began outside of a round',
  ],
  [
    'a round that begins twice',
    of('workflow.loop.round_started', { payload: { round: 0 } }, twice),
    'Loop@1 began round 0 out of turn',
  ],
  [
    'a round that begins too early',
    of('workflow.node.completed', { step: 'Inner', iteration: 1 }, nothing),
    'Loop@1 began round 1 while Inner was open',
  ],
  [
    'the result of another step',
    of('workflow.loop.round_started', { payload: { round: 1, result_of: 'Inner' } }, saying({ result_of: 'Fan' })),
    'Loop@1 took the result of Fan for that of the round',
  ],
  [
    'a loop that ends early',
    of('workflow.node.started', { step: 'Loop' }, saying({ items: [1, 2, 3] })),
    'Loop@1 completed after 2 rounds',
  ],
  [
    'results that no round gave',
    of('workflow.node.completed', { step: 'Loop' }, saying({ output: { iterations: 2, results: [] } })),
    'Loop@1 completed with other results than its rounds gave',
  ],
])('the second account finds %s', (_, change, fault) => {
  const run = someRun()
  expect(faultsOf(run, run.history)).toEqual([])
  expect(faultsOf(run, run.history.flatMap(change))).toContain(fault)
})

function nameOf({
  step,
  iteration,
  attempt,
  item,
}: Pick<ItemCall, 'step' | 'iteration' | 'attempt'> & { item?: number }) {
  return `${step} ${iteration} ${item} ${attempt}`
}

function resultOf(outcome: AttemptOutcome | undefined): CallResult {
  switch (outcome?.kind) {
    case 'completed':
      return { ok: true, output: outcome.output }
    case 'failed':
      return { ok: false, code: outcome.error.code, retryable: outcome.retryable }
    case 'directive':
      switch (outcome.directive.kind) {
        case 'pause':
          return { ok: 'pause', output: outcome.directive.result }
        case 'sub_workflow':
          return { ok: 'sub_workflow', workflow: outcome.directive.workflow_type, input: null }
        case 'rollback':
          return { ok: false, code: 'ROLLBACK_REQUESTED', retryable: false }
        default:
          return { ok: false, code: 'DIRECTIVE_NOT_ALLOWED', retryable: false }
      }
    default:
      return { ok: false, code: 'NEVER_CALLED', retryable: false }
  }
}
