import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import { ApiError } from '../../api-error.ts'
import { uuid } from '../request/inputs.ts'
import { checked } from '../request/request-body.ts'
import { NAMESPACE, taskStates } from './task-object.ts'

const publicStatuses = {
  running: ['pending', 'running', 'waiting'],
  succeeded: ['completed'],
  continued_as_new: ['completed'],
  failed: ['failed', 'cancelled'],
} as const

/** Filters and orders of the protocol that Heddle has not: a list without them would not be the list that was asked for. */
const unknownFilters = ['query', 'q', 'agent_id', 'order_by', 'order', 'page_token'] as const
const SEARCH = 'search.'

const page = {
  namespace: z.string().optional(),
  queue: z.string().max(limits.text.name).optional(),
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .default(50)
    .transform((size) => Math.min(size || 50, limits.page.maxSize)),
  offset: z.coerce.number().int().min(0).default(0),
}
const workflowQuery = z.object({
  ...page,
  id: z.string().max(limits.text.name).optional(),
  run_id: uuid.optional(),
  type: z.string().max(limits.text.name).optional(),
  state: z.enum(['running', 'succeeded', 'failed', 'continued_as_new']).optional(),
})
const taskQuery = z.object({
  ...page,
  type: z.string().max(limits.text.name).optional(),
  state: z.enum(taskStates).optional(),
})
export const scheduleQuery = z.object({ ...page, state: z.enum(['active', 'paused', 'deleted']).optional() })

/** What a list has been asked for: the filter of the runs, the state in the words of the protocol, and the page. */
export interface Listing<State extends string> {
  readonly filter: RunFilter
  readonly state: State | undefined
  readonly limit: number
  readonly offset: number
  /** The namespace of the list is not Heddle's only one: nothing is there. */
  readonly isElsewhere: boolean
}

/** The query of a list of workflows. Throws `BAD_REQUEST` with the filter that Heddle does not have. */
export function workflowListing(parameters: Readonly<Record<string, string>>) {
  const { id, run_id, type, state, ...asked } = checked(workflowQuery, supported(parameters))
  const values = Object.entries(parameters).flatMap(([name, text]) =>
    name.startsWith(SEARCH)
      ? [valueCondition(['search_attributes', name.slice(SEARCH.length)], attributeValue(text))]
      : [],
  )
  const filter = {
    ...(id !== undefined && { workflowId: id }),
    ...(run_id !== undefined && { id: run_id }),
    ...(type !== undefined && { workflow: type }),
    ...(state !== undefined && { publicStatus: [...publicStatuses[state]] }),
  }
  return listing(asked, filter, values, state)
}

/** The query of a list of tasks, which are those of workflows. */
export function taskListing(parameters: Readonly<Record<string, string>>) {
  const { type, state, ...asked } = checked(taskQuery, supported(parameters))
  const workflow = type?.startsWith('workflow:') ? type.slice('workflow:'.length) : type
  return listing(asked, workflow === undefined ? {} : { workflow }, [], state)
}

type Condition = NonNullable<RunFilter['values']>[number]

function listing<State extends string>(
  {
    namespace,
    queue,
    limit,
    offset,
  }: { namespace?: string | undefined; queue?: string | undefined; limit: number; offset: number },
  filter: RunFilter,
  values: readonly Condition[],
  state: State | undefined,
): Listing<State> {
  requirePage(limit, offset)
  const conditions = [...values, ...(queue === undefined ? [] : [valueCondition(['task_queue'], queue)])]
  return {
    filter: { ...filter, ...(conditions.length > 0 && { values: conditions }) },
    state,
    limit,
    offset,
    isElsewhere: namespace !== undefined && namespace !== NAMESPACE,
  }
}

export function requirePage(limit: number, offset: number): void {
  if (limit + offset <= limits.page.maxSize) return
  const message = `Heddle lists the newest ${limits.page.maxSize} for PostGrip's clients. Ask for less, or filter the list.`
  throw new ApiError('BAD_REQUEST', message, 'offset')
}

/** The parameters, if none of them is one that Heddle lacks. */
export function supported(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const name = unknownFilters.find((each) => (parameters[each] ?? '') !== '')
  if (name === undefined) return parameters
  const message = `Heddle has no ${name} for PostGrip's clients. Filter by type, state, id, queue or search attributes.`
  throw new ApiError('BAD_REQUEST', message, name)
}

const valueCondition = (path: string[], value: Condition['value']): Condition => ({ in: 'input', path, is: '=', value })

/** A number or a boolean that is written as such, as clients send the values of search attributes. */
function attributeValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
