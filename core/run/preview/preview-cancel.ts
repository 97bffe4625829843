import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { decideCode } from '../code/decide/decide-code.ts'
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
  const context = { now: state.at, newId: String, random: Number }
  const result = (state.code === undefined ? decide : decideCode)(executable, state, command, context)
  if (!result.ok) return { ok: false, refusal: result.refusal }
  const { outcome } = result.state
  if (outcome !== null) return { ok: true, ends: outcome.status, undoes: [], waitsFor: [], ...leftByEnding(state) }
  const left = leftByEnding(result.state)
  // Code that was asked to end undoes nothing unless the request says so.
  const { cancel = null } = result.state.code ?? {}
  if (cancel !== null && !cancel.compensate)
    return { ok: true, undoes: [], waitsFor: left.abandoned, notUndone: left.notUndone, abandoned: [] }
  const { notUndone: undoes, abandoned: waitsFor } = left
  return { ok: true, undoes, waitsFor, notUndone: [], abandoned: [] }
}
