import type { JsonObject } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import type { SourceRecord } from '../source-record.ts'
import { type Tell, whenOf } from './conditions.ts'
import { convertStep, taken } from './convert-step.ts'
import { meaningIn } from './meaning.ts'
import { outputsOfRounds } from './outputs.ts'
import type { Plan } from './plan.ts'
import type { ActionsJob } from './read-actions.ts'
import { workflowOfFile } from './workflow-of-file.ts'

/** The steps of a job, or its single step: the loop of a matrix, or a call of another workflow. */
export function stepsOfJob(id: string, plan: Plan, record: SourceRecord, notes: ImportNote[]): readonly JsonObject[] {
  const job = plan.jobs.get(id) as ActionsJob
  const part = `Job ${id}`
  const rounds = plan.rounds(id)
  const isOne = job.uses !== undefined || rounds !== null
  const step = isOne ? plan.stepName(id) : job.steps.length > 0 ? plan.stepName(id, 0) : undefined
  const about = { part, ...(step !== undefined && { step }) }
  const reported: Tell = (fate, message) => notes.push({ ...about, fate, message })
  record.settle('name', 'needs', 'if', 'uses', 'with', 'env', 'outputs')
  record.at('strategy').settle('matrix', 'fail-fast', 'max-parallel')
  const machine = record.take('runs-on')
  if (machine !== undefined) {
    reported(
      'changed',
      `\`runs-on: ${JSON.stringify(machine)}\` is ignored: functions run where the Heddle engine runs.`,
    )
  }
  tellOfJob(id, plan, rounds, reported)
  const steps =
    job.uses === undefined
      ? ownSteps(id, plan, record, notes)
      : [called(id, { ...job, uses: job.uses }, plan, reported)]
  notes.push(...unsettledNote(record, about))
  record.take()
  if (rounds === null) return steps
  const list = { type: 'LOOP', mode: 'ITERATE', iterate_over: JSON.stringify(rounds), item_var_name: 'matrix' }
  const { name: description } = job
  const flow = { ...whenOf([job.if], meaningIn(plan, id), reported), dependencies: plan.before(id) }
  return [
    { name: plan.stepName(id), ...(description !== undefined && { description }), ...list, ...flow, loop_body: steps },
  ]
}

function ownSteps(id: string, plan: Plan, record: SourceRecord, notes: ImportNote[]): readonly JsonObject[] {
  const { steps, if: condition } = plan.jobs.get(id) as ActionsJob
  const isLoop = plan.rounds(id) !== null
  record.at('steps')
  const converted = steps.map((step, index) => {
    const after = index === 0 ? plan.before(id) : [plan.stepName(id, index - 1)]
    const around = { plan, id, index, conditions: isLoop ? [] : [condition] }
    return {
      ...convertStep(step, around, record.at('steps', index), notes),
      ...(isLoop ? {} : { dependencies: after }),
    }
  })
  return isLoop ? [...converted, ...outputsOfRounds(id, plan, notes)] : converted
}

/** Notes on the differences of a job as a whole. */
function tellOfJob(id: string, plan: Plan, rounds: readonly JsonObject[] | null, reported: Tell): void {
  const { uses, steps, strategy } = plan.jobs.get(id) as ActionsJob
  if (plan.skippedWith.has(id)) {
    reported(
      'changed',
      'The original skips it if a job it needs is skipped by `if`. Here it runs: set the same `when`.',
    )
  }
  if (uses === undefined && steps.length === 0) reported('lost', 'Skipped: it has no steps.')
  else if (rounds !== null) {
    reported('changed', `Its matrix becomes a loop of ${rounds.length} iterations, one after another.`)
    if (strategy['fail-fast'] !== undefined && strategy['fail-fast'] !== null && strategy['fail-fast'] !== true) {
      reported('lost', '`fail-fast`: if an iteration fails, the following ones do not run.')
    }
    if (
      typeof strategy['max-parallel'] === 'number' ? strategy['max-parallel'] !== 1 : strategy['max-parallel'] != null
    ) {
      reported('changed', '`max-parallel` is ignored: iterations run one after another.')
    }
  } else if (strategy.matrix !== undefined) {
    reported(
      'lost',
      uses === undefined
        ? 'Its matrix comes from an expression. The job runs once.'
        : 'Its matrix is ignored: the workflow starts once. Use a LOOP.',
    )
  } else if (Object.keys(strategy).length > 0) reported('lost', '`strategy` without a matrix is not supported.')
}

/** A job that calls another workflow. */
function called(id: string, job: ActionsJob & { uses: string }, plan: Plan, reported: Tell): JsonObject {
  const child = workflowOfFile(job.uses)
  const meaning = meaningIn(plan, id)
  reported('changed', `Starts the workflow ${child}. Import \`${job.uses}\` as well to create it.`)
  return {
    name: plan.stepName(id),
    ...(job.name !== undefined && { description: job.name }),
    type: 'SUB_WORKFLOW',
    sub_workflow_type: child,
    input: taken(job.with, meaning, reported),
    ...whenOf([job.if], meaning, reported),
    dependencies: plan.before(id),
  }
}
