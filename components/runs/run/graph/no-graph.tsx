import type { RunState } from '#core/run/state.ts'
import { runTexts } from '../../texts/run.ts'
import { runCodeTexts } from '../../texts/run-code.ts'

/** Why a run has no picture: its code has called nothing, or its definition cannot be read. */
export function NoGraph({ state: { code, outcome } }: { state: RunState }) {
  const called = outcome === null ? runCodeTexts.noCommandYet : runCodeTexts.noCommand
  return <p className="p-6 text-muted">{code === undefined ? runTexts.thisRunsWorkflowCannotBe : called}</p>
}
