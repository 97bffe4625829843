'use client'

import { Play } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import type { DraftDetail } from '#components/api/models.ts'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { codeTexts } from '../texts/code.ts'
import { showCode } from './code-view.ts'

const RunWorkflowDialog = dynamic(
  () => import('#components/runs/start/run-workflow-dialog.tsx').then((module) => module.RunWorkflowDialog),
  { ssr: false },
)

/** The page of a workflow that is code: its published source, which is changed in its file alone, and its start. */
export function CodePage({ draft }: { draft: DraftDetail }) {
  const { name, text, latestVersion } = draft
  const [isRunning, setRunning] = useState(false)
  return (
    <>
      <TopBar
        crumbs={[{ label: codeTexts.workflows, href: '/workflows' }, { label: name }]}
        actions={
          <Button look="primary" disabled={draft.archivedAt !== null} onClick={() => setRunning(true)}>
            <Play /> {codeTexts.run}
          </Button>
        }
      >
        <Chip tone="active">{codeTexts.code}</Chip>
        {latestVersion > 0 && <Chip>v{latestVersion}</Chip>}
      </TopBar>
      <p className="shrink-0 border-b bg-surface px-3.5 py-2 text-small text-muted">{codeTexts.changedInItsFile}</p>
      <Source text={text} label={codeTexts.sourceOf(name)} />
      {isRunning && <RunWorkflowDialog workflow={name} version={latestVersion} onClose={() => setRunning(false)} />}
    </>
  )
}

function Source({ text, label }: { text: string; label: string }) {
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => (parent.current === null ? undefined : showCode(parent.current, text, label)), [text, label])
  return <div ref={parent} className="min-h-0 min-w-0 flex-1 overflow-hidden bg-surface" />
}
