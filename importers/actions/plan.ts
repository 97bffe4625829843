import { groupBy } from '#core/definition/flow/search.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { stepNames } from '../step-names.ts'
import { combinations } from './matrix.ts'
import type { ActionsJob, ActionsWorkflow } from './read-actions.ts'

/** The steps of each job, and their predecessors. */
export interface Plan {
  readonly jobs: ReadonlyMap<string, ActionsJob>
  readonly on: Json
  readonly env: JsonObject
  /** Name of a step of a job; without an index, of the job itself. */
  stepName(job: string, index?: number | 'outputs'): string
  /** The last steps of the jobs that a job needs. */
  before(job: string): readonly string[]
  /** The steps without a successor. */
  readonly last: readonly string[]
  /** Jobs that GitHub skips together with a job that they need. */
  readonly skippedWith: ReadonlySet<string>
  /** The rounds of a job, one after the other; null for a job without a matrix. */
  rounds(job: string): readonly JsonObject[] | null
}

const keyOf = (job: string, index?: number | 'outputs') => (index === undefined ? job : `${job}\n${index}`)

export function planOf({ jobs: written, on, env }: ActionsWorkflow): Plan {
  const jobs = new Map(Object.entries(written))
  const all = [...jobs]
  const names = stepNames([
    ...all.flatMap(([id, { steps }]) => [
      [keyOf(id), id] as const,
      ...steps.map((step, index) => [keyOf(id, index), `${id} ${step.id ?? step.name ?? index + 1}`] as const),
    ]),
    ...all.map(([id]) => [keyOf(id, 'outputs'), `${id} outputs`] as const),
    [keyOf('', 'outputs'), 'Outputs'],
  ])
  const rounds = new Map(all.map(([id, job]) => [id, roundsOf(job)]))
  const stepName = (job: string, index?: number | 'outputs') => names.get(keyOf(job, index)) as string
  const ends = (id: string, seen: ReadonlySet<string>): readonly string[] => {
    const job = jobs.get(id)
    if (job === undefined || seen.has(id)) return []
    if (job.uses !== undefined || rounds.get(id)) return [stepName(id)]
    if (job.steps.length > 0) return [stepName(id, job.steps.length - 1)]
    return job.needs.flatMap((need) => ends(need, new Set([...seen, id])))
  }
  const endsOf = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => ends(id, new Set())))]
  const before = (id: string) => endsOf((jobs.get(id) as ActionsJob).needs)
  const needed = new Set(all.flatMap(([, { needs }]) => needs))
  const last = endsOf(all.flatMap(([id]) => (needed.has(id) ? [] : [id])))
  const skippedWith = skippedWithNeeded(all)
  return { jobs, on, env, stepName, before, last, skippedWith, rounds: (id) => rounds.get(id) ?? null }
}

function roundsOf({ uses, steps, strategy }: ActionsJob): readonly JsonObject[] | null {
  return uses === undefined && steps.length > 0 && strategy.matrix !== undefined ? combinations(strategy.matrix) : null
}

/** Such a condition holds anyway where nothing has failed. */
const isSuccess = (condition: string): boolean => /^\s*(?:\$\{\{)?\s*success\(\)\s*(?:\}\})?\s*$/.test(condition)

/** With such a condition a job runs even after a needed job was skipped or has failed. */
export const asksHowItWent = (condition: string): boolean => /\b(?:always|failure|cancelled)\s*\(\s*\)/i.test(condition)

function skippedWithNeeded(jobs: readonly (readonly [string, ActionsJob])[]): ReadonlySet<string> {
  const waiting = jobs.flatMap(([id, { if: own = '', needs }]) =>
    asksHowItWent(own) ? [] : needs.map((need) => ({ id, need })),
  )
  const byNeed = groupBy(waiting, ({ need }) => need)
  const found = new Set<string>()
  const open = jobs.flatMap(([id, { if: own }]) =>
    own === undefined || isSuccess(own) || asksHowItWent(own) ? [] : [id],
  )
  // The loop also visits the elements that it appends.
  for (const job of open) {
    for (const { id } of byNeed.get(job) ?? []) {
      if (found.has(id)) continue
      found.add(id)
      open.push(id)
    }
  }
  return found
}
