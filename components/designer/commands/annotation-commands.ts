import { announce } from '#components/ui/overlay/announce.ts'
import type { Position } from '#core/graph/graph.ts'
import { freeNotes } from '#core/graph/notes.ts'
import { drawnNotePosition } from '../algorithms/positions/note-position.ts'
import type { WalkDirection } from '../algorithms/steps/walk.ts'
import type { Session } from '../model/session.ts'
import { type Annotation, type AnnotationView, annotationsIn } from '../model/stores/annotations.ts'
import { commandsTexts } from '../texts/commands.ts'
import { moveSteps, nudgeSelection } from './step-commands.ts'
import { textPosition } from './step-positions.ts'

/** Moves the keyboard to the next or the previous note or group. */
export function goToBeside(session: Session, by: 1 | -1): void {
  const { last, place } = session.annotations.store.getState()
  const shown = annotationsIn(session.document.store.getState(), place)
  const to = shown[shown.findIndex(({ id }) => id === last) + by]
  if (to !== undefined) session.annotations.goTo(to.id, place)
}

/** Moves the keyboard to the note or group that had it last. */
export function goToAnnotations(session: Session): void {
  const { last } = session.annotations.store.getState()
  const document = session.document.store.getState()
  const onCanvas = annotationsIn(document, 'canvas')
  const place = onCanvas.length > 0 ? 'canvas' : 'outline'
  const shown = place === 'canvas' ? onCanvas : annotationsIn(document, 'outline')
  const to = shown.find(({ id }) => id === last) ?? shown[0]
  if (place === 'outline') session.view.openDock('outline')
  if (to !== undefined) session.annotations.goTo(to.id, place)
}

/** Its words are ready to be typed over, where the keyboard is. */
export function editAnnotation(session: Session): void {
  const { current, place } = session.annotations.store.getState()
  if (current?.kind === 'note') session.notes.write({ kind: 'free', id: current.id }, place)
  if (current?.kind === 'group') session.groups.rename(current.id, place)
}

/** Returns the keyboard to an annotation after its text was edited, or to its successor if the annotation is gone. */
export function returnToAnnotation(session: Session, id: string, place: AnnotationView): void {
  const shown = annotationsIn(session.document.store.getState(), place)
  const to = shown.find((one) => one.id === id) ?? shown.at(-1)
  if (to !== undefined) session.annotations.goTo(to.id, place)
  else if (place === 'outline') session.view.goToPanel('outline')
  else goToSteps(session)
}

/** Removes a note, or the frame of a group, whose steps stay. The keyboard moves to the neighbouring annotation. */
export function removeAnnotation(session: Session, { kind, id }: Annotation): void {
  const { place } = session.annotations.store.getState()
  const before = annotationsIn(session.document.store.getState(), place)
  const at = before.findIndex((one) => one.id === id)
  const done =
    kind === 'note'
      ? session.perform({ type: 'write_note', note: id, text: '' }, { label: commandsTexts.deletingNote })
      : session.perform({ type: 'ungroup', group: id })
  if (!done) return
  session.annotations.left()
  announce(kind === 'note' ? commandsTexts.noteDeleted : commandsTexts.groupRemovedStepsKept)
  returnToAnnotation(session, (before[at + 1] ?? before[at - 1])?.id ?? '', place)
}

/** Moves a note, or all steps of a group; a burst of key presses is one undo step. */
export function moveAnnotation(session: Session, direction: WalkDirection, pixels: number): void {
  const { current } = session.annotations.store.getState()
  if (current === null) return
  const signed = direction === 'up' || direction === 'left' ? -pixels : pixels
  const isVertical = direction === 'up' || direction === 'down'
  const by = { x: isVertical ? 0 : signed, y: isVertical ? signed : 0 }
  if (session.selection.store.getState().notes.has(current.id)) {
    nudgeSelection(session, by.x, by.y)
    return
  }
  const mergeKey = `nudge ${current.id}`
  if (current.kind === 'group') moveGroup(session, current.id, by, mergeKey)
  else moveNote(session, current.id, by, mergeKey)
}

function moveNote(session: Session, id: string, by: Position, mergeKey: string): void {
  const { text, parsed } = session.document.store.getState()
  const index = freeNotes(text).findIndex((note) => note.id === id)
  const { x, y } = drawnNotePosition(session.flow.store.getState().room, parsed.layout[id], index)
  const positions = { [id]: textPosition(session, { x: x + by.x, y: y + by.y }) }
  if (session.perform({ type: 'move', positions }, { label: commandsTexts.movingNote, mergeKey }))
    announce(commandsTexts.noteMoved)
}

function moveGroup(session: Session, id: string, by: Position, mergeKey: string): void {
  const members = new Set(session.document.store.getState().parsed.groups.find((group) => group.id === id)?.steps)
  const nodes = session.flow.store.getState().nodes.filter((node) => members.has(node.id) || node.id === id)
  const places = nodes.map(({ id: step, position: { x, y } }) => [step, { x: x + by.x, y: y + by.y }] as const)
  if (places.length > 0) moveSteps(session, Object.fromEntries(places), { mergeKey })
}

/** Adds a note to the selection: the selected elements are then copied, moved and removed together. */
export function toggleNote(session: Session): void {
  const { current } = session.annotations.store.getState()
  if (current?.kind !== 'note') return
  session.selection.toggleNote(current.id)
  announce(
    session.selection.store.getState().notes.has(current.id)
      ? commandsTexts.noteSelected
      : commandsTexts.noteDeselected,
  )
}

/** Selects the steps of the group, so that the actions for several steps apply to them. */
export function selectSteps(session: Session): void {
  const { current } = session.annotations.store.getState()
  const group = session.document.store.getState().parsed.groups.find(({ id }) => id === current?.id)
  if (group === undefined) return
  session.selection.selectSteps(group.steps)
  announce(
    group.steps.length === 1 ? commandsTexts.selected(group.steps[0]) : commandsTexts.stepsSelected(group.steps.length),
  )
}

/** Away from notes and groups. */
export function leaveAnnotations(session: Session): void {
  if (session.annotations.store.getState().place === 'outline') session.view.goToPanel('outline')
  else goToSteps(session)
}

function goToSteps(session: Session): void {
  const step = session.selection.store.getState().current ?? session.flow.store.getState().nodes[0]?.id
  if (step !== undefined) session.view.showStep(step, true)
}
