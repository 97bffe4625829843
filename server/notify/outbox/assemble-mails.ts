import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { type MailKind, type Pace, taskKinds } from '../kinds.ts'
import { notifyLimits } from '../notify-limits.ts'
import { isTimeZone, type QuietHours, quietUntil } from '../quiet-hours.ts'

/**
 * The advisory lock of the transaction that makes mails of notices: one engine at a time, so that the notices of a person
 * gather in one mail. The number is arbitrary but must stay equal in every version of Heddle.
 */
const ASSEMBLY_LOCK = 48_151_626

interface Waiting {
  readonly owner_id: string
  readonly person_id: string
  readonly kind: MailKind
  readonly now: Date
  readonly pace: Pace | null
  readonly time_zone: string | null
  readonly quiet: QuietHours | null
  /** The creation of the last mail of this kind to the person, and of how many within an hour. */
  readonly last_at: Date | null
  readonly within_hour: number
}

/**
 * Makes mails of notices that are due, one for each person and kind of mail, in the transaction of the client: a notice
 * becomes part of exactly one mail. The notices of a person who is not to be disturbed now stay, and become due later.
 * False: another engine does so at the moment, or nothing is due.
 */
export async function assembleMails(client: PoolClient): Promise<boolean> {
  const { rows: locks } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    ASSEMBLY_LOCK,
  ])
  if (!locks[0]?.mine) return false
  const { rows: waiting } = await client.query<Waiting>(
    `with due as (
       select owner_id, person_id, case when kind = any($1) then 'tasks' else kind end as kind, min(due_at) as due_at
         from mail_notice where mail_id is null and due_at <= clock_timestamp()
        group by 1, 2, 3 order by min(due_at) limit $2)
     select due.owner_id, due.person_id, due.kind, clock_timestamp() as now, s.pace, s.time_zone, s.quiet,
            m.last_at, m.within_hour
       from due
       left join notification_setting s on s.owner_id = due.owner_id and s.person_id = due.person_id
       cross join lateral (
         select max(created_at) as last_at, (count(*) filter (where created_at > clock_timestamp() - interval '1 hour'))::int as within_hour
           from mail m where m.owner_id = due.owner_id and m.person_id = due.person_id and m.kind = due.kind
            and m.created_at > clock_timestamp() - interval '1 day') m`,
    [taskKinds, notifyLimits.peopleAtOnce],
  )
  for (const one of waiting) await assembleFor(client, one)
  return waiting.length > 0
}

async function assembleFor(client: PoolClient, waiting: Waiting): Promise<void> {
  const { owner_id, person_id, kind } = waiting
  const of = [owner_id, person_id, kind === 'tasks' ? [...taskKinds] : [kind]]
  const at = nextMailAt(waiting)
  if (at > waiting.now.getTime()) {
    await client.query(
      `update mail_notice set due_at = $4
        where owner_id = $1 and person_id = $2 and kind = any($3) and mail_id is null and due_at < $4`,
      [...of, new Date(at)],
    )
    return
  }
  const id = uuidv7()
  await client.query('insert into mail (id, owner_id, person_id, kind) values ($1, $2, $3, $4)', [
    id,
    owner_id,
    person_id,
    kind,
  ])
  await client.query(
    'update mail_notice set mail_id = $4 where owner_id = $1 and person_id = $2 and kind = any($3) and mail_id is null',
    [...of, id],
  )
}

/** When the next mail of this kind may be made: by the pace and the quiet hours of the person, or the bound of urgent mail. */
export function nextMailAt({
  kind,
  now,
  pace,
  time_zone,
  quiet,
  last_at,
  within_hour,
}: Omit<Waiting, 'owner_id' | 'person_id'>): number {
  if (kind !== 'tasks') {
    return now.getTime() + (within_hour >= notifyLimits.urgentPerHour ? notifyLimits.paceMs.minutes : 0)
  }
  // Notices from before the mails were turned off become a mail, which is dropped.
  const between = notifyLimits.paceMs[pace === null || pace === 'off' ? 'minutes' : pace]
  const afterLast = last_at === null ? 0 : last_at.getTime() + between
  return quietUntil(
    Math.max(now.getTime(), afterLast),
    quiet,
    time_zone !== null && isTimeZone(time_zone) ? time_zone : 'UTC',
  )
}
