'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { RunDialog } from '#components/runs/run-form.tsx'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { parse } from '#core/definition/parse.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { PublishDialog } from './publish-dialog.tsx'
import type { Published } from './use-published.ts'

/** The start of a run. Runs use published versions, so with unpublished changes a dialog asks for the version. */
export function RunFlow({ published }: { published: Published }) {
  const session = useSession()
  const [choice, setChoice] = useState<'ask' | 'publish' | 'run'>(published.changed ? 'ask' : 'run')
  const close = session.view.closeDialog
  // Published meanwhile: nothing stands between the draft and its run any more.
  const now = choice === 'publish' && !published.changed ? 'run' : choice
  if (now === 'run') return <LatestRunDialog version={published.latestVersion} onClose={close} />
  if (now === 'publish' || published.latestVersion === 0) return <PublishDialog published={published} then="run" />
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={close}
      title={viewsTopBarTexts.whichVersionDoYouWant}
      description={viewsTopBarTexts.draftDiffersFromVersion(published.latestVersion)}
      footer={
        <>
          <Button onClick={() => setChoice('run')}>{viewsTopBarTexts.runVersion(published.latestVersion)}</Button>
          <Button look="primary" onClick={() => setChoice('publish')}>
            {viewsTopBarTexts.publishAndRun}
          </Button>
        </>
      }
    >
      <p className="pb-2 text-muted">{viewsTopBarTexts.runsUsePublishedVersionsSo}</p>
    </Dialog>
  )
}

function LatestRunDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { name } = useSession()
  const api = useApi()
  const router = useRouter()
  const { data } = useQuery(api.workflows.version.queryOptions({ name, version }))
  if (data === undefined) return null
  const { definition } = parse(data.text)
  return (
    <RunDialog
      open
      onOpenChange={onClose}
      workflow={name}
      version={version}
      inputSchema={definition?.input_schema}
      failFast={definition?.fail_fast}
      onStarted={(runId) => {
        onClose()
        router.push(runPath(runId))
      }}
    />
  )
}
