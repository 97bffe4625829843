import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'
import { plan } from '#core/run/plan/plan.ts'
import type { RunState } from '#core/run/state.ts'
import { viewsOf } from '#core/run/views/view-table.ts'

/**
 * What a history means, in a form that outlives the shape of the state: the
 * four views, the workflow's data, where each step stands, what can be undone
 * and what is owed. Two versions that give the same text understand it alike.
 */
export function meaningOf(executable: ExecutableDefinition, state: RunState): string {
  const steps = Object.entries(state.steps).map(([name, { status, iteration, visits, attempt }]) => [
    name,
    `${status} ${iteration} ${visits} ${attempt}`,
  ])
  const meaning = {
    ...viewsOf(state),
    data: state.data,
    steps: Object.fromEntries(steps),
    outputs: Object.fromEntries(Object.entries(state.outputs).map(([name, { output }]) => [name, output])),
    undo: state.undo.map(({ step, iteration }) => `${step} ${iteration}`),
    owed: plan(executable, state)
      .map((effect) => `${effect.kind} ${effect.step ?? ''}`)
      .toSorted(),
    runAttempt: state.runAttempt,
    held: state.hold !== null,
    error: state.outcome?.error?.code ?? null,
  }
  return canonical(meaning as Json)
}

/** FNV-1a, twice with different beginnings: 64 bits in hexadecimal. */
export function digestOf(text: string): string {
  return [0x811c9dc5, 0x01234567].map((from) => hash(text, from).toString(16).padStart(8, '0')).join('')
}

function hash(text: string, from: number): number {
  let value = from
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
