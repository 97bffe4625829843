import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../command.ts'
import type { RunEvent } from '../event.ts'
import { arbitraryInsertingSteps } from '../testing/arbitrary-insertion.ts'
import { arbitraryCommand, arbitrarySteps } from '../testing/arbitrary-run.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { definition } from '../testing/steps.ts'

/**
 * Whatever a definition says and whatever happens to its run, the invariants
 * hold after every batch: numbers and instants, replay equality, one outcome
 * per run attempt, nothing ready left behind, no move outside the tables
 * (check-batch.ts); and what is counted over the whole history, here.
 */
function checkRuns(
  parameters: { readonly numRuns: number; readonly seed?: number },
  steps: typeof arbitrarySteps = arbitrarySteps,
): ReadonlySet<string> {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
      const flag = () => choose(3) === 0
      const run = new ScriptedRun(
        definition(steps(choose), {
          saga_enabled: flag(),
          fail_fast: !flag(),
          timeout_includes_waits: flag(),
          ...(flag() && { timeout_seconds: 20 }),
        }),
        { drive: flag() ? 'manual' : 'auto', input: { n: 0 } },
      )
      run.own()
      for (let length = choose(40); length > 0; length -= 1) {
        run.now += choose(3_000)
        const commands = Array.from({ length: 1 + Math.max(0, choose(5) - 2) }, () => arbitraryCommand(run, choose))
        const known = commands.filter((command) => isKnown(command, run.history))
        run.batch(() => {
          for (const command of known) run.decide(command)
        })
      }
      checkHistory(run.history)
      for (const event of run.history) seen.add(event.type)
    }),
    parameters,
  )
  return seen
}

test('generated definitions and commands keep every invariant', () => {
  checkRuns({ numRuns: 150 })
})

test('so do those whose rules insert steps', () => {
  expect(checkRuns({ numRuns: 150 }, arbitraryInsertingSteps)).toContain('workflow.run.steps_injected')
})

test('A83: among a few hundred of them every event happens', () => {
  expect(checkRuns({ numRuns: 300, seed: 2 }).size).toBe(36)
})

/** A child says nothing in the batch that spawns it. */
function isKnown(command: Command, history: readonly RunEvent[]): boolean {
  if (command.type !== 'child_ended') return true
  return history.some(
    (event) => event.type === 'workflow.child.spawned' && event.payload.child_run_id === command.child_run_id,
  )
}

/** A result is recorded once per visit; every attempt of a visit carries the same key; each timer and task is made once. */
function checkHistory(history: readonly RunEvent[]): void {
  const results = new Set<string>()
  const keys = new Map<string, string>()
  const made = new Set<string>()
  const once = (what: string) => {
    expect(made.has(what), `${what} twice`).toBe(false)
    made.add(what)
  }
  for (const event of history) {
    if (event.type === 'workflow.node.completed') {
      const visit = `${event.step} ${event.iteration}`
      expect(results.has(visit), `result of ${visit} twice`).toBe(false)
      results.add(visit)
    }
    if (event.type === 'workflow.node.started') {
      const visit = `${event.step} ${event.iteration}`
      once(`attempt ${visit} ${event.attempt}`)
      const { key } = event.payload
      if (key === undefined) continue
      expect(keys.get(visit) ?? key).toBe(key)
      keys.set(visit, key)
    }
    if (event.type === 'workflow.timer.set') once(event.payload.timer_id)
    if (event.type === 'workflow.child.spawned') once(event.payload.child_run_id)
    if (event.type === 'workflow.human_task.opened') once(event.payload.task_id)
  }
}
