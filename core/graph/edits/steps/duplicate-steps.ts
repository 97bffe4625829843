import type { JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import type { Position } from '../../graph.ts'
import { notesOf } from '../../notes.ts'
import { canRemove, targetsIn } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { wholeOf } from '../draft/within-step.ts'
import { place } from '../layout/positions.ts'
import { freshIds, renamedNotes, writtenNotes } from '../notes/free-notes.ts'
import { nameOf, stepNames, stepsOf } from '../raw/raw-step.ts'
import { copiedEdges, copiedNotes, copySteps } from './copy-steps.ts'
import { insertSteps } from './insert-step.ts'

/** Offset of a copy from its original, in pixels. */
const aside: Position = { x: 40, y: 40 }

export function duplicateSteps(draft: Draft, edit: Extract<Edit, { type: 'duplicate_steps' }>): Outcomes {
  const sheets = writtenNotes(draft.text, edit.notes ?? [])
  if (sheets.size < (edit.notes?.length ?? 0)) return refuse('note_missing', 'That note no longer exists.')
  const permission = canRemove(draft.graph, edit.steps)
  if (!permission.allowed && (edit.steps.length > 0 || sheets.size === 0)) {
    return refuse('step_missing', permission.reason)
  }
  const offset = edit.offset ?? aside
  const originals = stepsOf(draft.root).filter((_, index) =>
    edit.steps.includes(draft.definition.steps[index]?.name as string),
  ) as readonly JsonObject[]
  const taken = stepNames(wholeOf(draft))
  const { steps, names } = copySteps(originals, taken, targetsIn(draft.graph))
  const last = nameOf(originals.at(-1))
  const root = insertSteps(draft, draft.root, steps, last)
  const positions: Record<string, Position> = {}
  for (const { id, position, placed } of draft.graph.nodes) {
    const name = edit.steps.includes(id) && placed ? names.get(id) : undefined
    if (name !== undefined) positions[name] = { x: position.x + offset.x, y: position.y + offset.y }
  }
  const ids = freshIds(sheets, draft.text, wholeOf(draft))
  for (const [id, fresh] of ids) {
    const [x, y] = draft.layout[id] ?? []
    if (x !== undefined && y !== undefined) positions[fresh] = { x: x + offset.x, y: y + offset.y }
  }
  const wanted = new Map([...draft.normal, ...copiedEdges(draft.normal.values(), names)])
  return {
    ok: true,
    root: place(root, positions),
    wanted,
    notes: copiedNotes(notesOf(draft.text, draft.parsed), names),
    freeNotes: renamedNotes(sheets, ids),
    copied: { text: draft.text, parsed: draft.parsed, names },
    created: steps.map((step) => String(step.name)),
  }
}
