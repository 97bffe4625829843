'use client'

import { Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import type { DraftDetail } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { CodeText } from '#components/ui/code/code-text.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { codeTexts } from '../texts/code.ts'
import { CodeVersions } from './code-versions.tsx'
import { ObservedGraphView } from './observed-graph-view.tsx'

const RunWorkflowDialog = dynamic(
  () => import('#components/runs/start/run-workflow-dialog.tsx').then((module) => module.RunWorkflowDialog),
  { ssr: false },
)

const parts = ['code', 'observed', 'versions'] as const

/**
 * The page of a workflow that is code: its published source, which is changed in its file alone, what its runs did, its
 * versions, and its start.
 */
export function CodePage({ draft }: { draft: DraftDetail }) {
  const { name, text, latestVersion } = draft
  const titleOf = useWorkflowTitle()
  const [isRunning, setRunning] = useState(false)
  const [part, setPart] = useQueryState('part', parseAsStringLiteral(parts).withDefault('code'))
  return (
    <>
      <TopBar
        crumbs={[{ label: codeTexts.workflows, href: '/workflows' }, { label: titleOf(name) }]}
        actions={
          <Button look="primary" disabled={draft.archivedAt !== null} onClick={() => setRunning(true)}>
            <Play /> {codeTexts.run}
          </Button>
        }
      >
        <Chip tone="active">{codeTexts.code}</Chip>
        {latestVersion > 0 && <Chip>v{latestVersion}</Chip>}
      </TopBar>
      <Tabs
        label={codeTexts.views}
        className="flex-1 bg-surface"
        value={part}
        onValueChange={(next) => void setPart(parts.find((one) => one === next) ?? null)}
        tabs={[
          {
            value: 'code',
            label: codeTexts.code,
            content: (
              <div className="flex h-full min-h-0 flex-col">
                <p className="shrink-0 border-b px-3.5 py-2 text-small text-muted">{codeTexts.changedInItsFile}</p>
                <div className="min-h-0 flex-1">
                  <CodeText text={text} label={codeTexts.sourceOf(name)} />
                </div>
              </div>
            ),
          },
          { value: 'observed', label: codeTexts.observedGraph, content: <ObservedGraphView workflow={name} /> },
          { value: 'versions', label: codeTexts.versions, content: <CodeVersions workflow={name} /> },
        ]}
      />
      {isRunning && <RunWorkflowDialog workflow={name} version={latestVersion} onClose={() => setRunning(false)} />}
    </>
  )
}
