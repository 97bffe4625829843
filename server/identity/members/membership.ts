import type { Pool, PoolClient } from 'pg'
import { type Actor, withRoles } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { may, permits, requirePermission } from '#server/access/may.ts'
import { memberNow } from '#server/access/member-now.ts'
import { rolesWith } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/** The row of a member that decides about changes of it. */
export interface MemberRow {
  readonly person_id: string
  readonly name: string
  readonly user_id: string | null
  readonly kind: string
  readonly roles: readonly string[]
  readonly claimed_roles: readonly string[]
  readonly status: 'active' | 'disabled'
}

/** Distinguishes this lock from other advisory locks. */
const LOCK_CLASS = 20_281

/**
 * One transaction at a time changes the members and invitations of an owner, so that two administrators cannot remove
 * each other, and an inviter is judged by the roles of now.
 */
export async function lockMembers(client: PoolClient, ownerId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, ownerId])
}

/**
 * Runs a change of members under the lock of their owner. The actor is judged again there: the roles of the request may
 * have been taken away meanwhile. Keys change no members. Throws `FORBIDDEN`.
 */
export async function changeMembers<Result>(
  pool: Pool,
  actor: Actor,
  work: (client: PoolClient, actor: Actor) => Promise<Result>,
): Promise<Result> {
  if (actor.key) throw new ApiError('FORBIDDEN', 'API keys cannot change members. Log in to do so.')
  requirePermission(permits(actor, 'member.admin'))
  requireFreshLogin(actor)
  return inTransaction(pool, async (client) => {
    await lockMembers(client, actor.ownerId)
    const current = await actorOfNow(client, actor)
    requirePermission(permits(current, 'member.admin'))
    return work(client, current)
  })
}

/** The actor with the roles of now: none for nobody any more. Local mode has no members to look up. */
async function actorOfNow(client: PoolClient, actor: Actor): Promise<Actor> {
  return actor.login ? withRoles(actor, (await memberNow(client, actor))?.roles ?? []) : actor
}

export async function findMember(
  client: PoolClient,
  ownerId: string,
  personId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await client.query<MemberRow>(
    `select m.person_id, coalesce(p.name, m.person_id) as name, m.user_id, m.kind, m.roles, m.claimed_roles, m.status
       from member m left join person p on p.owner_id = m.owner_id and p.id = m.person_id
      where m.owner_id = $1 and m.person_id = $2`,
    [ownerId, personId],
  )
  return rows[0]
}

/** Refuses roles that permit more than those of the actor. */
export function requireGivable(actor: Actor, roles: readonly string[]): void {
  for (const role of roles) requirePermission(may(actor, 'member.give_role', { role }), 'roles')
}

/** Whether another active member can administer the owner. */
export async function hasOtherAdmin(client: PoolClient, ownerId: string, { person_id }: MemberRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from member where owner_id = $1 and person_id <> $2 and status = 'active' and kind = 'person'
        and roles && $3 limit 1`,
    [ownerId, person_id, rolesWith('member.admin')],
  )
  return rowCount !== 0
}

/** Refuses a change by which nobody could administer the owner any more. */
export async function requireOtherAdmin(client: PoolClient, ownerId: string, member: MemberRow): Promise<void> {
  if (!(await hasOtherAdmin(client, ownerId, member))) {
    throw new ApiError(
      'CONFLICT',
      `${member.name} is the last administrator. Make another member administrator first.`,
      'personId',
    )
  }
}
