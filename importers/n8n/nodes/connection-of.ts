import { isJsonObject, type Json } from '#core/json.ts'
import { kindOf, type N8nNode } from '../read-n8n.ts'
import type { Work } from './work.ts'

/** Kinds whose steps name a connection in place of the credentials of the node. */
const connected: ReadonlySet<string> = new Set(['emailSend', 'postgres', 'slack', 'httpRequest'])

export const usesConnection = (node: N8nNode): boolean =>
  connected.has(kindOf(node)) && credentialsOf(node) !== undefined

/** The connection that a step names: called as the credentials of the node, whose values n8n does not export. */
export function connectionOf({ node, say }: Pick<Work, 'node' | 'say'>, fallback: string): string {
  const named = credentialsOf(node) ?? fallback
  const connection =
    named
      .replace(/\W+/g, '_')
      .replace(/^_+|_+$/g, '')
      .replace(/^(?=\d)/, '_') || fallback
  say(
    'changed',
    `Uses the connection ${connection}. Add it in the settings, under Connections: n8n does not export credentials.`,
  )
  return connection
}

function credentialsOf({ credentials = {} }: N8nNode): string | undefined {
  const [first] = Object.values(credentials) as Json[]
  if (first === undefined || !isJsonObject(first)) return undefined
  return typeof first.name === 'string' ? first.name : undefined
}
