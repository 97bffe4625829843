import { assignmentsOf } from '../nodes/assignments.ts'
import { kindOf, type N8nNode } from '../read-n8n.ts'

/** What starts a workflow: it is no step here, a run is started with an input. */
const triggerKinds = /(^|[a-z])(trigger|cron|interval|webhook|start)$/i
/** What gives on what it got. */
const handsOn: ReadonlySet<string> = new Set(['if', 'switch', 'filter', 'wait', 'respondToWebhook'])

export const isTrigger = (node: N8nNode): boolean =>
  triggerKinds.test(kindOf(node)) && kindOf(node) !== 'respondToWebhook'
export const isNote = (node: N8nNode): boolean => kindOf(node) === 'stickyNote'
export const isLoop = (node: N8nNode): boolean => kindOf(node) === 'splitInBatches'

/** Does nothing by itself: its neighbours are joined. */
export function isNothing(node: N8nNode): boolean {
  const kind = kindOf(node)
  if (kind === 'merge') return !mergesFields(node)
  return kind === 'noOp' || (kind === 'set' && setsNothing(node))
}

export const givesOn = (node: N8nNode): boolean => handsOn.has(kindOf(node)) || isNothing(node) || node.disabled

/** A Merge that puts the fields of its inputs together, item by item. */
export function mergesFields({ parameters, typeVersion }: N8nNode): boolean {
  const { mode, combineBy, combinationMode } = parameters
  if (mode === 'mergeByIndex') return typeVersion < 2
  if (mode !== 'combine') return false
  const how = typeVersion >= 3 ? (combineBy ?? 'combineByFields') : (combinationMode ?? 'mergeByFields')
  return ['combineByPosition', 'combineAll', 'mergeByPosition', 'multiplex'].includes(String(how))
}

const setsNothing = (node: N8nNode): boolean =>
  node.parameters.jsonOutput === undefined && assignmentsOf(node).length === 0

/** Outputs that a node of a kind has besides one for errors. */
export function regularOutputs(node: N8nNode): number | null {
  const kind = kindOf(node)
  if (kind === 'if') return 2
  return single.has(kind) ? 1 : null
}

const single: ReadonlySet<string> = new Set([
  'httpRequest',
  'set',
  'code',
  'function',
  'functionItem',
  'wait',
  'executeWorkflow',
  'filter',
  'merge',
  'respondToWebhook',
])

/** The outputs of Loop Over Items: for each item, and when all are done; they changed places with the versions. */
export function loopOutputs({ typeVersion }: N8nNode): { readonly each: number; readonly done: number | null } {
  if (typeVersion >= 3) return { each: 1, done: 0 }
  return { each: 0, done: typeVersion >= 2 ? 1 : null }
}
