import type { FoundConnection, OpenedConnection } from './opened-connection.ts'
import type { DecryptedConnection } from './read-connections.ts'

/** The connection that a step of a workflow names, or why it may not use it; null: every workflow may. `environment`: null when people log in. */
export function findConnection(
  stored: DecryptedConnection | undefined,
  environment: readonly OpenedConnection[] | null,
  workflow: string | null,
  name: string,
): FoundConnection {
  if (!stored) {
    const connection = environment?.find((one) => one.name === name)
    if (connection) return { ok: true, connection }
    const orElse = environment ? `, or set HEDDLE_CONNECTION_${name} for the engine` : ''
    const message = `There is no connection ${name}. Add it in the settings, under Connections${orElse}.`
    return { ok: false, code: 'CONNECTION_UNKNOWN', message }
  }
  if (workflow !== null && stored.workflows.length > 0 && !stored.workflows.includes(workflow)) {
    const message = `The workflow ${workflow} may not use the connection ${name}. Add the workflow to the connection in the settings, under Connections.`
    return { ok: false, code: 'CONNECTION_NOT_ALLOWED', message }
  }
  const { kind, settings, secrets, version } = stored
  if (secrets) return { ok: true, connection: { name, kind, settings, secrets, version } }
  const message = `The secrets of the connection ${name} cannot be decrypted. ${stored.reason}`
  return { ok: false, code: 'CONNECTION_UNREADABLE', message }
}
