import { type ConnectionKind, connectionCatalogue } from '#core/definition/connections/kinds.ts'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import type { OwnerSecrets } from '../../../secrets.ts'
import { RequestInvalid } from '../http/read-url.ts'

/** A connection that the step may not use. */
export class ConnectionRefused extends RequestInvalid {
  override readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The connection that a step names, of one of the kinds that it accepts. Throws `ConnectionRefused`. */
export function openedConnection(
  owner: OwnerSecrets,
  {
    workflow,
    name,
    kinds,
  }: { readonly workflow: string; readonly name: string; readonly kinds: readonly ConnectionKind[] },
): OpenedConnection {
  const found = owner.connectionFor(workflow, name)
  if (!found.ok) throw new ConnectionRefused(found.code, found.message)
  const { connection } = found
  if (!kinds.includes(connection.kind)) {
    const fitting = kinds.map((kind) => connectionCatalogue[kind].label).join(', ')
    const message = `The connection ${name} is of the kind ${connectionCatalogue[connection.kind].label}. This step needs one of: ${fitting}.`
    throw new ConnectionRefused('CONNECTION_KIND', message)
  }
  owner.noteConnection(name)
  return connection
}
