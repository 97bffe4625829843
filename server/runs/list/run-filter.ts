import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { publicStatuses } from '#core/run/statuses.ts'
import { comparisons } from '#core/run/value-condition.ts'
import { instant } from '../../instant.ts'
import { troubles } from './trouble.ts'

/** Which runs a list, a count, an export or an operation over many is about. Everything that is said must hold. */
const value = z.union([z.string().max(limits.search.textCharacters), z.number(), z.boolean(), z.null()])
const durationMs = z.number().min(0).max(limits.run.timerMs)

/** A value of the run's input or state, by the keys that lead to it; through lists any element will do. */
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
  /** What the id begins with, at least as much as one may see of it in a list. */
  id: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{8}(-?[0-9a-f]{1,4}){0,7}-?$/, 'At least the first 8 characters of an id are expected.')
    .optional(),
  workflow: z.string().max(limits.text.name).optional(),
  /** Not those of workflows of such a name: a template, in which `*` stands for any characters. */
  exceptWorkflow: z.string().min(1).max(limits.text.name).optional(),
  version: z.number().int().min(1).max(2_147_483_647).optional(),
  /** Part of the workflow's name, the id or the error's message, or a whole tag. */
  search: z.string().max(limits.text.search).optional(),
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
  /** From start to end, or until now. */
  longerThanMs: durationMs.optional(),
  shorterThanMs: durationMs.optional(),
  /** A person or a signal is awaited by the run itself or by one below it, however deep. */
  blockedOnHuman: z.boolean().optional(),
  /** The same, of one of the two. */
  waitingFor: z.enum(['person', 'signal']).optional(),
  rootsOnly: z.boolean().optional(),
  /** Test runs of drafts: left out unless asked for, but for the children of one run. */
  tests: z.enum(['without', 'only', 'with']).optional(),
  /** Why somebody should look at them; with `queue`, of the work on this queue. */
  trouble: z.enum(troubles).optional(),
  /** Work of theirs is on this queue of workers, taken or not. */
  queue: z.string().min(1).max(limits.text.name).optional(),
  parentRunId: z.uuid().optional(),
  values: z.array(valueCondition).max(limits.search.conditions).optional(),
})
export type RunFilter = z.output<typeof runFilter>
