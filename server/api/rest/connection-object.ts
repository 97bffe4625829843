import type { ConnectionEntry } from '../../secrets/connections/models.ts'

/** A connection as the REST API shows it, without its secrets. */
export const connectionObject = ({
  name,
  kind,
  source,
  settings,
  workflows,
  usedBy,
  updatedBy,
  updatedAt,
  lastUsedAt,
  test,
}: ConnectionEntry) => ({
  name,
  kind,
  source,
  settings,
  workflows,
  used_by: usedBy,
  updated_by: updatedBy,
  updated_at: updatedAt,
  last_used_at: lastUsedAt,
  test,
})
