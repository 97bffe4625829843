import { z } from 'zod'
import type { ScheduleTrigger } from '#core/definition/trigger.ts'
import { fieldsOfNickname, isTimeZone, readCron } from '#core/definition/triggers/cron.ts'
import { nextInstant } from '#core/definition/triggers/planned-instants.ts'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { queueName, workflowName } from '../request/inputs.ts'
import { args, id, maybe, object } from './inputs.ts'
import { inputOf } from './start-work.ts'

const seconds = z.number().int().min(0)
const numbers = z.array(z.number().int().min(0).max(59)).min(1).max(60)

const spec = z.object({
  interval_seconds: maybe(seconds),
  cron: maybe(z.string().max(limits.text.reason)),
  calendar: maybe(
    z.object({
      minute: maybe(numbers),
      hour: maybe(numbers),
      day_of_month: maybe(numbers),
      month: maybe(numbers),
      day_of_week: maybe(numbers),
    }),
  ),
  timezone: maybe(z.string().max(limits.text.name)),
  jitter_seconds: maybe(seconds.max(limits.triggers.jitterMs / 1_000)),
  missed_run_policy: maybe(z.enum(['catch_up', 'skip'])),
  catch_up_window_seconds: maybe(seconds),
  start_at: maybe(z.string()),
})
const action = z.object({
  workflowType: workflowName,
  queue: maybe(queueName),
  memo: maybe(object),
  searchAttributes: maybe(object),
  args: maybe(args),
  workflowId: maybe(z.string()),
  workflowIdReusePolicy: maybe(z.string()),
  runTimeoutMs: maybe(z.number()),
  retry: maybe(z.looseObject({})),
})
const overlap_policy = maybe(z.enum(['skip', 'allow_all']))
/** Of the bodies, what Heddle reads. */
export const createScheduleBody = z.object({ id: maybe(id), overlap_policy, spec, action })
export const updateScheduleBody = z.object({ overlap_policy, spec: maybe(spec), action: maybe(action) })

export type AskedSchedule = Omit<z.output<typeof createScheduleBody>, 'id'>

/** Parts of a schedule that Heddle does not have. Each is refused by its name: a schedule without them is another one. */
const lacking = {
  spec: {
    catch_up_window_seconds:
      'Heddle makes up for missed times whatever their age. Leave it out, or set missed_run_policy.',
    start_at: 'A schedule of Heddle begins at once. Leave it out, and make the schedule when it shall begin.',
  },
  action: {
    workflowId: 'Each run of a schedule has an id of its own. Leave it out.',
    workflowIdReusePolicy: 'Runs of a schedule have no workflow id that could be in use. Leave it out.',
    runTimeoutMs: 'A schedule of Heddle has no time limit of its runs. Set it in the workflow.',
    retry: 'A schedule of Heddle does not repeat runs. Set the retries of activities in the workflow.',
  },
} as const

/** The schedule as Heddle's triggers have it. Throws `BAD_REQUEST` with the field that they do not have. */
export function triggerOf(name: string, asked: AskedSchedule): ScheduleTrigger {
  for (const [part, fields] of Object.entries(lacking)) {
    for (const [field, message] of Object.entries(fields)) {
      const given = (asked[part as keyof typeof lacking] as JsonObject)[field]
      if (given !== undefined && given !== 0) throw new ApiError('BAD_REQUEST', message, `${part}.${field}`)
    }
  }
  const { spec, action, overlap_policy } = asked
  const { queue = 'default', memo, searchAttributes, args = [] } = action
  if (JSON.stringify([args, memo, searchAttributes]).includes('{{')) {
    throw new ApiError('BAD_REQUEST', 'Heddle computes {{ }} in the input of triggers. Leave {{ out.', 'action.args')
  }
  return {
    type: 'schedule',
    name,
    ...planOf(spec),
    ...(overlap_policy !== undefined && { overlap: overlap_policy === 'skip' ? 'skip' : 'allow' }),
    ...(spec.missed_run_policy !== undefined && { catch_up: spec.missed_run_policy === 'skip' ? 'none' : 'all' }),
    ...(spec.jitter_seconds && { jitter_seconds: spec.jitter_seconds }),
    input: inputOf({ args, queue, memo, searchAttributes }),
  }
}

type Spec = AskedSchedule['spec']

/** When the schedule fires: exactly one of an interval, a cron expression and a calendar. */
function planOf({ interval_seconds: every = 0, cron: text = '', calendar, timezone = 'UTC' }: Spec) {
  if ([every > 0, text !== '', calendar !== undefined].filter(Boolean).length !== 1) {
    throw new ApiError('BAD_REQUEST', 'Set one of interval_seconds, cron and calendar.', 'spec')
  }
  if (!isTimeZone(timezone)) {
    throw new ApiError(
      'BAD_REQUEST',
      `There is no time zone ${timezone}. Use a name such as Europe/Berlin.`,
      'spec.timezone',
    )
  }
  if (every > 0) {
    const [least, most] = [limits.triggers.leastIntervalMs / 1_000, limits.triggers.mostIntervalMs / 1_000]
    if (every >= least && every <= most) return { every_seconds: every }
    throw new ApiError('BAD_REQUEST', `An interval has ${least} to ${most} seconds.`, 'spec.interval_seconds')
  }
  const field = calendar ? 'spec.calendar' : 'spec.cron'
  const cron = calendar ? cronOf(calendar) : (fieldsOfNickname(text) ?? text)
  const read = readCron(cron, timezone)
  if (!read.ok) throw new ApiError('BAD_REQUEST', read.message, field)
  if (nextInstant({ cron, timezone }, 0) === null) {
    throw new ApiError('BAD_REQUEST', 'This time never comes: no month has such a day.', field)
  }
  return { cron, timezone }
}

/** A calendar as a cron expression, whose days of the month and of the week would be alternatives. */
function cronOf({ minute, hour, day_of_month, month, day_of_week }: NonNullable<Spec['calendar']>): string {
  if (minute === undefined || hour === undefined) {
    throw new ApiError('BAD_REQUEST', 'Name the minutes and the hours of the calendar.', 'spec.calendar')
  }
  if (day_of_month !== undefined && day_of_week !== undefined) {
    const message = 'Name days of the month or days of the week, not both.'
    throw new ApiError('BAD_REQUEST', message, 'spec.calendar.day_of_week')
  }
  return [minute, hour, day_of_month, month, day_of_week].map((list) => list?.join(',') ?? '*').join(' ')
}
