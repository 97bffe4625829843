import { groupBy } from '#core/definition/flow/search.ts'
import type { JsonObject } from '#core/json.ts'
import { pathFrom } from '../n8n/translate.ts'
import { stepNames } from '../step-names.ts'
import { type Meaning, translateActions } from './expressions.ts'
import { combinations } from './matrix.ts'
import type { ActionsJob, ActionsWorkflow } from './read-actions.ts'

/** Which step is what of the jobs, and what stands before them. */
export interface Plan {
  readonly jobs: readonly (readonly [string, ActionsJob])[]
  readonly env: JsonObject
  /** The step of a job, or without an index that of the job itself. */
  stepName(job: string, index?: number): string
  /** The steps that end what a job needs. */
  before(job: string): readonly string[]
  /** Jobs that are skipped there with one that they need. */
  readonly skippedWith: ReadonlySet<string>
  /** What a job is done for, one after the other; null where it is done once. */
  rounds(job: string): readonly JsonObject[] | null
}

const keyOf = (job: string, index?: number) => (index === undefined ? job : `${job}\n${index}`)

export function planOf({ jobs, env }: ActionsWorkflow): Plan {
  const all = Object.entries(jobs)
  const names = stepNames(
    all.flatMap(([id, { steps }]) => [
      [keyOf(id), id] as const,
      ...steps.map((step, index) => [keyOf(id, index), `${id} ${step.id ?? step.name ?? index + 1}`] as const),
    ]),
  )
  const rounds = (id: string) => {
    const { uses, steps, strategy } = jobs[id] as ActionsJob
    return uses === undefined && steps.length > 0 && strategy.matrix !== undefined
      ? combinations(strategy.matrix)
      : null
  }
  const stepName = (job: string, index?: number) => names.get(keyOf(job, index)) as string
  const ends = (id: string, seen: ReadonlySet<string>): readonly string[] => {
    const job = Object.hasOwn(jobs, id) ? jobs[id] : undefined
    if (job === undefined || seen.has(id)) return []
    if (job.uses !== undefined || rounds(id) !== null) return [stepName(id)]
    if (job.steps.length > 0) return [stepName(id, job.steps.length - 1)]
    return job.needs.flatMap((need) => ends(need, new Set([...seen, id])))
  }
  const before = (id: string) => [...new Set((jobs[id] as ActionsJob).needs.flatMap((need) => ends(need, new Set())))]
  return { jobs: all, env, stepName, before, skippedWith: skippedWithNeeded(all), rounds }
}

/** Such a condition holds by itself where nothing has failed. */
export const isSuccess = (condition: string): boolean => /^\s*(?:\$\{\{)?\s*success\(\)\s*(?:\}\})?\s*$/.test(condition)

/** With such a condition a job is done even where one that it needs was skipped. */
export const asksHowItWent = (condition: string): boolean => /\b(?:always|failure|cancelled)\(\)/.test(condition)

function skippedWithNeeded(jobs: Plan['jobs']): ReadonlySet<string> {
  const waiting = jobs.flatMap(([id, { if: own = '', needs }]) =>
    asksHowItWent(own) ? [] : needs.map((need) => ({ id, need })),
  )
  const byNeed = groupBy(waiting, ({ need }) => need)
  const found = new Set<string>()
  const open = jobs.flatMap(([id, { if: own }]) =>
    own === undefined || isSuccess(own) || asksHowItWent(own) ? [] : [id],
  )
  // The list grows while it is walked.
  for (const job of open) {
    for (const { id } of byNeed.get(job) ?? []) {
      if (found.has(id)) continue
      found.add(id)
      open.push(id)
    }
  }
  return found
}

/** What the paths in a job's expressions are. */
export function meaningIn(plan: Plan, id: string): Meaning {
  const jobs = new Map(plan.jobs)
  const ofStep = (job: string, path: readonly string[]): string | null => {
    const [root, step, kind, ...rest] = path
    const index = (jobs.get(job) as ActionsJob).steps.findIndex((one) => one.id === step)
    if (root !== 'steps' || kind !== 'outputs' || index === -1) return null
    return pathFrom(`steps.${plan.stepName(job, index)}.output`, rest)
  }
  return (path) => {
    const [root, name = '', kind, output = ''] = path
    switch (root) {
      case 'inputs':
        return pathFrom('input', path.slice(1))
      case 'github':
        if (name === 'event' && kind === 'inputs') return pathFrom('input', path.slice(3))
        return name === 'run_id' ? 'run.id' : null
      case 'matrix':
        return plan.rounds(id) === null ? null : pathFrom('matrix', path.slice(1))
      case 'steps':
        return ofStep(id, path)
      case 'needs': {
        const written = kind === 'outputs' ? jobs.get(name)?.outputs[output] : undefined
        const source = written === undefined ? undefined : /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(written)?.[1]
        return source === undefined ? null : translateActions(source, (inner) => ofStep(name, inner))
      }
      default:
        return null
    }
  }
}
