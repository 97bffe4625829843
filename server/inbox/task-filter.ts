import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { instant } from '../instant.ts'

const name = z.string().min(1).max(limits.text.name)

/**
 * Which tasks: `mine` are those that the actor holds or is asked for by name, `groups` what else they may decide and nobody
 * holds, `available` both, all without what is put off: that is `later`. `all` is every open one, for managers; `done` what
 * was decided or closed.
 */
export const inboxScopes = ['mine', 'groups', 'available', 'later', 'all', 'done'] as const
export type InboxScope = (typeof inboxScopes)[number]

/** `oldest` and `newest` by when they were opened; done ones come latest first. */
export const inboxSorts = ['due', 'oldest', 'newest', 'priority'] as const
export type InboxSort = (typeof inboxSorts)[number]

/** What narrows a list of tasks; everything that is said must hold. */
export const taskFilter = z.strictObject({
  /** Part of the title, the workflow, the step, the queue, or one of the fields that the author chose. */
  search: z.string().max(limits.text.search).optional(),
  workflow: name.optional(),
  step: name.optional(),
  queue: name.optional(),
  group: name.optional(),
  /** `nobody`, `somebody`, `me`, or who: `id:ana`. */
  holder: z
    .string()
    .max(260)
    .regex(/^(nobody|somebody|me|id:.+)$/s, 'nobody, somebody, me or id:… is expected.')
    .optional(),
  priorityFrom: z.number().int().min(0).max(limits.inbox.priority).optional(),
  priorityTo: z.number().int().min(0).max(limits.inbox.priority).optional(),
  /** `late`: it is past; `soon`: within a day; `none`: there is no date. */
  due: z.enum(['late', 'soon', 'none']).optional(),
  dueFrom: instant.optional(),
  dueTo: instant.optional(),
  /** `now`: no date or a past one; `later`: it is put off. Who asks for either is shown what is put off, too. */
  followUp: z.enum(['now', 'later']).optional(),
  /** Tasks of this run and of every run below it. */
  belowRunId: z.uuid().toLowerCase().optional(),
})
export type TaskFilter = z.output<typeof taskFilter>
