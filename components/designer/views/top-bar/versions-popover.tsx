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
import { liveStatuses } from '#core/run/views.ts'
import { AuthorName } from '../../model/saving/author-name.tsx'
import { useSession, useView } from '../../model/session-context.tsx'
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
        label="Versions"
        align="end"
        className="w-96 p-0"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button look="ghost" icon={<History className="sm:hidden" />} aria-label="Versions">
            <span className="max-sm:hidden">Versions</span>
          </Button>
        }
      >
        <RecoveryCopiesDialog name={name} />
        {published.latestVersion === 0 ? (
          <p className="px-4 py-5 text-center text-muted">Not published yet. Publish a version to run this workflow.</p>
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
  if (data === undefined) return <p className="px-4 py-5 text-muted">Loading versions…</p>
  return (
    <>
      <DraftWords {...published} />
      <ul aria-label="Published versions" className="max-h-96 overflow-y-auto py-1">
        {data.map((version) => (
          <li key={version.version} className="grid gap-1 border-b px-3.5 py-2 last:border-b-0">
            <VersionWords name={name} version={version} />
            <div className="flex flex-wrap items-center gap-1.5">
              <Button
                size="small"
                aria-label={`View the YAML of version ${version.version}`}
                onClick={() => onRead(version.version)}
              >
                Text
              </Button>
              <Button
                size="small"
                aria-label={`Restore version ${version.version}`}
                disabled={!published.changed && version.version === published.latestVersion}
                onClick={() => restore(version.version).then(onRestored)}
              >
                Restore
              </Button>
              <CompareLink name={name} from={version.version} to="draft">
                <span className="sr-only">Compare version {version.version} </span>
                <span aria-hidden="true">Compare </span>with the draft
              </CompareLink>
              {version.version > 1 && (
                <CompareLink name={name} from={version.version - 1} to={version.version}>
                  <span className="sr-only">Compare version {version.version} </span>
                  with v{version.version - 1}
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
          ? `The draft differs from version ${latestVersion}.`
          : `The draft is identical to version ${latestVersion}.`}
      </span>{' '}
      Restore copies a version into the draft; the published version does not change.
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
  const live = version.liveRuns === 1 ? '1 live run' : `${version.liveRuns} live runs`
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="font-semibold">v{version.version}</span>
        <span className="min-w-0 flex-1 truncate">
          {version.message ?? <span className="text-muted">No message</span>}
        </span>
      </p>
      <p className="text-small text-muted">
        <AuthorName id={version.author} /> · {formatDate(Date.parse(version.createdAt))}
        {version.liveRuns > 0 && (
          <>
            {' · '}
            <Link
              href={runsPath({ workflow: name, version: version.version, status: liveStatuses })}
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
      title={`Version ${version}`}
      description={data?.message ?? 'The YAML as published.'}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={() => restore(version).then(onClose)}>
            Restore to draft
          </Button>
        </>
      }
    >
      {data ? (
        <CodeBlock label={`YAML of version ${version}`} text={data.text} className="max-h-[56vh]" />
      ) : (
        <p className="text-muted">Loading YAML…</p>
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
        title: `Restored version ${version} to the draft`,
        action: { label: 'Undo', perform: () => session.document.undo() },
      })
    } catch (error) {
      showToast({ tone: 'failed', title: 'Not restored', detail: apiFailure(error).message })
    }
  }
}
