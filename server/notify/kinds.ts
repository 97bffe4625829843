/**
 * What a person may be told of about tasks, each a choice of their own:
 *
 * - `opened`: a task asks them by name.
 * - `opened_group`: a task asks a group that they are in.
 * - `handed_over`: somebody assigned or delegated a task to them.
 * - `reminded`: a task of theirs will be due.
 * - `escalated`: a late task was escalated to them or to their group.
 */
export const taskKinds = ['opened', 'opened_group', 'handed_over', 'reminded', 'escalated'] as const
export type TaskKind = (typeof taskKinds)[number]

/** `test`: the person asked for a mail, to see whether it arrives. */
export const urgentKinds = ['test'] as const
export type UrgentKind = (typeof urgentKinds)[number]

export type NoticeKind = TaskKind | UrgentKind

/** The kinds of mail. Each gathers notices of its own kinds; only `tasks` waits for the pace that the person chose. */
export type MailKind = 'tasks' | UrgentKind

/** How often mail about tasks may come; `off`: none comes. */
export const paces = ['off', 'minutes', 'hour', 'day'] as const
export type Pace = (typeof paces)[number]
