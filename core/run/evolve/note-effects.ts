import type { Effects } from '../words.ts'
import type { Draft } from './draft.ts'

/** Records that the world may have changed; no event takes that back. */
export function noteEffects(draft: Draft, effects: Effects | undefined): void {
  if (effects !== undefined && draft.effects !== 'final') draft.effects = effects
}
