import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { MemberStores } from './change-member.ts'
import { changeMembers } from './membership.ts'

/** Whether the owner lets members in who log in without a second factor. */
export interface SecondFactorDemand {
  readonly isDemanded: boolean
}

export async function readSecondFactorDemand(
  { pool }: Pick<MemberStores, 'pool'>,
  { ownerId }: Actor,
): Promise<SecondFactorDemand> {
  const { rows } = await pool.query<SecondFactorDemand>(
    'select second_factor_demanded as "isDemanded" from "owner" where id = $1',
    [ownerId],
  )
  return rows[0] ?? { isDemanded: false }
}

/**
 * Demands a second factor of every member, or no more. A member without one is led through its setup at the next
 * request. Keys of programs go on. Throws `FORBIDDEN`, and `CONFLICT` for an administrator who has none.
 */
export function demandSecondFactor(
  { pool, accounts }: MemberStores,
  actor: Actor,
  isDemanded: boolean,
): Promise<SecondFactorDemand> {
  return changeMembers(pool, actor, async (client, current) => {
    const { login, ownerId } = current
    if (isDemanded && login && accounts && !(await accounts.hasSecondFactor(login.sessionId)))
      throw new ApiError('CONFLICT', 'Turn on your own second factor first, under Settings, My sessions.')
    const before = await readSecondFactorDemand({ pool }, current)
    await client.query('update "owner" set second_factor_demanded = $2 where id = $1', [ownerId, isDemanded])
    await recordAudit(client, {
      actor: current,
      action: 'member.demand_second_factor',
      target: ownerId,
      before,
      after: { isDemanded },
      outcome: 'done',
    })
    return { isDemanded }
  })
}
