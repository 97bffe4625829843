import type { Edit } from '../../edit.ts'
import { refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { canConnect } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { wholeGraph } from '../draft/within-step.ts'
import { drawEdge } from './draw-edge.ts'

export function connect(draft: Draft, edit: Extract<Edit, { type: 'connect' }>): Outcomes {
  const permission = canConnect(wholeGraph(draft), edit.from, edit.to, edit.kind)
  if (!permission.allowed) return refuse('not_allowed', permission.reason)
  const { from, to } = edit
  const wanted = new Map(draft.normal)
  if (edit.kind === 'normal') wanted.set(normalId({ from, to }), { from, to })
  return { ok: true, root: drawEdge(draft, draft.root, edit), wanted }
}
