'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#components/api/load-failure.tsx'
import { useApi } from '#components/api/trpc.ts'
import { diffPath, runsPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { codeTexts } from '../texts/code.ts'

/** The published versions of code, the newest first, each with its difference from the one before. */
export function CodeVersions({ workflow }: { workflow: string }) {
  const { data, error } = useQuery(useApi().workflows.versions.queryOptions({ name: workflow }))
  if (error) return <LoadFailure error={error} />
  if (!data) return <Skeleton className="m-3.5 h-16" />
  return (
    <ol className="grid max-w-200 p-3.5" aria-label={codeTexts.versions}>
      {data.map(({ version, createdAt, hash, liveRuns, message }) => (
        <li key={version} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b py-2">
          <span className="w-24 font-semibold">{codeTexts.version(version)}</span>
          <span className="text-muted">
            <Instant at={Date.parse(createdAt)} />
          </span>
          <span className="font-mono text-code text-faint" title={hash}>
            {hash.slice(0, 8)}
          </span>
          {liveRuns > 0 && (
            <PageLink href={runsPath({ workflow })} className="text-active hover:underline">
              {codeTexts.liveRuns(liveRuns)}
            </PageLink>
          )}
          {version > 1 && (
            <PageLink
              href={`${diffPath(workflow, version - 1, version)}&show=text`}
              className="ml-auto text-accent hover:underline"
            >
              {codeTexts.compareWith(version - 1)}
            </PageLink>
          )}
          {message !== null && <p className="basis-full text-small text-muted wrap-anywhere">{message}</p>}
        </li>
      ))}
    </ol>
  )
}
