import type { OpenedConnection } from './opened-connection.ts'

/** The texts by which a connection could be seen in an answer, named, so that they are redacted. */
export function connectionValues({
  name,
  kind,
  settings,
  secrets,
}: Pick<OpenedConnection, 'name' | 'kind' | 'settings'> & {
  readonly secrets: OpenedConnection['secrets'] | null
}): readonly (readonly [string, string])[] {
  const values = Object.entries(secrets ?? {}).map(([field, value]) => [`${name}.${field}`, value] as const)
  const user = kind === 'http_basic' ? settings.username : settings.client_id
  const password = secrets?.password ?? secrets?.client_secret
  if (user === undefined || password === undefined) return values
  return [...values, [`${name}.authorization`, Buffer.from(`${user}:${password}`).toString('base64')]]
}
