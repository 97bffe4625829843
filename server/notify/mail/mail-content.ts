import type { Pool } from 'pg'
import { mayDecide } from '#core/people/entitlement.ts'
import type { NoticeKind, TaskKind } from '../kinds.ts'
import { notifyLimits } from '../notify-limits.ts'
import type { DueMail } from '../outbox/outbox.ts'

/** A task that a mail tells of. Nothing of the run's values is in it but what its author put into title and instructions. */
export interface MailTask {
  readonly id: string
  readonly kind: TaskKind
  readonly title: string
  readonly instructions: string | null
  readonly workflow: string
  readonly dueAt: Date | null
}

/** What a mail says at the time of the attempt. */
export interface MailContent {
  readonly person: { readonly name: string; readonly email: string }
  readonly timeZone: string
  readonly tasks: readonly MailTask[]
}

interface Row extends MailTask {
  readonly assignees: string[] | null
  readonly groups: string[] | null
  readonly excluded: string[] | null
  readonly escalated_to: string[] | null
  readonly delegates: string[] | null
  readonly held_by: string | null
  readonly approvals: readonly { readonly by: string }[] | null
}

/**
 * The content of a mail, read anew for each attempt: tasks that have been decided, claimed by another person or taken
 * away meanwhile are left out. A text instead is the reason why there is nothing to send.
 */
export async function readMailContent(pool: Pool, mail: DueMail): Promise<MailContent | string> {
  const { rows: people } = await pool.query<{
    name: string
    email: string | null
    groups: readonly string[]
    time_zone: string
    pace: string | null
  }>(
    `select p.name, p.email, coalesce(s.time_zone, 'UTC') as time_zone, s.pace,
            array(select group_id from group_member g where g.owner_id = p.owner_id and g.person_id = p.id) as groups
       from person p left join notification_setting s on s.owner_id = p.owner_id and s.person_id = p.id
      where p.owner_id = $1 and p.id = $2`,
    [mail.ownerId, mail.personId],
  )
  const [found] = people
  if (!found) return 'The person is not in the directory any more.'
  if (found.email === null) return 'The person has no mail address.'
  const person = { name: found.name, email: found.email }
  if (mail.kind === 'test') return { person, timeZone: found.time_zone, tasks: [] }
  if (found.pace === 'off') return 'The person has turned off mail about tasks.'
  const me = { id: mail.personId, groups: found.groups }
  const tasks = (await readTasks(pool, mail)).filter(
    (task) =>
      mayDecide(me, task) &&
      (task.held_by === null || task.held_by === me.id) &&
      !task.approvals?.some(({ by }) => by === me.id),
  )
  if (tasks.length === 0) return 'The tasks were done before the mail went out.'
  return { person, timeZone: found.time_zone, tasks }
}

/** The open tasks of a mail, the most urgent reason for each. */
async function readTasks(pool: Pool, { id, ownerId }: DueMail): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row & { kind: NoticeKind }>(
    `select distinct on (t.id) t.id, n.kind, t.title, t.instructions, t.workflow, t.due_at as "dueAt", t.assignees, t.groups,
            t.excluded, t.escalated_to, t.delegates, t.held_by, t.approvals
       from mail_notice n join human_task t on t.id = n.task_id and t.owner_id = n.owner_id
      where n.mail_id = $1 and n.owner_id = $2 and t.status = 'open'
      order by t.id, array_position(array['escalated', 'reminded', 'handed_over', 'opened', 'opened_group'], n.kind)`,
    [id, ownerId],
  )
  return rows.toSorted((a, b) => dueOf(a) - dueOf(b) || (a.id < b.id ? -1 : 1))
}

const dueOf = ({ dueAt }: MailTask): number => dueAt?.getTime() ?? Number.POSITIVE_INFINITY

/** The text of an error as the outbox keeps it: one line of a bounded length. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, notifyLimits.reasonCharacters)
}
