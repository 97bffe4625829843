import type { PoolClient } from 'pg'
import type { TriggerType } from '#core/definition/trigger.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'

/**
 * The service in whose name triggers start runs: a member of each owner that has triggers. It is not in the directory: no
 * task can ask it.
 */
export const triggerService = { id: 'heddle-triggers', roles: ['operator'] } as const

const starters: Readonly<Record<TriggerType, string>> = {
  schedule: 'Schedule',
  webhook: 'Webhook',
  form: 'Form',
  run: 'End of a run',
  signal: 'Signal',
}

/** The name under which a trigger starts runs: its type, with the name that it was given. */
export function starterName(name: string, type: TriggerType): string {
  return name === type ? starters[type] : `${starters[type]} ${name}`
}

/** Makes the service when the owner publishes its first trigger. A service that was disabled stays so. */
export async function ensureTriggerService(client: PoolClient, actor: Actor): Promise<void> {
  const { id, roles } = triggerService
  const { rowCount } = await client.query(
    `insert into member (owner_id, person_id, kind, roles) values ($1, $2, 'service', $3) on conflict do nothing`,
    [actor.ownerId, id, roles],
  )
  if (rowCount === 0) return
  await recordAudit(client, { actor, action: 'service.create', target: id, after: { roles }, outcome: 'done' })
}
