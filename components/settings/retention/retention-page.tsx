'use client'

import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { IconButton } from '#components/ui/controls/button.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { SettingsSection } from '../settings-section.tsx'
import { settingsTexts } from '../texts/settings.ts'
import { RetentionDialog, type RetentionSubject } from './retention-dialog.tsx'
import { retentionTexts } from './texts/retention.ts'

/** How long ended runs are kept: of all workflows, and of each one. */
export function RetentionPage() {
  const api = useApi()
  const titleOf = useWorkflowTitle()
  const { data, error, refetch } = useQuery(api.retention.get.queryOptions())
  const [subject, setSubject] = useState<RetentionSubject | null>(null)
  const said = data && [
    retentionTexts.installation(data.installationDays),
    ...(data.mostDays === null ? [] : [retentionTexts.bound(data.mostDays)]),
  ]
  return (
    <SettingsSection id="retention" title={retentionTexts.retention} about={retentionTexts.about}>
      {!data &&
        (error ? (
          <FailureState error={error} onRetry={() => refetch()} isOfList />
        ) : (
          <SkeletonList label={settingsTexts.loadingList(retentionTexts.retention)} row="h-10" hasTwoLines={false} />
        ))}
      {data && (
        <div className="grid gap-4">
          <p className="text-muted">{said?.join(' ')}</p>
          <ul className="divide-y overflow-hidden rounded-m border bg-surface">
            <RetentionRow
              name={retentionTexts.allWorkflows}
              note={data.keep === 'inherit' ? retentionTexts.ofInstallation : retentionTexts.withoutOwn}
              days={data.days}
              onChange={() => setSubject({ workflow: null, keep: data.keep, mostDays: data.mostDays })}
            />
          </ul>
          <section className="grid gap-1.5">
            <h3 id="retention-of-workflows" className="text-label text-muted">
              {retentionTexts.workflows}
            </h3>
            {data.workflows.length === 0 ? (
              <p className="text-muted">{retentionTexts.noWorkflows}</p>
            ) : (
              <ul
                aria-labelledby="retention-of-workflows"
                className="divide-y overflow-hidden rounded-m border bg-surface"
              >
                {data.workflows.map(({ workflow, keep, days }) => (
                  <RetentionRow
                    key={workflow}
                    name={isolateText(titleOf(workflow))}
                    note={keep === 'inherit' ? retentionTexts.ofAll : ''}
                    days={days}
                    onChange={() => setSubject({ workflow, keep, mostDays: data.mostDays })}
                  />
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
      {subject && <RetentionDialog subject={subject} onClose={() => setSubject(null)} />}
    </SettingsSection>
  )
}

interface RetentionRowProps {
  name: string
  /** Where the setting comes from. */
  note: string
  days: number | null
  onChange(): void
}

function RetentionRow({ name, note, days, onChange }: RetentionRowProps) {
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3.5 py-1.5">
      <span className="truncate font-semibold">{name}</span>
      <span className="flex items-baseline gap-x-2 max-sm:flex-col max-sm:items-end">
        <span>{days === null ? retentionTexts.forever : retentionTexts.days(days)}</span>
        {note !== '' && <span className="text-small text-muted">{note}</span>}
      </span>
      <IconButton size="small" label={retentionTexts.change(name)} onClick={onChange}>
        <Pencil />
      </IconButton>
    </li>
  )
}
