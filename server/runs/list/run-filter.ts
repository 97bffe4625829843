import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { comparisons } from '#core/run/search/value-condition.ts'
import { phases, publicStatuses } from '#core/run/statuses.ts'
import { phaseSeverities } from '#core/run/views/phases.ts'
import { instant } from '../../instant.ts'
import { troubles } from './health-signals.ts'

/** The filter of a list, a count, an export or a bulk operation. All given conditions must hold. */
const value = z.union([z.string().max(limits.search.textCharacters), z.number(), z.boolean(), z.null()])
const durationMs = z.number().min(0).max(limits.run.timerMs)

/** A value of the run's input or state, by its path of keys; in a list, any element may match. */
const valueCondition = z.strictObject({
  in: z.enum(['input', 'state', 'any']).default('any'),
  path: z.array(z.string().min(1).max(limits.text.workflowName)).min(1).max(limits.search.pathKeys),
  is: z.enum(comparisons),
  value,
})
export type ValueCondition = z.output<typeof valueCondition>

export const runFilter = z.strictObject({
  status: z.array(z.string().max(40)).max(20).optional(),
  publicStatus: z.array(z.enum(publicStatuses)).max(publicStatuses.length).optional(),
  phase: z.array(z.enum(phases)).max(phases.length).optional(),
  /** How good the phase is: `bad` where the world may be unsafe. */
  phaseSeverity: z.array(z.enum(phaseSeverities)).max(phaseSeverities.length).optional(),
  /** Runs that hold this resource. */
  lockedResource: z.string().min(1).max(limits.envelope.resourceCharacters).optional(),
  /** A prefix of the id, with at least the part that a list shows. */
  id: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{8}(-?[0-9a-f]{1,4}){0,7}-?$/, 'Use at least the first 8 characters of an id.')
    .optional(),
  /** Runs that have this workflow id, or had it. */
  workflowId: z.string().min(1).max(limits.text.name).optional(),
  /** The regenerations of this run. */
  regeneratedFrom: z.uuid().optional(),
  workflow: z.string().max(limits.text.name).optional(),
  /** Excludes workflows by a name pattern, in which `*` stands for any characters. */
  exceptWorkflow: z.string().min(1).max(limits.text.name).optional(),
  version: z.number().int().min(1).max(2_147_483_647).optional(),
  /**
   * Part of the workflow's name or title, the id or the error's message, a whole tag, or the beginnings of words of the
   * input, the tags and the workflow id.
   */
  search: z.string().max(limits.text.search).optional(),
  /** Part of any value of the input or the state, among the newest `limits.search.scannedRuns` runs. */
  within: z.string().min(1).max(limits.text.search).optional(),
  /** Part of the error's message, or its code. */
  error: z.string().max(limits.text.search).optional(),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  tags: z.array(z.string().min(1).max(100)).max(limits.run.tags).optional(),
  ownerId: z.string().max(limits.text.name).optional(),
  dataRegion: z.string().max(limits.text.name).optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
  endedFrom: instant.optional(),
  endedTo: instant.optional(),
  /** The duration from start to end, or until now. */
  longerThanMs: durationMs.optional(),
  shorterThanMs: durationMs.optional(),
  /** The run, or a descendant at any depth, waits for a person or a signal. */
  blockedOnHuman: z.boolean().optional(),
  /** The run, or a descendant, waits for a person, or for a signal. */
  waitingFor: z.enum(['person', 'signal']).optional(),
  /** Roots alone; what is asked of troubles and queues then holds for a root when it holds for a descendant. */
  rootsOnly: z.boolean().optional(),
  /** Test runs of drafts are left out unless this asks for them, except among the children of one run. */
  tests: z.enum(['without', 'only', 'with']).optional(),
  /** Runs that need attention for this reason, or for `any`; with `queue`, because of work on this queue. */
  trouble: z.enum(troubles).optional(),
  /** Runs with work on this queue of workers, claimed or not. */
  queue: z.string().min(1).max(limits.text.name).optional(),
  /** Unfinished runs whose current step is this one, or whose current item belongs to it. */
  atStep: z.string().min(1).max(limits.text.name).optional(),
  /** Runs that failed at this step, also for one of its items. */
  failedStep: z.string().min(1).max(limits.text.name).optional(),
  parentRunId: z.uuid().optional(),
  values: z.array(valueCondition).max(limits.search.conditions).optional(),
})
export type RunFilter = z.output<typeof runFilter>
