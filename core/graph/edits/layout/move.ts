import type { Edit } from '../../edit.ts'
import { refuse } from '../../edit.ts'
import { freeNotes } from '../../notes.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { isPlace, place } from './positions.ts'

/** Moves steps and notes: one line of `layout` each. */
export function move(draft: Draft, { positions }: Extract<Edit, { type: 'move' }>): Outcomes {
  const known = new Set([...draft.graph.nodes, ...freeNotes(draft.text)].map(({ id }) => id))
  for (const [name, position] of Object.entries(positions)) {
    if (!known.has(name)) return refuse('step_missing', `There is no step ${name}.`)
    if (!isPlace(position)) return refuse('value_invalid', `The place for ${name} is off the canvas.`)
  }
  return { ok: true, root: place(draft.root, positions) }
}
