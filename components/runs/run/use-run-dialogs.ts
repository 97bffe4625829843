'use client'

import { useRouter } from 'next/navigation'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback, useState } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { workflowPath } from '#components/shell/paths.ts'
import type { RerunFrom } from './acting/rerun/rerun-choice.ts'
import type { Asking } from './acting/use-run-actions.ts'

/** The dialogs of a run's page: the open ones, and the functions that open and close them. */
export function useRunDialogs({ testPlan, workflow }: Pick<RunDetail, 'testPlan' | 'workflow'>) {
  const [deciding, setDeciding] = useState<string | null>(null)
  const [rerunFrom, setRerunFrom] = useState<RerunFrom | null>(null)
  const [act, setAct] = useQueryState('act', parseAsStringLiteral(['rollback']))
  const [chosen, setChosen] = useState<Asking | null>(null)
  const setAsking = useCallback(
    (asking: Asking | null) => {
      setChosen(asking)
      void setAct(null)
    },
    [setAct],
  )
  const asking = chosen ?? act
  const [sending, setSending] = useState<'signal' | 'update' | null>(null)
  const router = useRouter()
  // A test run has no workflow version to run again: its draft starts another test.
  const openRerun = useCallback(
    () => (testPlan ? router.push(workflowPath(workflow)) : setRerunFrom({ kind: 'start' })),
    [testPlan, workflow, router],
  )
  const openSignal = useCallback(() => setSending('signal'), [])
  const openUpdate = useCallback(() => setSending('update'), [])
  const closeSending = useCallback(() => setSending(null), [])
  return {
    /** The task of the decision dialog. */
    deciding,
    setDeciding,
    rerunFrom,
    setRerunFrom,
    openRerun,
    /** The action that waits for confirmation. */
    asking,
    setAsking,
    /** The kind of message that is being written to the run; updates are for runs of code. */
    sending,
    openSignal,
    openUpdate,
    closeSending,
  }
}

export type RunDialogs = ReturnType<typeof useRunDialogs>
