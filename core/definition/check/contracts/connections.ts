import { type ConnectionKind, connectionCatalogue } from '../../connections/kinds.ts'
import type { Definition } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { problemAt } from './each-step.ts'
import { namedConnections } from './named-connections.ts'

/** What is known about a connection. */
export interface KnownConnection {
  readonly kind: ConnectionKind
  /** The workflows that may use it; empty: all. */
  readonly workflows: readonly string[]
}

/** Warnings for connections that do not exist, that are of another kind, or that are for other workflows. */
export function checkConnections(
  { steps, workflow_type: workflow }: Definition,
  known: ReadonlyMap<string, KnownConnection> | undefined,
  source: SourceIndex,
): readonly Problem[] {
  if (!known) return []
  return namedConnections(steps).flatMap(({ name, kinds, step, path }): readonly Problem[] => {
    const fault = faultOf(name, known.get(name), kinds, workflow)
    if (fault === null) return []
    const message = `${fault.sentence} A run that reaches ${step.name} fails there.`
    return [problemAt(source, { code: fault.code, message, severity: 'warning', path, step: step.name })]
  })
}

function faultOf(
  name: string,
  connection: KnownConnection | undefined,
  kinds: readonly ConnectionKind[],
  workflow: string,
): { readonly code: string; readonly sentence: string } | null {
  if (!connection) {
    const sentence = `There is no connection ${name}. Add it in the settings, under Connections.`
    return { code: 'CONNECTION_UNKNOWN', sentence }
  }
  if (!kinds.includes(connection.kind)) {
    const fitting = kinds.map((kind) => connectionCatalogue[kind].label).join(', ')
    const sentence = `The connection ${name} is of the kind ${connectionCatalogue[connection.kind].label}. This step needs one of: ${fitting}.`
    return { code: 'CONNECTION_KIND', sentence }
  }
  if (connection.workflows.length === 0 || connection.workflows.includes(workflow)) return null
  const sentence = `The connection ${name} is for other workflows. Add ${workflow} to it in the settings, under Connections.`
  return { code: 'CONNECTION_NOT_ALLOWED', sentence }
}
