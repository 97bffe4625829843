import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '../command.ts'
import type { DecisionContext } from '../decide/context.ts'
import type { Decider } from '../decider/decider.ts'
import type { RunEvent } from '../event.ts'
import { createEvents } from '../start/create.ts'
import { initialState, noHeader, type RunHeader, type RunState } from '../state.ts'
import type { Choose } from './arbitrary-run.ts'

/** One definition to test, and what may happen to a run of it. */
export interface DeciderSubject {
  readonly decider: Decider
  readonly header?: Partial<RunHeader>
  command(state: RunState, choose: Choose): Command
}

const own = { type: 'own', engine_id: 'engine', epoch: 1 } as const satisfies Command

/** What the shell of the engine relies on, for every decider (decider.ts). */
export function deciderContract(name: string, arbitrarySubject: (choose: Choose) => DeciderSubject): void {
  describe(`the decider of ${name}`, () => {
    test('is pure, deterministic and replayable, and owes effects by the state alone', () => {
      fc.assert(
        fc.property(fc.gen(), (gen) => {
          const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
          checkWalk(arbitrarySubject(choose), choose)
        }),
        { numRuns: 100 },
      )
    })

    test('starts a run by its first ownership record, and records later ones', () => {
      fc.assert(
        fc.property(fc.gen(), (gen) => {
          const choose = (below: number) => gen(fc.nat, { max: Math.max(0, below - 1) })
          const { decider, header = {} } = arbitrarySubject(choose)
          const queued = begun(decider, header)
          expect(decider.plan(queued)).toEqual([])
          const first = accepted(decider.decide(queued, own, contextAt(2_000)))
          expect(first.state.startedAt).toBe(2_000)
          const second = accepted(decider.decide(first.state, { ...own, epoch: 2 }, contextAt(3_000)))
          expect(second.events.map(({ type }) => type)).toContain('workflow.run.owned')
        }),
        { numRuns: 30 },
      )
    })
  })
}

function checkWalk({ decider, header = {}, command }: DeciderSubject, choose: Choose): void {
  let state = begun(decider, header)
  let replayed = state
  for (let length = 1 + choose(30); length > 0; length -= 1) {
    const next = state.startedAt === null ? own : command(state, choose)
    const now = state.at - 5 + choose(3_000)
    const before = frozen(state)
    const result = decider.decide(before, frozen(next), contextAt(now))
    expect(decider.decide(copied(state), copied(next), contextAt(now))).toEqual(result)
    if (!result.ok) {
      expect(result.refusal.message).not.toBe('')
      continue
    }
    checkNumbers(before, result.events)
    expect(decider.evolve(before, result.events)).toEqual(result.state)
    replayed = decider.evolve(replayed, copied(result.events))
    expect(copied(result.state)).toEqual(replayed)
    checkEffects(decider, result.state, replayed)
    checkViews(decider, before, result.state, replayed)
    state = result.state
  }
}

function checkNumbers({ seq, at }: RunState, events: readonly RunEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => seq + 1 + index))
  const instants = [at, ...events.map((event) => event.at)]
  expect(instants.toSorted((a, b) => a - b)).toEqual(instants)
}

function checkEffects(decider: Decider, state: RunState, replayed: RunState): void {
  const effects = decider.plan(frozen(state))
  expect(decider.plan(replayed)).toEqual(effects)
  expect(new Set(effects.map(({ id }) => id)).size).toBe(effects.length)
  if (state.outcome !== null) expect(effects).toEqual([])
}

function checkViews({ views }: Decider, before: RunState, after: RunState, replayed: RunState): void {
  const shown = (state: RunState) => ({
    ...views.of(state),
    humanWaits: views.humanWaits(state),
    error: views.error(state),
  })
  expect(shown(replayed)).toEqual(shown(frozen(after)))
  expect(views.currentSteps(replayed)).toEqual(views.currentSteps(after))
  if (views.areSame(before, after)) expect(shown(after)).toEqual(shown(before))
}

function begun(decider: Decider, header: Partial<RunHeader>): RunState {
  const request = { ...noHeader, run_id: 'run', root_run_id: 'run', version: 1, ...header }
  return decider.evolve(initialState(), createEvents(request, { now: 1_000 }))
}

function accepted(result: ReturnType<Decider['decide']>) {
  if (!result.ok) throw new Error(result.refusal.message)
  return result
}

/** A context that gives the same ids each time it is made. */
function contextAt(now: number): DecisionContext {
  let ids = 0
  return {
    now,
    newId() {
      ids += 1
      return `id-${now}-${ids}`
    },
    random: () => 0.5,
  }
}

function copied<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** A decider that changes an argument throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
  }
  return value
}
