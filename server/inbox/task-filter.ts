import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { instant } from '../instant.ts'

const name = z.string().min(1).max(limits.text.name)

/**
 * The scopes of the inbox. `mine`: tasks that the actor holds or is asked for by name. `groups`: other tasks that the
 * actor may decide and that have no holder. `available`: both. These three leave out postponed tasks, which are
 * `later`. `all`: every open task, for managers. `done`: decided or closed tasks.
 */
export const inboxScopes = ['mine', 'groups', 'available', 'later', 'all', 'done'] as const
export type InboxScope = (typeof inboxScopes)[number]

/** `oldest` and `newest` sort by the time of opening; done tasks come latest first. */
export const inboxSorts = ['due', 'oldest', 'newest', 'priority'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** The filter of a list of tasks; all given conditions must hold. */
export const taskFilter = z.strictObject({
  /** Part of the title, the workflow, the step, the queue, or one of the fields that the author chose. */
  search: z.string().max(limits.text.search).optional(),
  workflow: name.optional(),
  step: name.optional(),
  queue: name.optional(),
  group: name.optional(),
  /** `nobody`, `somebody`, `me`, or a person's id: `id:ana`. */
  holder: z
    .string()
    .max(260)
    .regex(/^(nobody|somebody|me|id:.+)$/s, 'This must be nobody, somebody, me or id:…')
    .optional(),
  priorityFrom: z.number().int().min(0).max(limits.inbox.priority).optional(),
  priorityTo: z.number().int().min(0).max(limits.inbox.priority).optional(),
  /** `late`: the due date is past; `soon`: within a day; `none`: there is no due date. */
  due: z.enum(['late', 'soon', 'none']).optional(),
  dueFrom: instant.optional(),
  dueTo: instant.optional(),
  /**
   * `now`: no follow-up date or a past one; `later`: postponed. With either value, the list includes postponed tasks.
   */
  followUp: z.enum(['now', 'later']).optional(),
  /** Tasks of this run and of every run below it. */
  belowRunId: z.uuid().toLowerCase().optional(),
})
export type TaskFilter = z.output<typeof taskFilter>
