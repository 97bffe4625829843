import { showToast } from '#components/ui/overlay/toast-store.ts'
import { parse } from '#core/definition/parse.ts'
import type { Edit } from '#core/graph/edit.ts'
import { copyFragment } from '#core/graph/fragment/copy-fragment.ts'
import { readFragment } from '#core/graph/fragment/read-fragment.ts'
import type { Position } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { chosenNotes, countWords } from './move-notes.ts'
import { removalOf, removalOfNotes } from './step-commands.ts'
import { clearPosition, freePosition, pinPositions, textPosition } from './step-positions.ts'

/** The selected steps and notes as YAML; null without a selection, or if the selection cannot be copied, which a toast reports. */
export function selectionAsText(session: Session): string | null {
  const { steps } = session.selection.store.getState()
  const notes = chosenNotes(session)
  if (steps.size + notes.length === 0) return null
  const fragment = copyFragment(session.document.store.getState().text, [...steps], notes)
  if (!fragment.ok) {
    showToast({ tone: 'failed', title: commandsTexts.notPossible, detail: fragment.message })
    return null
  }
  if (fragment.secrets.length > 0) {
    const detail = commandsTexts.keepsItsValuesHere(fragment.secrets.join(', '))
    showToast({ tone: 'human', title: commandsTexts.copiedWithoutSecrets, detail })
  }
  return fragment.text
}

export function removeCopied(session: Session): void {
  const { steps } = session.selection.store.getState()
  const notes = chosenNotes(session)
  const label = notes.length === 0 && steps.size === 1 ? `${[...steps][0]}` : countWords(steps.size, notes.length)
  const removal = removalOf(session.document.store.getState().graph, steps)
  session.perform([...removal, ...removalOfNotes(notes)], { label: commandsTexts.cutting(label) })
}

/**
 * The target of a paste that goes into a list instead of a place on the canvas: the list of steps within another step
 * that contains the whole selection, or the selected loop that is open and empty.
 */
export function pasteTarget(session: Session): { readonly after: string } | { readonly within: string } | null {
  const steps = [...session.selection.store.getState().steps]
  const { graph } = session.document.store.getState()
  const [first] = steps
  if (first === undefined) return null
  const level = levelWith(graph, first)
  const inLevel = level.nodes.filter(({ id }) => steps.includes(id))
  if (level !== graph) {
    const last = inLevel.length === steps.length ? inLevel.at(-1) : undefined
    return last === undefined ? null : { after: last.id }
  }
  const { open } = session.expansion.store.getState()
  const loop = steps.length === 1 && open.has(first) ? inLevel[0]?.step : undefined
  return loop?.type === 'LOOP' && loop.loop_body.length === 0 ? { within: loop.name } : null
}

/** Pastes steps onto the canvas or into a loop, and notes onto the canvas; false if the pasted text contains neither. */
export function pasteText(session: Session, pasted: string, at?: Position): boolean {
  const fragment = readFragment(pasted)
  if (fragment === null) return false
  const target = at === undefined ? pasteTarget(session) : null
  const edits =
    target === null
      ? pasteOnCanvas(session, fragment, at)
      : [
          {
            type: 'paste_steps' as const,
            fragment,
            ...target,
            position: textPosition(session, freePosition(session, undefined)),
          },
        ]
  if (!session.perform(edits, { label: 'pasting' })) return true
  const { steps, notes } = session.selection.store.getState()
  const [[step], [note]] = [steps, notes]
  if (step !== undefined) session.view.showStep(step)
  else if (note !== undefined) session.annotations.goTo(note, 'canvas')
  return true
}

function pasteOnCanvas(session: Session, fragment: string, at: Position | undefined): readonly Edit[] {
  // All pasted steps keep their distances, and none of them comes to lie on another.
  const places = Object.values(parse(fragment).layout).map(([x, y]) => ({ x, y }))
  const corner = { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
  const offsets = places.map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y }))
  const position = textPosition(session, clearPosition(session, at ?? freePosition(session, undefined), offsets))
  return [...pinPositions(session), { type: 'paste_steps', fragment, position }]
}

/** Words that workflows of n8n, GitHub Actions and Argo cannot be without. */
const ofOthers = /"connections"\s*:|^jobs\s*:|\bargoproj\.io\//m

/** Why a paste did nothing; workflows of other systems have a way of their own. */
export function sayNothingPasted(pasted: string): void {
  const detail = ofOthers.test(pasted)
    ? commandsTexts.thisLooksLikeWorkflowFrom
    : commandsTexts.clipboardContainsNoSteps
  showToast({ tone: 'failed', title: commandsTexts.nothingToPaste, detail })
}

/**
 * Copies or cuts from a menu: there is no clipboard event, so the browser is asked for one, or for the clipboard
 * itself.
 */
export function copyByCommand(kind: 'copy' | 'cut'): void {
  if (document.execCommand(kind)) return
  showToast({
    tone: 'failed',
    title: commandsTexts.browserBlockedThisPageCannot(kind),
    detail: commandsTexts.keyboardInstead,
  })
}

export async function pasteByCommand(session: Session): Promise<void> {
  try {
    const pasted = await navigator.clipboard.readText()
    if (!pasteText(session, pasted)) sayNothingPasted(pasted)
  } catch {
    const detail = commandsTexts.browserBlockedAccessToClipboard
    showToast({ tone: 'failed', title: commandsTexts.nothingWasPasted, detail })
  }
}
