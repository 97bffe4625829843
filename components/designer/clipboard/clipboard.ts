import { showToast } from '#components/ui/toast-store.ts'
import { parse } from '#core/definition/parse.ts'
import { copyFragment } from '#core/graph/copy-fragment.ts'
import type { Position } from '#core/graph/graph.ts'
import { readFragment } from '#core/graph/read-fragment.ts'
import { clearPosition, freePosition, pinPlaces, placeAt } from '../place-step.ts'
import type { Session } from '../session.ts'

/** The selected steps as YAML; null when there are none, or when they cannot be copied, which is then said. */
export function selectionAsText(session: Session): string | null {
  const { steps } = session.selection.store.getState()
  if (steps.size === 0) return null
  const fragment = copyFragment(session.document.store.getState().text, [...steps])
  if (!fragment.ok) {
    showToast({ tone: 'failed', title: 'Not possible', detail: fragment.message })
    return null
  }
  if (fragment.secrets.length > 0) {
    const detail = `What ${fragment.secrets.join(', ')} held stays here.`
    showToast({ tone: 'human', title: 'Copied without secrets', detail })
  }
  return fragment.text
}

export function removeCopied(session: Session): void {
  const steps = [...session.selection.store.getState().steps]
  const label = steps.length === 1 ? `cutting ${steps[0]}` : `cutting ${steps.length} steps`
  session.perform({ type: 'remove_steps', steps }, { label })
}

/** Puts pasted steps on the canvas; false when what was pasted is no steps. */
export function pasteText(session: Session, pasted: string, at?: Position): boolean {
  const fragment = readFragment(pasted)
  if (fragment === null) return false
  // All pasted steps keep their distances, and none of them comes to lie on another.
  const places = Object.values(parse(fragment).layout).map(([x, y]) => ({ x, y }))
  const corner = { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
  const offsets = places.map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y }))
  const position = placeAt(session, clearPosition(session, at ?? freePosition(session, undefined), offsets))
  session.perform([...pinPlaces(session), { type: 'paste_steps', fragment, position }], { label: 'pasting' })
  const [created] = session.selection.store.getState().steps
  if (created !== undefined) session.view.showStep(created)
  return true
}

/** Words that workflows of n8n, GitHub Actions and Argo cannot be without. */
const ofOthers = /"connections"\s*:|^jobs\s*:|\bargoproj\.io\//m

/** Why a paste did nothing; workflows of other systems have a way of their own. */
export function sayNothingPasted(pasted: string): void {
  const detail = ofOthers.test(pasted)
    ? 'It looks like a workflow of another system: import it, under Workflows.'
    : 'The clipboard holds no steps.'
  showToast({ tone: 'failed', title: 'Nothing to paste', detail })
}

/** From a menu there is no event of the browser: it is asked for one, or for the clipboard itself. */
export function copyByCommand(kind: 'copy' | 'cut'): void {
  if (document.execCommand(kind)) return
  showToast({ tone: 'failed', title: `The browser did not let this page ${kind}`, detail: 'Use the keyboard instead.' })
}

export async function pasteByCommand(session: Session): Promise<void> {
  try {
    const pasted = await navigator.clipboard.readText()
    if (!pasteText(session, pasted)) sayNothingPasted(pasted)
  } catch {
    const detail = 'The browser did not let this page read the clipboard. Use the keyboard instead.'
    showToast({ tone: 'failed', title: 'Nothing was pasted', detail })
  }
}
