import type { Pool } from 'pg'
import type { MailKind } from '../kinds.ts'
import { notifyLimits } from '../notify-limits.ts'

/** A mail that is due, taken for one attempt. */
export interface DueMail {
  readonly id: string
  readonly ownerId: string
  readonly personId: string
  readonly kind: MailKind
  /** With this one. */
  readonly attempts: number
  /** When it was made, or asked for once more: the time until it is given up begins there. */
  readonly since: Date
}

/** Takes up to `limit` due mails. Each becomes due again after `againInMs`, in case the process that took it dies. */
export async function takeMails(pool: Pool, limit: number, againInMs: number): Promise<readonly DueMail[]> {
  const { rows } = await pool.query<DueMail>(
    `update mail m
        set attempts = m.attempts + 1, due_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       from (select id from mail where state = 'waiting' and due_at <= statement_timestamp()
              order by due_at limit $1 for update skip locked) due
      where m.id = due.id
     returning m.id, m.owner_id as "ownerId", m.person_id as "personId", m.kind, m.attempts, coalesce(m.again_at, m.created_at) as since`,
    [limit, againInMs],
  )
  return rows
}

/** The end of a mail: sent, without anything to tell, or given up. */
export async function endMail(
  pool: Pool,
  { id }: Pick<DueMail, 'id'>,
  state: 'sent' | 'dropped' | 'failed',
  reason: string | null = null,
): Promise<void> {
  await pool.query(
    `update mail set state = $2, reason = $3, ended_at = clock_timestamp() where id = $1 and state = 'waiting'`,
    [id, state, reason],
  )
}

export async function postponeMail(
  pool: Pool,
  { id }: Pick<DueMail, 'id'>,
  inMs: number,
  reason: string | null,
): Promise<void> {
  await pool.query(
    `update mail set due_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000), reason = coalesce($3, reason)
      where id = $1 and state = 'waiting'`,
    [id, inMs, reason],
  )
}

/** Removes what the outbox has kept long enough, and notices whose mail is gone. */
export async function removeOldMails(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `with old as (
       select id from mail where ended_at < clock_timestamp() - make_interval(days => ${notifyLimits.keptDays})
        order by ended_at limit $1),
     notices as (delete from mail_notice where mail_id in (select id from old))
     delete from mail where id in (select id from old)`,
    [limit],
  )
  return rowCount ?? 0
}
