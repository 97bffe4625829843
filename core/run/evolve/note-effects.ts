import type { Effects } from '../words.ts'
import type { MutableState } from './mutable-state.ts'

/** Records that the world may have changed by a step; no event but its compensation takes that back. */
export function noteEffects(nextState: MutableState, effects: Effects | undefined, step: string): void {
  if (effects === undefined) return
  if (nextState.effects !== 'final') nextState.effects = effects
  const { envelope } = nextState
  if (envelope === undefined || envelope.touched[step] === 'final') return
  nextState.envelope = { ...envelope, touched: { ...envelope.touched, [step]: effects } }
}
