import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { CommandOf, Refusal } from '../command.ts'
import { decide } from '../decide.ts'
import type { RunState } from '../state.ts'
import { type LeftByEnding, leftByEnding } from './left-by-ending.ts'

export type CancelPreview =
  | ({
      readonly ok: true
      /** The status in which the run ends at once; absent where it rolls back first. */
      readonly ends?: string
      /** Steps that the rollback undoes, the latest first. */
      readonly undoes: readonly string[]
      /** Steps that the rollback waits for before it undoes anything. */
      readonly waitsFor: readonly string[]
    } & LeftByEnding)
  | { readonly ok: false; readonly refusal: Refusal }

/** The consequences of cancelling a run: the decision is made, and discarded. */
export function previewCancel(
  executable: ExecutableDefinition,
  state: RunState,
  command: CommandOf<'cancel'>,
): CancelPreview {
  const result = decide(executable, state, command, { now: state.at, newId: String, random: Number })
  if (!result.ok) return { ok: false, refusal: result.refusal }
  const { outcome } = result.state
  if (outcome !== null) return { ok: true, ends: outcome.status, undoes: [], waitsFor: [], ...leftByEnding(state) }
  const { notUndone: undoes, abandoned: waitsFor } = leftByEnding(result.state)
  return { ok: true, undoes, waitsFor, notUndone: [], abandoned: [] }
}
