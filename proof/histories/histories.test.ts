import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import type { Command } from '#core/run/command.ts'
import { decide } from '#core/run/decide.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { plan } from '#core/run/plan/plan.ts'
import { initialState } from '#core/run/state.ts'
import { digestOf, meaningOf } from './digest.ts'
import type { RecordedHistory } from './recorded.ts'

const sets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'))

test.each(sets)('what %s recorded means the same today, and every run goes on', (set) => {
  const lines = readFileSync(`${import.meta.dirname}/${set}`, 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(200)
  const types = new Set<RunEvent['type']>()
  let owed = 0
  for (const [index, line] of lines.entries()) {
    const { definition, history, digest } = JSON.parse(line) as RecordedHistory
    const known = executable(definition)
    const state = fold(initialState(), history)
    // Folding again, up to an instant, begins with the same events.
    expect(JSON.parse(line).history, `line ${index + 1} is folded`).toEqual(history)
    const meaning = meaningOf(known, state)
    expect(digestOf(meaning), `line ${index + 1} means ${meaning}`).toBe(digest)
    for (const event of history) types.add(event.type)
    const effects = plan(known, state)
    owed += effects.length
    let ids = 0
    const newId = () => {
      ids += 1
      return `new-${ids}`
    }
    const context = { now: state.at + 1_000, newId, random: () => 0.5 }
    expect(decide(known, state, { type: 'own', engine_id: 'engine', epoch: 99 }, context).ok).toBe(true)
    for (const effect of effects) {
      const answered = decide(known, state, answerTo(effect), context)
      expect(answered.ok, `line ${index + 1}: ${effect.id}`).toBe(true)
    }
  }
  expect(types.size).toBeGreaterThanOrEqual(25)
  expect(owed).toBeGreaterThan(100)
})

function answerTo(effect: Effect): Command {
  switch (effect.kind) {
    case 'timer':
      return { type: 'timer_fired', timer_id: effect.id }
    case 'human_task':
      // An actor who has not approved before.
      return { type: 'resume', actor: { id: 'zoe' }, task_id: effect.id, input: { approved: true } }
    case 'code_task':
    case 'agent_task': {
      const { task, attempt, upToSeq: up_to_seq } = effect.kind === 'code_task' ? effect : effect.delivery
      const outcome = { kind: 'completed', result: null } as const
      return { type: 'code_task_ended', task, attempt, up_to_seq, commands: [], notes: [], outcome }
    }
    case 'conditions':
      return { type: 'conditions_checked', due: effect.due, resources: {} }
    case 'recall': {
      const { step, iteration, attempt } = effect
      return { type: 'work_withdrawn', step, iteration, attempt }
    }
    case 'child':
      return { type: 'child_ended', child_run_id: effect.id, status: 'COMPLETED', state: {} }
    case 'attempt':
    case 'worker_task': {
      const { step, iteration, attempt } = effect
      const undo = effect.kind === 'attempt' && effect.undo
      const outcome = { kind: 'completed', output: { today: true } } as const
      const item = effect.kind === 'attempt' && effect.item !== undefined ? { item: effect.item } : {}
      return { type: 'attempt_ended', step, iteration, attempt, undo, ...item, outcome }
    }
  }
}
