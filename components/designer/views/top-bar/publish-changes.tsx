'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useApi } from '#components/api/trpc.ts'
import { changeWords, counted } from '#components/diff/change-words.ts'
import { diffPath, runsPath } from '#components/shell/paths.ts'
import { parse } from '#core/definition/parse.ts'
import { diffDefinitions } from '#core/graph/diff/diff-definitions.ts'
import { liveStatuses } from '#core/run/views/status.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'

const linkClasses =
  'rounded-s underline decoration-line-strong underline-offset-2 hover:decoration-current whitespace-nowrap'

/** The changes that publishing makes, and the runs that keep their version. */
export default function PublishChanges({ latestVersion }: { latestVersion: number }) {
  if (latestVersion === 0) return null
  return (
    <div className="grid gap-1.5 rounded-m bg-sunken px-3 py-2 text-small">
      <WhatChanges latestVersion={latestVersion} />
      <LiveRuns />
    </div>
  )
}

function WhatChanges({ latestVersion }: { latestVersion: number }) {
  const { name, autosave } = useSession()
  const api = useApi()
  const { data } = useQuery(api.workflows.version.queryOptions({ name, version: latestVersion }))
  const draft = useDocument((document) => document.parsed)
  const published = data === undefined ? null : parse(data.text)
  const words =
    published?.definition && draft.definition
      ? changeWords(
          diffDefinitions(
            { ...published, definition: published.definition },
            { ...draft, definition: draft.definition },
          ),
        )
      : null
  return (
    <p>
      <span className="font-semibold">{viewsTopBarTexts.comparedWithVersion(latestVersion)} </span>
      {words !== null && (words.length === 0 ? viewsTopBarTexts.onlyYAMLFormattingChanged : `${words.join(', ')}.`)}{' '}
      <Link href={diffPath(name, latestVersion, 'draft')} onClick={() => autosave.flush()} className={linkClasses}>
        {viewsTopBarTexts.viewChanges}
      </Link>
    </p>
  )
}

function LiveRuns() {
  const { name } = useSession()
  const api = useApi()
  const { data } = useQuery(api.workflows.versions.queryOptions({ name }))
  const live = data?.filter(({ liveRuns }) => liveRuns > 0) ?? []
  if (data === undefined) return null
  if (live.length === 0) return <p className="text-muted">{viewsTopBarTexts.noRunsInProgress}</p>
  return (
    <div>
      <p className="font-semibold">{viewsTopBarTexts.runsInProgressStayOn}</p>
      <ul className="flex flex-wrap gap-x-3">
        {live.map(({ version, liveRuns }) => (
          <li key={version}>
            <Link
              href={runsPath({ workflow: name, version, status: liveStatuses, children: true })}
              className={linkClasses}
            >
              {viewsTopBarTexts.onVersion(counted(liveRuns, viewsTopBarTexts.liveRun), version)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
