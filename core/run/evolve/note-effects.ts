import type { Effects } from '../words.ts'
import type { MutableState } from './mutable-state.ts'

/** Records that the world may have changed; no event takes that back. */
export function noteEffects(nextState: MutableState, effects: Effects | undefined): void {
  if (effects !== undefined && nextState.effects !== 'final') nextState.effects = effects
}
