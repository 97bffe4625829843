import type { ApiKey } from '../../keys/models.ts'

/** An API key as the REST API shows it. */
export function keyObject(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    state: key.state,
    kind: key.kind,
    person_id: key.personId,
    person_name: key.personName,
    permissions: key.permissions,
    workflows: key.workflows,
    queues: key.queues,
    networks: key.networks,
    created_by: key.createdBy,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    last_used_address: key.lastUsedAddress,
  }
}
