import type { ImportNote } from '../import-note.ts'
import { kindOf, type N8nNode, type N8nWorkflow, recordOf } from './read-n8n.ts'

/** What becomes of a trigger: it is no step, and nothing but a request starts a run here. */
export function startNotes(workflow: N8nWorkflow, node: N8nNode): readonly ImportNote[] {
  const record = recordOf(workflow, node)
  record.settle('name', 'type', 'parameters', 'disabled', 'notes')
  const part = node.name
  const kind = kindOf(node)
  const { parameters, disabled, notes } = node
  const settings = {
    ...parameters,
    ...(disabled && { disabled }),
    ...(notes !== undefined && { notes }),
  }
  const was: readonly ImportNote[] =
    Object.keys(settings).length === 0
      ? []
      : [{ part, fate: 'lost', message: `What it was set to is not carried over: \`${JSON.stringify(settings)}\`.` }]
  if (/^manual|^start$|executeWorkflowTrigger/i.test(kind)) {
    return [{ part, fate: 'understood', message: 'A run is started by hand, or by another workflow.' }, ...was]
  }
  if (kind === 'webhook') {
    const message = 'A run is started by POST /v1/workflows/run; the body is its input.'
    return [{ part, fate: 'changed', message }, ...was]
  }
  const message = `Nothing starts a run by itself, and ${kind} did. Let something outside call POST /v1/workflows/run.`
  return [{ part, fate: 'lost', message }, ...was]
}
