import type { JsonObject } from '#core/json.ts'
import { pathFrom } from '../path-from.ts'
import { constantOf, orUsual, type Value } from './expression/value.ts'
import type { Meaning } from './expression/write.ts'
import { textOf } from './expressions.ts'
import { inputsOf, inputText, inputValue } from './inputs.ts'
import type { Plan } from './plan.ts'
import type { ActionsJob } from './read-actions.ts'

/** Depth to which outputs made of other jobs' outputs are followed. */
const farthest = 4

/** The meaning of paths in a job's expressions; without a job, in the outputs of the workflow. */
export function meaningIn(plan: Plan, id?: string, followed = 0): Meaning {
  const inputs = inputsOf(plan.on)
  return (path) => {
    const [root, name = '', kind, output = ''] = path
    switch (root) {
      case 'inputs':
        return inputValue(inputs, path.slice(1))
      case 'github':
        if (name === 'event' && kind === 'inputs') return inputText(inputs, path.slice(3))
        return name === 'run_id' && kind === undefined ? { code: 'run.id', type: 'text' } : null
      case 'matrix':
        return id === undefined ? null : matrixValue(plan.rounds(id), path.slice(1))
      case 'steps':
        return id === undefined ? null : stepOutput(plan, id, path)
      case 'needs':
      case 'jobs':
        return kind === 'outputs' && path.length === 4 ? jobOutput(plan, name, output, followed) : null
      default:
        return null
    }
  }
}

/** `steps.build.outputs.digest`; the output of a step that may be skipped is an empty text then. */
function stepOutput(plan: Plan, job: string, [, step, kind, output = '', more]: readonly string[]): Value | null {
  const { steps, if: jobIf } = plan.jobs.get(job) as ActionsJob
  const index = steps.findIndex((one) => one.id === step)
  const own = steps[index]
  if (own === undefined || kind !== 'outputs' || output === '' || more !== undefined) return null
  const isConditional = own.if !== undefined || (jobIf !== undefined && plan.rounds(job) === null)
  return outputAt(pathFrom('steps', [plan.stepName(job, index)]), output, isConditional)
}

function outputAt(step: string, output: string, isConditional: boolean): Value {
  const code = pathFrom(step, ['output', output])
  if (!isConditional) return { code, type: 'text' }
  const quoted = /^steps\[(?<name>.*)\]$/.exec(step)?.groups?.name
  const hasRun = quoted === undefined ? `has(${step})` : `${quoted} in steps`
  return orUsual({ isThere: hasRun, code, usual: '' }, 'text')
}

/** An output of a job: of a matrix the last round's, of a called workflow that workflow's. */
function jobOutput(plan: Plan, job: string, output: string, followed: number): Value | null {
  const needed = plan.jobs.get(job)
  if (needed === undefined) return null
  const { uses, outputs, if: condition } = needed
  if (uses !== undefined) return outputAt(pathFrom('steps', [plan.stepName(job)]), output, condition !== undefined)
  const written = Object.hasOwn(outputs, output) ? outputs[output] : undefined
  if (written === undefined || followed === farthest) return null
  const value = textOf(written, meaningIn(plan, job, followed + 1))
  if (value === null || plan.rounds(job) === null) return value
  return { code: pathFrom('state', [plan.stepName(job, 'outputs'), output]), type: 'text' }
}

function matrixValue(rounds: readonly JsonObject[] | null, path: readonly string[]): Value | null {
  const [name = ''] = path
  if (rounds === null || name === '') return null
  if (path.length > 1) return { code: pathFrom('matrix', path), type: 'any' }
  const values = rounds.map((one) => (Object.hasOwn(one, name) ? one[name] : undefined))
  if (values.every((one) => one === undefined)) return constantOf('')
  const code = pathFrom('matrix', [name])
  if (values.every((one) => typeof one === 'string')) return { code, type: 'text', choices: values as string[] }
  const type = (['number', 'boolean'] as const).find((one) => values.every((value) => typeof value === one))
  return { code, type: type ?? 'any' }
}
