import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { operatorVerbs } from '#core/run/preview/permissions.ts'
import { phases, publicStatuses, statuses, taskStates } from '#core/run/statuses.ts'
import { phaseSeverities } from '#core/run/views/phases.ts'
import type { eventObject, runListItem, runObject, TreeObject } from '../../run-object.ts'
import { count, id, json, optionalTime, orNull, time } from './common.ts'

const publicStatus = z.enum(publicStatuses)
const outcome = orNull(z.enum(['success', 'failure'])).describe('Null while the run is live.')
const stepError = z.strictObject({ code: z.string(), message: z.string(), step: orNull(z.string()) })

const humanWait = z.strictObject({
  count,
  oldest: orNull(
    z.strictObject({
      run_id: id,
      task_id: z.string().describe('Empty where the run waits for a signal.'),
      step: z.string(),
      workflow: z.string(),
      since: time,
    }),
  ),
})

const envelopeWait = z.strictObject({
  kind: z.enum(['conditions', 'discovery', 'locks']),
  names: z.array(z.string()).describe('The conditions that are not true, or the resources.'),
  since: time,
  deadline_at: optionalTime,
  blocked_by: z.array(id).describe('The runs that hold the resources, or come first.'),
  holders: z
    .array(
      z.strictObject({
        run_id: id,
        resource: z.string(),
        mode: z.enum(['exclusive', 'shared']),
        quarantined: z.boolean().describe('The run has ended unsafe and keeps the lock.'),
        since: time,
      }),
    )
    .describe(`The locks that are in the way now; up to ${limits.shown.lockHolders}.`),
  position: orNull(count).describe('Place among the requests that share a resource, from 1.'),
  retry_note: orNull(z.string()),
})

const listed = {
  run_id: id,
  workflow_name: z.string(),
  workflow_version: z.int().describe('Negative for a test run of a draft.'),
  test: z.boolean(),
  status: publicStatus,
  workflow_status: z.enum(statuses),
  phase: z.enum(phases),
  phase_severity: z.enum(phaseSeverities).describe('`bad`: the world may be unsafe.'),
  is_outcome: z.boolean().describe('The run has its outcome, acknowledged or not.'),
  is_closed: z.boolean().describe('The outcome is acknowledged.'),
  error: orNull(stepError),
  current_steps: z.array(z.string()),
  human_wait: orNull(humanWait),
  parent_run_id: orNull(id),
  root_run_id: id,
  workflow_id: orNull(z.string()).describe("The caller's own id of the work."),
  rerun_of: orNull(id),
  rerun_by: z.array(id),
  variants: count.describe('How many runs the run started as variants; 1 for an ordinary run.'),
  lineage: orNull(z.strictObject({ parent_run_id: id, parent_variant_index: orNull(count) })),
  depth: count,
  owner_id: z.string(),
  data_region: z.string(),
  tags: z.array(z.string()),
  about: orNull(z.array(z.strictObject({ name: z.string(), value: z.string() }))),
  created_at: time,
  updated_at: time,
}

export const runItem = z.strictObject(listed).meta({ id: 'RunItem' }) satisfies z.ZodType<
  ReturnType<typeof runListItem>
>

export const variantOutput = z
  .strictObject({
    variant_index: count,
    run_id: orNull(id),
    workflow_name: z.string(),
    kind: z.string(),
    status: publicStatus,
    output: json,
    error: orNull(stepError),
    artifacts: z.array(json),
  })
  .meta({ id: 'VariantOutput' })

const result = { outcome, outputs: z.array(variantOutput) }

export const run = z
  .strictObject({
    ...listed,
    task_state: z.enum(taskStates),
    sentence: z.string().describe('What the run does, why, since when, and what would move it.'),
    resources: z.array(z.string()).describe('The resources that its envelope discovered.'),
    lock_tokens: z.record(z.string(), count).describe('Fencing tokens of its locks by resource; 0 for a shared lock.'),
    envelope_wait: orNull(envelopeWait).describe('What the run waits for before its steps.'),
    retry_is_safe: orNull(z.boolean()).describe(
      'Of a run in FAILED_UNSAFE: whether each step that has changed something is declared `idempotent`.',
    ),
    state: json.describe('The state of the caller, echoed.'),
    workflow_state: json,
    input: json,
    output: json.exactOptional().describe('Of a run with one variant.'),
    ...result,
    actions: z.array(
      z.strictObject({
        verb: z.enum(operatorVerbs),
        allowed: z.boolean(),
        force: orNull(z.literal(true)),
        because: orNull(z.string()),
        steps: orNull(z.array(z.string())),
        barred: orNull(z.array(z.strictObject({ step: z.string(), because: z.string() }))),
      }),
    ),
    error: orNull(stepError.extend({ stack: orNull(z.string()) })),
  })
  .meta({ id: 'Run' }) satisfies z.ZodType<Omit<ReturnType<typeof runObject>, 'outputs'>>

export const runTree: z.ZodType<TreeObject> = z
  .strictObject({
    ...listed,
    parent_step: orNull(z.string()),
    get children() {
      return z.array(runTree)
    },
    children_left: count.describe('The number of children that are left out of a large tree.'),
  })
  .meta({ id: 'RunTree' })

export const startedRun = z
  .strictObject({
    run_id: id,
    status: publicStatus,
    variants: count,
    state: json.exactOptional(),
    outcome: outcome.exactOptional(),
    outputs: z.array(variantOutput).exactOptional(),
  })
  .meta({ id: 'StartedRun' })

export const rerun = z.strictObject({ run_id: id, rerun_of: id })
export const removedRuns = z.strictObject({ run_id: id, runs: count })
export const signalledRun = z
  .strictObject({ run_id: id, started: z.boolean().describe('The request has started the run.') })
  .meta({ id: 'SignalledRun' })

export const acceptedVerb = z.strictObject({ run_id: id, status: z.literal('accepted'), operation_id: id })

export const historyEvent = z
  .strictObject({
    seq: count,
    type: z.string(),
    step: orNull(z.string()),
    iteration: orNull(z.number()),
    attempt: orNull(z.number()),
    at: time,
    payload: z.custom<ReturnType<typeof eventObject>['payload']>().meta({ wire: { type: 'object' } }),
  })
  .meta({ id: 'HistoryEvent' })
