'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { VersionSummary } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { diffPath, runsPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { formatDate } from '#components/ui/text/format-time.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import { AuthorName } from '../../model/saving/author-name.tsx'
import { useSession, useView } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { RecoveryCopiesDialog } from '../merge/recovery-copies-dialog.tsx'
import type { Published } from './use-published.ts'

/** The published versions, newest first, to read or to restore into the draft. */
export function VersionsPopover({ name, published }: { name: string; published: Published }) {
  const { view } = useSession()
  const open = useView(({ dialog }) => dialog === 'versions')
  const setOpen = (next: boolean) => (next ? view.openDialog('versions') : view.closeDialog())
  const [reading, setReading] = useState<number | null>(null)
  return (
    <>
      <Popover
        label={viewsTopBarTexts.versions}
        align="end"
        className="w-96 p-0"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button look="ghost" icon={<History className="sm:hidden" />} aria-label={viewsTopBarTexts.versions}>
            <span className="max-sm:hidden">{viewsTopBarTexts.versions}</span>
          </Button>
        }
      >
        <RecoveryCopiesDialog name={name} />
        {published.latestVersion === 0 ? (
          <p className="px-4 py-5 text-center text-muted">{viewsTopBarTexts.notPublishedYetPublishVersion}</p>
        ) : (
          <VersionList
            name={name}
            published={published}
            onRead={(version) => {
              setOpen(false)
              setReading(version)
            }}
            onRestored={() => setOpen(false)}
          />
        )}
      </Popover>
      {reading !== null && <VersionDialog name={name} version={reading} onClose={() => setReading(null)} />}
    </>
  )
}

interface VersionListProps {
  readonly name: string
  readonly published: Published
  readonly onRead: (version: number) => void
  readonly onRestored: () => void
}

function VersionList({ name, published, onRead, onRestored }: VersionListProps) {
  const api = useApi()
  const restore = useRestore(name)
  const { data, error } = useQuery(api.workflows.versions.queryOptions({ name }))
  if (error) return <p className="px-4 py-5 text-failed">{apiFailure(error).message}</p>
  if (data === undefined) return <p className="px-4 py-5 text-muted">{viewsTopBarTexts.loadingVersions}</p>
  return (
    <>
      <DraftWords {...published} />
      <ul aria-label={viewsTopBarTexts.publishedVersions} className="max-h-96 overflow-y-auto py-1">
        {data.map((version) => (
          <li key={version.version} className="grid gap-1 border-b px-3.5 py-2 last:border-b-0">
            <VersionWords name={name} version={version} />
            <div className="flex flex-wrap items-center gap-1.5">
              <Button
                size="small"
                aria-label={viewsTopBarTexts.viewYAMLOfVersion(version.version)}
                onClick={() => onRead(version.version)}
              >
                {viewsTopBarTexts.text}
              </Button>
              <Button
                size="small"
                aria-label={viewsTopBarTexts.restoreVersion(version.version)}
                disabled={!published.changed && version.version === published.latestVersion}
                onClick={() => restore(version.version).then(onRestored)}
              >
                {viewsTopBarTexts.restore}
              </Button>
              <CompareLink name={name} from={version.version} to="draft">
                <span className="sr-only">{viewsTopBarTexts.compareVersion(version.version)} </span>
                <span aria-hidden="true">{viewsTopBarTexts.compare} </span>
                {viewsTopBarTexts.withDraft}
              </CompareLink>
              {version.version > 1 && (
                <CompareLink name={name} from={version.version - 1} to={version.version}>
                  <span className="sr-only">{viewsTopBarTexts.compareVersion(version.version)} </span>
                  {viewsTopBarTexts.withV(version.version - 1)}
                </CompareLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The relation of the draft to the published version, and the effect of restoring. */
function DraftWords({ latestVersion, changed }: Published) {
  return (
    <p className="border-b px-3.5 py-2.5 text-small text-muted">
      <span className="font-medium text-ink">
        {changed
          ? viewsTopBarTexts.draftDiffersFromVersion(latestVersion)
          : viewsTopBarTexts.draftIsIdenticalToVersion(latestVersion)}
      </span>{' '}
      {viewsTopBarTexts.restoreCopiesVersionIntoDraft}
    </p>
  )
}

interface CompareLinkProps {
  readonly name: string
  readonly from: number
  readonly to: number | 'draft'
  readonly children: ReactNode
}

/** The link to the comparison of two versions. Following it saves typed text. */
function CompareLink({ name, from, to, children }: CompareLinkProps) {
  const session = useSession()
  return (
    <Link
      href={diffPath(name, from, to)}
      onClick={() => session.autosave.flush()}
      className="rounded-s px-1 text-small text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  )
}

function VersionWords({ name, version }: { name: string; version: VersionSummary }) {
  const live = version.liveRuns === 1 ? viewsTopBarTexts.oneLiveRun : viewsTopBarTexts.liveRuns(version.liveRuns)
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="font-semibold">v{version.version}</span>
        <span className="min-w-0 flex-1 truncate">
          {version.message ?? <span className="text-muted">{viewsTopBarTexts.noMessage}</span>}
        </span>
      </p>
      <p className="text-small text-muted">
        <AuthorName id={version.author} /> · {formatDate(Date.parse(version.createdAt))}
        {version.liveRuns > 0 && (
          <>
            {' · '}
            <Link
              href={runsPath({ workflow: name, version: version.version, status: liveStatuses, children: true })}
              className="rounded-s underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {live}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

function VersionDialog({ name, version, onClose }: { name: string; version: number; onClose: () => void }) {
  const api = useApi()
  const restore = useRestore(name)
  const { data } = useQuery(api.workflows.version.queryOptions({ name, version }))
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={onClose}
      title={viewsTopBarTexts.version(version)}
      description={data?.message ?? viewsTopBarTexts.yamlAsPublished}
      footer={
        <>
          <Button onClick={onClose}>{viewsTopBarTexts.close}</Button>
          <Button look="primary" onClick={() => restore(version).then(onClose)}>
            {viewsTopBarTexts.restoreToDraft}
          </Button>
        </>
      }
    >
      {data ? (
        <CodeBlock label={viewsTopBarTexts.yamlOfVersion(version)} text={data.text} className="max-h-[56vh]" />
      ) : (
        <p className="text-muted">{viewsTopBarTexts.loadingYAML}</p>
      )}
    </Dialog>
  )
}

/** Takes a version's text into the draft, as one step that can be undone. */
function useRestore(name: string) {
  const session = useSession()
  const client = useApiClient()
  return async (version: number) => {
    try {
      const { text } = await client.workflows.version.query({ name, version })
      session.document.replace(text, `restoring version ${version}`)
      showToast({
        tone: 'done',
        title: viewsTopBarTexts.restoredVersionToDraft(version),
        action: { label: viewsTopBarTexts.undo, perform: () => session.document.undo() },
      })
    } catch (error) {
      showToast({ tone: 'failed', title: viewsTopBarTexts.notRestored, detail: apiFailure(error).message })
    }
  }
}
