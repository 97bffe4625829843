import type { Edit } from '../../edit.ts'
import { refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { hasEdge } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { eraseEdge } from './draw-edge.ts'

export function disconnect(draft: Draft, { edge }: Extract<Edit, { type: 'disconnect' }>): Outcomes {
  if (!hasEdge(draft.graph, edge)) return refuse('edge_missing', 'That connection no longer exists.')
  const wanted = new Map(draft.normal)
  if (edge.kind === 'normal') wanted.delete(normalId(edge))
  return { ok: true, root: eraseEdge(draft.root, edge), wanted }
}
