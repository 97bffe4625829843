'use client'

import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { workflowPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { shortId } from '../short-id.ts'
import { runTexts } from '../texts/run.ts'
import { describePlan, versionWord } from '../version-words.ts'
import { RunControls, type RunControlsProps } from './acting/run-controls.tsx'
import type { RunDialogs } from './use-run-dialogs.ts'

interface RunBarProps
  extends Pick<
    RunControlsProps,
    'detail' | 'state' | 'executable' | 'permissions' | 'verbs' | 'selected' | 'onPreview'
  > {
  readonly dialogs: RunDialogs
}

/** The top bar of a run's page: the version or test plan of the run, and the actions on it. */
export function RunBar({ dialogs, ...controls }: RunBarProps) {
  const titleOfWorkflow = useWorkflowTitle()
  const { detail } = controls
  return (
    <TopBar
      crumbs={[
        { label: runTexts.runs, href: '/runs' },
        { label: titleOfWorkflow(detail.workflow), href: workflowPath(detail.workflow) },
        { label: shortId(detail.runId), mono: true },
      ]}
      actions={
        <RunControls
          {...controls}
          asking={dialogs.asking}
          onAsk={dialogs.setAsking}
          rerunFrom={dialogs.rerunFrom}
          onRerunFrom={dialogs.setRerunFrom}
          onSignal={dialogs.openSignal}
          onUpdate={dialogs.openUpdate}
          onRerun={dialogs.openRerun}
        />
      }
    >
      {detail.testPlan ? <Chip tone="child">{describePlan(detail.testPlan)}</Chip> : <Chip>{versionWord(detail)}</Chip>}
      {detail.test && !detail.testPlan && <Chip tone="child">{runTexts.partOfTest}</Chip>}
    </TopBar>
  )
}
