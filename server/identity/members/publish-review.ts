import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { MemberStores } from './change-member.ts'
import { changeMembers } from './membership.ts'

/** Whether a version needs a second person: one who has not edited the draft. */
export interface PublishReview {
  readonly isDemanded: boolean
}

export async function readPublishReview(
  { pool }: Pick<MemberStores, 'pool'>,
  { ownerId }: Actor,
): Promise<PublishReview> {
  const { rows } = await pool.query<PublishReview>(
    'select publish_reviewed as "isDemanded" from "owner" where id = $1',
    [ownerId],
  )
  return rows[0] ?? { isDemanded: false }
}

/** Demands a second person for each version, or no more. Throws `FORBIDDEN`. */
export function demandPublishReview({ pool }: MemberStores, actor: Actor, isDemanded: boolean): Promise<PublishReview> {
  return changeMembers(pool, actor, async (client, current) => {
    const before = await readPublishReview({ pool }, current)
    await client.query('update "owner" set publish_reviewed = $2 where id = $1', [current.ownerId, isDemanded])
    await recordAudit(client, {
      actor: current,
      action: 'member.demand_publish_review',
      target: current.ownerId,
      before,
      after: { isDemanded },
      outcome: 'done',
    })
    return { isDemanded }
  })
}
