import { snakeCase } from '#core/definition/function-name.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import type { SourceRecord } from '../source-record.ts'
import { mend, type Tell, whenOf } from './conditions.ts'
import type { Meaning } from './expression/write.ts'
import { takeTemplate } from './expressions.ts'
import { meaningIn } from './meaning.ts'
import type { Plan } from './plan.ts'
import type { ActionsJob, ActionsStep } from './read-actions.ts'
import { fileOf } from './workflow-of-file.ts'

interface JobContext {
  readonly plan: Plan
  /** The step's job, and its index there. */
  readonly id: string
  readonly index: number
  /** Further conditions of the step. */
  readonly conditions: readonly (string | undefined)[]
}

/** A step as a call of a function that is still to be written, with the step's data. */
export function convertStep(
  step: ActionsStep,
  around: JobContext,
  record: SourceRecord,
  notes: ImportNote[],
): JsonObject {
  const { plan, id, index, conditions } = around
  const name = plan.stepName(id, index)
  const about = { part: labelOf(step), step: name }
  const reported: Tell = (fate, message) => notes.push({ ...about, fate, message })
  const meaning = meaningIn(plan, id)
  const called = functionOf(step)
  notes.push({ ...about, fate: 'lost', message: toBeWritten(called, step.uses), isProblem: true })
  const gives = outputsReadOf(step.id, plan.jobs.get(id) as ActionsJob)
  if (gives.length > 0)
    reported('changed', `Later steps use its outputs. The function must return these as strings: ${gives.join(', ')}.`)
  record.settle('id', 'name', 'run', 'uses', 'shell', 'with', 'env', 'if', 'continue-on-error', 'timeout-minutes')
  if (step.run !== undefined && step.uses !== undefined)
    reported('lost', `\`uses: ${step.uses}\` next to \`run\` is not supported.`)
  const written = tellFor(step, { ...plan.env, ...plan.jobs.get(id)?.env, ...step.env })
  notes.push(...unsettledNote(record, about))
  record.take()
  const description = step.name ?? step.uses
  return {
    name,
    ...(description !== undefined && { description }),
    function: called,
    ...(Object.keys(written).length > 0 && { with: taken(written, meaning, reported) }),
    ...policiesOf(step, reported),
    ...whenOf([...conditions, step.if], meaning, reported),
  }
}

const labelOf = ({ name, id, uses, run = '' }: ActionsStep): string =>
  name ?? id ?? uses ?? (run.split('\n')[0] as string)

function functionOf({ run, uses = 'unknown' }: ActionsStep): string {
  const called = run === undefined ? snakeCase(fileOf(uses)).replace(/\W+/g, '_') : 'run'
  return `actions.${called}`
}

function toBeWritten(name: string, uses: string | undefined): string {
  const what = uses === undefined ? 'Heddle has no runner machine for this.' : `\`${uses}\` is not available in Heddle.`
  return `${what} It calls the function ${name}, which you need to write.`
}

/** The outputs of a step that expressions of its job read. */
function outputsReadOf(step: string | undefined, job: ActionsJob): readonly string[] {
  const read = [...JSON.stringify(job).matchAll(/\bsteps\.(?<id>[\w-]+)\.outputs\.(?<output>[\w-]+)/g)]
  const outputs = read.flatMap(({ groups }) => (groups?.id === step && groups?.output ? [`\`${groups.output}\``] : []))
  return [...new Set(outputs)]
}

/** The data from which the function can be written: the script, or the action with its version. */
function tellFor(step: ActionsStep, env: JsonObject): JsonObject {
  return {
    ...(step.run === undefined ? step.with : { script: step.run, ...step.with }),
    ...(step.shell !== undefined && { shell: step.shell }),
    ...(Object.keys(env).length > 0 && { env }),
  }
}

function policiesOf(step: ActionsStep, reported: Tell): JsonObject {
  const minutes = numberIn(step['timeout-minutes'])
  const goesOn = step['continue-on-error'] ?? false
  if (minutes === null) {
    reported('lost', `\`timeout-minutes: ${step['timeout-minutes']}\` was not converted. Set timeout_seconds.`)
  }
  if (typeof goesOn !== 'boolean' && goesOn !== 'true' && goesOn !== 'false') {
    reported('lost', `\`continue-on-error: ${goesOn}\` was not converted. Set on_error to continue after a failure.`)
  }
  return {
    ...(typeof minutes === 'number' && { timeout_seconds: minutes * 60 }),
    ...((goesOn === true || goesOn === 'true') && { on_error: 'ignore' }),
  }
}

/** Undefined without a value, null where the value is an expression or no time limit. */
function numberIn(written: string | number | boolean | null | undefined): number | null | undefined {
  if (written === undefined || written === null) return undefined
  const number = typeof written === 'boolean' || written === '' ? Number.NaN : Number(written)
  return number > 0 && number * 60_000 <= limits.run.timerMs ? number : null
}

export function taken(value: JsonObject, meaning: Meaning, reported: Tell): Json {
  const { value: template, kept } = takeTemplate(value, meaning)
  for (const source of new Set(kept)) reported('kept', mend(source))
  return template
}
