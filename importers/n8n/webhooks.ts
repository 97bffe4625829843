import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ImportNote } from '../import-note.ts'
import { unsettledNote } from '../not-imported.ts'
import type { SourceRecord } from '../source-record.ts'
import { kindOf, type N8nNode } from './read-n8n.ts'

/** The name of the secret that an imported webhook asks for; its value is not in the file. */
const SECRET = 'WEBHOOK_SECRET'

const isWebhook = (node: N8nNode): boolean => kindOf(node) === 'webhook' && !node.disabled

const roomBeside = (taken: number): number => Math.max(limits.triggers.perWorkflow - taken, 0)

/** The webhooks of a file as triggers, under names that differ. `taken`: triggers that there are already. */
export function webhooksOf(nodes: readonly N8nNode[], taken: number): readonly JsonObject[] {
  return nodes
    .filter(isWebhook)
    .slice(0, roomBeside(taken))
    .map((node, index) => ({
      type: 'webhook',
      ...(index > 0 && { name: `webhook ${index + 1}` }),
      ...(isOpen(node) ? { verify: 'none' } : { verify: 'bearer', secret: [SECRET] }),
    }))
}

const isOpen = ({ parameters: { authentication = 'none' } }: N8nNode) => authentication === 'none'

/**
 * What becomes of a webhook, as far as it differs from that of n8n; null for another node. `taken`: triggers that there are
 * beside the webhooks of the file.
 */
export function webhookNotes(
  node: N8nNode,
  parameters: SourceRecord,
  { nodes, taken }: { readonly nodes: readonly N8nNode[]; readonly taken: number },
): readonly ImportNote[] | null {
  if (!isWebhook(node)) return null
  const { name: part } = node
  if (nodes.filter(isWebhook).indexOf(node) >= roomBeside(taken)) {
    parameters.settle(...Object.keys(node.parameters))
    const most = limits.triggers.perWorkflow
    const message = `A workflow can have up to ${most} triggers, so this webhook was not imported: \`${JSON.stringify(node.parameters)}\`.`
    return [{ part, fate: 'lost', message }]
  }
  const { path, authentication, httpMethod: method = 'GET', responseMode: answer = 'onReceived' } = node.parameters
  const said = (value: Json | undefined) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
  parameters.settle('path', 'httpMethod', 'authentication', 'responseMode')
  const changed = [
    'A webhook with a new address, which the page Triggers shows once the workflow is published; the body is the input.',
    ...(path === undefined ? [] : [`Its path was ${said(path)}.`]),
    isOpen(node)
      ? 'As in n8n, anyone who knows the address starts runs: choose how it verifies its sender.'
      : `Its sender proves itself by a bearer token in the place of ${said(authentication)}: store it as the secret ${SECRET}, under Settings, Secrets.`,
    ...(method === 'POST' ? [] : [`It is called by POST, and not by ${said(method)}.`]),
    ...(answer === 'onReceived'
      ? []
      : [`A call is answered at once with the id of the run, and not as by ${said(answer)}.`]),
  ]
  return [{ part, fate: 'changed', message: changed.join(' ') }, ...unsettledNote(parameters, { part })]
}
