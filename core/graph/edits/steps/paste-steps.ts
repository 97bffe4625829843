import { controlFlow } from '#core/definition/control-flow.ts'
import { parse } from '#core/definition/parse.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import { normalEdges } from '../../flow/settle.ts'
import type { Position } from '../../graph.ts'
import { notesOf } from '../../notes.ts'
import { targetsIn } from '../../rules.ts'
import { openSource } from '../../text/source.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { wholeOf } from '../draft/within-step.ts'
import { isPlace, place } from '../layout/positions.ts'
import { freshIds, renamedNotes, writtenNotes } from '../notes/free-notes.ts'
import { stepNames, stepsOf } from '../raw/raw-step.ts'
import { copiedEdges, copiedNotes, copySteps } from './copy-steps.ts'
import { insertSteps } from './insert-step.ts'

/**
 * Inserts the steps of a fragment into a list of steps, under free names, with the edges among them, and its notes onto
 * the canvas.
 */
export function pasteSteps(draft: Draft, edit: Extract<Edit, { type: 'paste_steps' }>): Outcomes {
  const fragment = parse(edit.fragment)
  const { definition, layout } = fragment
  const source = definition === null ? null : openSource(edit.fragment)
  const originals = source?.ok === true ? stepsOf(source.value).filter(isNamed) : []
  const sheets = writtenNotes(edit.fragment)
  if (definition === null || originals.length + sheets.size === 0) {
    return refuse('value_invalid', 'The pasted text contains no steps.')
  }
  if (edit.within !== undefined && draft.within === undefined) {
    return refuse('step_missing', `There is no loop ${edit.within}.`)
  }
  const { position } = edit
  if (position !== undefined && !isPlace(position)) return refuse('value_invalid', 'That place is off the canvas.')
  const taken = stepNames(wholeOf(draft))
  const { steps, names } = copySteps(originals, taken, targetsIn(draft.graph))
  const ids = freshIds(sheets, draft.text, wholeOf(draft))
  const places = Object.entries(layout).map(([id, [x, y]]) => ({ name: names.get(id), note: ids.get(id), x, y }))
  const left = Math.min(...places.map(({ x }) => x))
  const top = Math.min(...places.map(({ y }) => y))
  const corner = position ?? { x: left, y: top }
  const positions: Record<string, Position> = {}
  for (const { name, note, x, y } of places) {
    // Steps of a body have no position of their own.
    const id = note ?? (draft.within === undefined ? name : undefined)
    if (id !== undefined) positions[id] = { x: corner.x + x - left, y: corner.y + y - top }
  }
  const root = place(insertSteps(draft, draft.root, steps, edit.after), positions)
  const wanted = new Map([...draft.normal, ...copiedEdges(normalEdges(controlFlow(definition)).values(), names)])
  return {
    ok: true,
    root,
    wanted,
    notes: copiedNotes(notesOf(edit.fragment, fragment), names),
    freeNotes: renamedNotes(sheets, ids),
    copied: { text: edit.fragment, parsed: fragment, names },
    created: steps.map((step) => String(step.name)),
  }
}

function isNamed(step: unknown): step is JsonObject {
  return isJsonObject(step) && typeof step.name === 'string'
}
