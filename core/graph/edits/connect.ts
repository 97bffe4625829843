import type { Edit } from '../edit.ts'
import { refuse } from '../edit.ts'
import { normalId } from '../flow/settle.ts'
import { canConnect } from '../rules.ts'
import { drawEdge } from './draw-edge.ts'
import type { Draft, Outcomes } from './edit-draft.ts'
import { wholeGraph } from './within-step.ts'

export function connect(draft: Draft, edit: Extract<Edit, { type: 'connect' }>): Outcomes {
  const permission = canConnect(wholeGraph(draft), edit.from, edit.to, edit.kind)
  if (!permission.allowed) return refuse('not_allowed', permission.reason)
  const { from, to } = edit
  const wanted = new Map(draft.normal)
  if (edit.kind === 'normal') wanted.set(normalId({ from, to }), { from, to })
  return { ok: true, root: drawEdge(draft, draft.root, edit), wanted }
}
