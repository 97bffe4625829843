import type { Effects } from '../words.ts'
import type { Draft } from './draft.ts'

/** The world may have changed from here on; nothing takes that back. */
export function noteEffects(draft: Draft, effects: Effects | undefined): void {
  if (effects !== undefined && draft.effects !== 'final') draft.effects = effects
}
