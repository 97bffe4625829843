import type { N8nNode } from '../read-n8n.ts'
import { regularOutputs } from './kinds.ts'
import type { Links } from './links.ts'

/** The output that a node takes when it fails, which comes after all others; null where it has none. */
export function errorOutput(node: N8nNode, links: Links): number | null {
  if (node.onError !== 'continueErrorOutput') return null
  const regular = regularOutputs(node)
  if (regular !== null) return regular
  // How many outputs such a node has is not known here: where several lead on, the last is the one for errors.
  const last = links.outputs(node.name).at(-1) ?? 0
  return Math.max(last, 1)
}
