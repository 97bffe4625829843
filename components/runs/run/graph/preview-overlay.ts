import type { NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { Fate, PreviewStep } from '#core/run/preview/preview-step.ts'
import { becomesWords, effectWords, missingWords, runsNow } from '#core/run/preview/preview-words.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'

/**
 * The effect of an action on each step, as an overlay in place of the run's state; `isOwn`: a step of the run itself.
 */
export function previewOverlay(
  { nodes, edges }: OverlayState,
  steps: readonly PreviewStep[],
  isOwn: (id: string) => boolean,
): OverlayState {
  const fates = new Map(steps.map((step) => [step.step, step]))
  const marked = Object.entries(nodes).map(([id, node]) => [id, isOwn(id) ? fateOf(fates.get(id)) : node] as const)
  return { nodes: Object.fromEntries(marked), edges }
}

/** A colour, a sign and words for each effect; steps that run with effects outside differ from steps without. */
function fateOf(step: PreviewStep | undefined): NodeOverlay {
  if (step === undefined) return { dim: true, word: runGraphTexts.notAffected }
  const said = becomesWords(step)
  const word = `${said.charAt(0).toUpperCase()}${said.slice(1)}`
  if (step.fails !== undefined) return { tone: 'failed', mark: '✗', note: said, word }
  const lacks = missingWords(step)
  if (lacks !== null)
    return { tone: 'human', mark: '?', note: `${said}: ${lacks}`, word: runGraphTexts.but(word, lacks) }
  const look = looks[step.fate]
  const effect = runsNow(step) ? effectWords(step) : null
  if (effect === null) return { ...look, note: said, word }
  return { tone: 'async', mark: `${look.mark}!`, note: `${said}: ${effect}`, word: runGraphTexts.hasSideEffects(word) }
}

const looks: { readonly [Each in Fate]: NodeOverlay } = {
  reused: { tone: 'done', mark: '✓' },
  again: { tone: 'active', mark: '↻' },
  next: { tone: 'active', mark: '▸' },
  ahead: { dim: true, mark: '→' },
  stays: { dim: true, mark: '=' },
  left_out: { dim: true, mark: '−' },
  skipped: { tone: 'human', mark: '»' },
  given: { tone: 'human', mark: '✓' },
  left: { tone: 'human', mark: '↷' },
}
