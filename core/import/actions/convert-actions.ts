import { stringify } from 'yaml'
import { snakeCase } from '#core/definition/function-name.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { Fate, Imported, ImportNote } from '../import-note.ts'
import { nothingLike } from '../nothing-like.ts'
import { workflowNameOf } from '../workflow-name.ts'
import { type Meaning, takeCondition, takeTemplate } from './expressions.ts'
import { asksHowItWent, isSuccess, meaningIn, type Plan, planOf } from './plan.ts'
import { type ActionsJob, type ActionsStep, jobKeys, readActions, stepKeys, workflowKeys } from './read-actions.ts'
import { inputSchema, triggerNotes } from './triggers.ts'

/**
 * A workflow of GitHub Actions, or of what is written like it, as one of ours.
 * Its jobs and their order stay; there is no machine and no shell here, so each
 * step calls a function that is still to be written, with what it was told.
 */
export function convertActions(value: Json): Imported {
  const workflow = readActions(value)
  if (workflow === null)
    return { ok: false, message: 'This looks like a workflow of jobs, but it cannot be read as one.' }
  const plan = planOf(workflow)
  const notes = [...triggerNotes(workflow.on)]
  const { jobs: written } = value as { readonly jobs: { readonly [id: string]: JsonObject } }
  const parts = [
    ['The workflow', value as JsonObject, workflowKeys] as const,
    ...plan.jobs.map(([id]) => [`Job ${id}`, written[id] as JsonObject, jobKeys] as const),
  ]
  for (const [part, keys, known] of parts) {
    const message = nothingLike(keys, known)
    if (message !== null) notes.push({ part, fate: 'lost', message })
  }
  for (const id of plan.skippedWith) {
    const message =
      'There it is skipped where a job that it needs was, by its `if`. Here it runs: give it the same `when`.'
    notes.push({ part: `Job ${id}`, fate: 'changed', message })
  }
  const steps = plan.jobs.flatMap(([id, job]) => stepsOfJob(id, job, plan, notes))
  const schema = inputSchema(workflow.on)
  const name = workflowNameOf(workflow.name)
  const document = { workflow_type: name, ...(schema && { input_schema: schema }), steps }
  return { ok: true, name, text: stringify(document, { lineWidth: 0 }), notes }
}

function stepsOfJob(id: string, job: ActionsJob, plan: Plan, notes: ImportNote[]): readonly JsonObject[] {
  const after = plan.before(id)
  const meaning = meaningIn(plan, id)
  const say = (part: string, step: string) => (fate: Fate, message: string) => {
    notes.push({ part, step, fate, message })
  }
  if (job.uses !== undefined) return [called(id, { ...job, uses: job.uses }, plan, meaning, say)]
  const rounds = plan.rounds(id)
  const name = plan.stepName(id)
  const conditions = rounds === null ? [job.if] : []
  const steps = job.steps.map((step, index): JsonObject => {
    const own = plan.stepName(id, index)
    const told = say(labelOf(step), own)
    const unlike = nothingLike(step, stepKeys)
    if (unlike !== null) told('lost', unlike)
    const env = { ...plan.env, ...job.env, ...step.env }
    const body = bodyOf(step, env, meaning, told)
    const dependencies = rounds !== null ? {} : { dependencies: index === 0 ? after : [plan.stepName(id, index - 1)] }
    const note = step.name === undefined ? {} : { description: step.name }
    return { name: own, ...note, ...body, ...whenOf([...conditions, step.if], meaning, told), ...dependencies }
  })
  const [first] = steps
  if (rounds === null && first !== undefined && job.strategy.matrix !== undefined) {
    say(`Job ${id}`, String(first.name))('lost', 'Its matrix is made up by an expression. The job is done once.')
  }
  if (rounds === null) return steps
  const told = say(`Job ${id}`, name)
  told('changed', `Its matrix is a loop of ${rounds.length} rounds, one after the other.`)
  const list = { type: 'LOOP', mode: 'ITERATE', iterate_over: JSON.stringify(rounds), item_var_name: 'matrix' }
  return [{ name, ...list, ...whenOf([job.if], meaning, told), dependencies: after, loop_body: steps }]
}

type Tell = (fate: Fate, message: string) => void
type Say = (part: string, step: string) => Tell

const labelOf = ({ name, id, uses, run = '' }: ActionsStep): string =>
  name ?? id ?? uses ?? (run.split('\n')[0] as string)

/** A job that is another workflow. */
function called(id: string, job: ActionsJob & { uses: string }, plan: Plan, meaning: Meaning, say: Say): JsonObject {
  const name = plan.stepName(id)
  const told = say(`Job ${id}`, name)
  const child = workflowNameOf(fileOf(job.uses).replace(/\.ya?ml$/, ''))
  told('changed', `Starts the workflow ${child}, which has to be imported as well.`)
  if (job.strategy.matrix !== undefined) told('lost', 'Its matrix: the workflow is started once. Make a LOOP of it.')
  const input = taken(job.with, meaning, told)
  const body = { type: 'SUB_WORKFLOW', sub_workflow_type: child, input }
  return { name, ...body, ...whenOf([job.if], meaning, told), dependencies: plan.before(id) }
}

/** `owner/repo/path/name.yml@v1` is `name.yml`. */
const fileOf = (uses: string): string => uses.replace(/@.*$/, '').replace(/^.*\//, '')

function bodyOf(step: ActionsStep, env: JsonObject, meaning: Meaning, told: Tell): JsonObject {
  const isScript = step.run !== undefined
  const called = isScript ? 'run' : snakeCase(fileOf(step.uses ?? 'unknown')).replace(/\W+/g, '_')
  const name = `actions.${called}`
  told('lost', `There is no machine to do it here. It calls the function ${name}, which is still to be written.`)
  const written: JsonObject = {
    ...(isScript ? { script: step.run as string } : step.with),
    ...(step.shell !== undefined && { shell: step.shell }),
    ...(Object.keys(env).length > 0 && { env }),
  }
  const minutes = step['timeout-minutes']
  return {
    function: name,
    ...(Object.keys(written).length > 0 && { with: taken(written, meaning, told) }),
    ...(typeof minutes === 'number' && { timeout_seconds: minutes * 60 }),
    ...(step['continue-on-error'] === true && { on_error: 'ignore' }),
  }
}

function taken(value: JsonObject, meaning: Meaning, told: Tell): Json {
  const { value: template, kept } = takeTemplate(value, meaning)
  for (const source of new Set(kept)) told('kept', mend(source))
  return template
}

const mend = (source: string): string =>
  `\`${source}\` could not be translated for certain. It stands as it was, and is to be mended.`

/** All of the conditions have to hold. Whether what came before succeeded is no condition here. */
function whenOf(written: readonly (string | undefined)[], meaning: Meaning, told: Tell): JsonObject {
  const conditions = written.flatMap((condition) => {
    if (condition === undefined || isSuccess(condition)) return []
    if (asksHowItWent(condition)) {
      told(
        'lost',
        `\`${condition}\`: a step runs when those before it have succeeded. Use on_failure for what comes after a failure.`,
      )
      return []
    }
    const { value, kept } = takeCondition(condition, meaning)
    for (const source of kept) told('kept', mend(source))
    return [value]
  })
  const [only] = conditions
  if (only === undefined) return {}
  return { when: conditions.length === 1 ? only : conditions.map((one) => `(${one})`).join(' && ') }
}
