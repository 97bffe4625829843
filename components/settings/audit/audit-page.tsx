'use client'

import { Download, ScrollText } from 'lucide-react'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'
import { auditTexts } from './texts/audit.ts'
import { type Audit, useAudit } from './use-audit.ts'

/** The audit of the owner, with its filters and its download. */
export function AuditPage() {
  const audit = useAudit()
  return (
    <SettingsSection
      title={auditTexts.audit}
      about={auditTexts.about}
      aside={
        <Button asChild>
          <a href={audit.exportAddress} download>
            <Download />
            {auditTexts.download}
          </a>
        </Button>
      }
    >
      <AuditFilters audit={audit} />
      <Rows audit={audit} />
    </SettingsSection>
  )
}

function Rows({ audit: { list, isFiltered } }: { audit: Audit }) {
  if (list.isPending) return <SkeletonList label={auditTexts.loading} rows={6} />
  if (list.isError) return <FailureState error={list.error} onRetry={() => list.refetch()} isOfList />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title={isFiltered ? auditTexts.nothingFound : auditTexts.nothingYet}
        className="w-full max-w-none rounded-m border bg-surface py-9"
      >
        {isFiltered ? auditTexts.nothingFoundAbout : auditTexts.nothingYetAbout}
      </EmptyState>
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <AuditRows items={items} />
      {list.hasNextPage && (
        <Button look="ghost" onClick={() => list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {auditTexts.showMore}
        </Button>
      )}
    </div>
  )
}
