import { type JsonObject, objectOf } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import type { Value } from './expression/value.ts'
import { textOf } from './expressions.ts'
import { meaningIn } from './meaning.ts'
import type { Plan } from './plan.ts'

/** A step that writes the outputs of a reusable workflow into the state, the result of a run. */
export function outputsOfWorkflow(plan: Plan, notes: ImportNote[]): readonly JsonObject[] {
  const declared = Object.entries(objectOf(objectOf(objectOf(plan.on).workflow_call).outputs))
  const outputs = declared.map(([name, output]) => [name, String(objectOf(output).value)] as const)
  const meaning = meaningIn(plan)
  const part = 'on: workflow_call'
  return setting(plan.stepName('', 'outputs'), outputs, (written) => textOf(written, meaning), { notes, part }).map(
    (step) => ({ ...step, dependencies: plan.last }),
  )
}

/** The last step of each matrix round writes the outputs of its job into the state: the last round wins. */
export function outputsOfRounds(id: string, plan: Plan, notes: ImportNote[]): readonly JsonObject[] {
  const name = plan.stepName(id, 'outputs')
  const outputs = Object.entries((plan.jobs.get(id) as { outputs: Readonly<Record<string, string>> }).outputs)
  const meaning = meaningIn(plan, id)
  const about = { notes, part: `Job ${id}` }
  const prefixed = outputs.map(([output, written]) => [`${name}.${output}`, written] as const)
  return setting(name, prefixed, (written) => textOf(written, meaning), about)
}

interface About {
  readonly notes: ImportNote[]
  readonly part: string
}

function setting(
  name: string,
  outputs: readonly (readonly [path: string, written: string])[],
  translate: (written: string) => Value | null,
  { notes, part }: About,
): readonly JsonObject[] {
  const set = outputs.flatMap(([path, written]): readonly (readonly [string, string])[] => {
    const value = translate(written)
    if (value !== null) return [[path, value.code]]
    notes.push({
      part,
      fate: 'lost',
      message: `Its output \`${path}\`: \`${written}\` could not be converted reliably.`,
    })
    return []
  })
  return set.length === 0 ? [] : [{ name, type: 'TRANSFORM', set: Object.fromEntries(set) }]
}
