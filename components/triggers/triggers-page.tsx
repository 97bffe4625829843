'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { FiringsSection } from './firings-section.tsx'
import { triggersTexts } from './texts/triggers.ts'
import { TriggerRow } from './trigger-row.tsx'

/** Firings come without events. */
const POLL_MS = 5_000

/** The page of triggers: what fires when, and what has been started. */
export function TriggersPage() {
  const api = useApi()
  const triggers = useQuery(api.triggers.list.queryOptions({}, { refetchInterval: POLL_MS }))
  const { data } = triggers
  return (
    <>
      <TopBar
        crumbs={[{ label: triggersTexts.triggers }]}
        actions={
          <PageLink href="/docs/triggers" className="rounded-s text-muted hover:text-ink hover:underline">
            {triggersTexts.howTheyWork}
          </PageLink>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {triggers.isPending && (
          <div className="p-4">
            <SkeletonList label={triggersTexts.loading} row="h-31 md:h-22" />
          </div>
        )}
        {triggers.isError && !data && <FailureState error={triggers.error} onRetry={() => triggers.refetch()} />}
        {data?.length === 0 && <NoTriggers />}
        {data && data.length > 0 && (
          <div className="grid gap-6 p-4 pb-8">
            <ul aria-label={triggersTexts.triggers} className="divide-y overflow-hidden rounded-m border bg-surface">
              {data.map((trigger) => (
                <TriggerRow key={trigger.id} trigger={trigger} />
              ))}
            </ul>
            <FiringsSection triggers={data} />
          </div>
        )}
      </div>
    </>
  )
}

function NoTriggers() {
  return (
    <EmptyState
      icon={<CalendarClock />}
      title={triggersTexts.noTriggersYet}
      actions={
        <Button asChild>
          <PageLink href="/workflows">{triggersTexts.openWorkflows}</PageLink>
        </Button>
      }
    >
      {triggersTexts.noTriggersAbout}
    </EmptyState>
  )
}
