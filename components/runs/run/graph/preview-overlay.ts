import type { NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { PreviewStep } from '#core/run/again/preview.ts'
import { effectWords } from '../acting/preview-words.ts'

/** What an act would do to each step, laid over the graph in the place of how it stands; `isOwn`: a step of the run itself. */
export function previewOverlay(
  { nodes, edges }: OverlayState,
  steps: readonly PreviewStep[],
  isOwn: (id: string) => boolean,
): OverlayState {
  const fates = new Map(steps.map((step) => [step.step, step]))
  const marked = Object.entries(nodes).map(([id, node]) => [id, isOwn(id) ? fateOf(fates.get(id)) : node] as const)
  return { nodes: Object.fromEntries(marked), edges }
}

/** A colour, a sign and words for each: what runs again with effects outside is told from what does without. */
function fateOf(step: PreviewStep | undefined): NodeOverlay {
  if (step === undefined) return { dim: true, word: 'Not concerned' }
  if (step.fate === 'reused') return { tone: 'done', mark: '✓', note: 'reused', word: 'Reused' }
  if (step.fate === 'ahead') return { dim: true, mark: '→', note: 'ahead', word: 'Ahead' }
  const effect = effectWords(step)
  if (effect === null) return { tone: 'active', mark: '↻', note: 'runs again', word: 'Runs again' }
  const note = `runs again: ${effect}`
  return { tone: 'async', mark: '↻!', note, word: 'Runs again, with effects outside' }
}
