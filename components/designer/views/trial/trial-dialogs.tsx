'use client'

import { useTrial } from '../../model/session-context.tsx'
import { StepDialog } from './step-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

/** The dialogs before a test: no test starts automatically. */
export function TrialDialogs() {
  const asking = useTrial((state) => state.asking)
  if (asking === null) return null
  return asking.mode === 'step' ? <StepDialog step={asking.step} /> : <TestDialog asking={asking} />
}
