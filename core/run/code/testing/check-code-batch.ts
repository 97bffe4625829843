import { expect } from 'vitest'
import type { DecisionResult } from '../../decide.ts'
import type { Decider } from '../../decider/decider.ts'
import type { RunEvent } from '../../event.ts'
import { evolve, fold } from '../../evolve.ts'
import type { RunState } from '../../state.ts'
import { isOpen, type StepState } from '../../step-state.ts'
import { phaseTransitions, publicTransitions, statusTransitions, taskTransitions } from '../../transitions.ts'
import { lifecycleStateOf, viewsOf, viewTable } from '../../views/view-table.ts'

/**
 * Holds one accepted decision about a run of code against the invariants of runs. `replayed`: the state that the events
 * before it give after JSON; the same with those of the decision is returned.
 */
export function checkCodeBatch(
  decider: Decider,
  before: RunState,
  { events, state }: Extract<DecisionResult, { ok: true }>,
  replayed: RunState,
): RunState {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => before.seq + 1 + index))
  const after = fold(replayed, JSON.parse(JSON.stringify(events)) as RunEvent[])
  expect(JSON.parse(JSON.stringify(state))).toEqual(after)
  const effects = decider.plan(state)
  expect(decider.plan(after)).toEqual(effects)
  expect(new Set(effects.map(({ id }) => id)).size).toBe(effects.length)
  checkCommands(state)
  checkMoves(before, events)
  return after
}

/** What is open has a record, the body has seen all or is owed a delivery, and an end leaves nothing open. */
function checkCommands(state: RunState): void {
  const { code, steps, open, outcome, outputs } = state
  expect(Object.keys(steps).toSorted()).toEqual([...open].toSorted())
  expect(Object.keys(code?.open ?? {}).toSorted()).toEqual([...open].toSorted())
  expect(open.every((step) => isOpen(steps[step] as StepState))).toBe(true)
  expect(outputs).toEqual({})
  if (outcome !== null) expect(open).toEqual([])
  const numbers = Object.values(code?.open ?? {}).map(({ n }) => n)
  expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(code?.commands ?? 0)
}

/** No view makes a move that its table does not have. */
function checkMoves(before: RunState, events: readonly RunEvent[]): void {
  let state = before
  for (const event of events) {
    const next = evolve(state, event)
    const [from, to] = [viewsOf(state), viewsOf(next)]
    const row = viewTable[lifecycleStateOf(next)]
    expect([...row.statuses] as string[]).toContain(to.status)
    expect([...row.phases] as string[]).toContain(to.phase)
    if (from.status !== to.status) expect(statusTransitions[from.status]).toContain(to.status)
    if (from.publicStatus !== to.publicStatus) expect(publicTransitions[from.publicStatus]).toContain(to.publicStatus)
    if (from.taskState !== to.taskState) expect(taskTransitions[from.taskState]).toContain(to.taskState)
    expect(phaseTransitions[from.phase]).toBeDefined()
    state = next
  }
}
