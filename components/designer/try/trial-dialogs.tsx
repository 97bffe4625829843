'use client'

import { useTrial } from '../session-context.tsx'
import { StepDialog } from './step-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

/** What is asked before a test starts: nothing starts by itself. */
export function TrialDialogs() {
  const asking = useTrial((state) => state.asking)
  if (asking === null) return null
  return asking.mode === 'step' ? <StepDialog step={asking.step} /> : <TestDialog asking={asking} />
}
