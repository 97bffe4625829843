'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { memberTexts } from '../texts/members.ts'

/** When administrators of the installation were here, and why; nothing while none has been. */
export function EntriesSection() {
  const api = useApi()
  const entries = useQuery(api.owners.entries.queryOptions()).data ?? []
  if (entries.length === 0) return null
  return (
    <SettingsSection id="entries" title={memberTexts.entries} about={memberTexts.entriesAbout}>
      <ul className="divide-y overflow-hidden rounded-m border bg-surface">
        {entries.map(({ id, name, reason, enteredAt, until, isActive }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3.5 py-2">
            <span className="font-semibold">{isolateText(name)}</span>
            <span className="min-w-0 flex-1 wrap-anywhere text-muted">{isolateText(reason)}</span>
            {isActive && <Chip tone="human">{memberTexts.now}</Chip>}
            <span className="text-small text-muted">
              <Instant at={enteredAt} />
              {!isActive && (
                <>
                  {' · '}
                  <Elapsed from={enteredAt} to={until} short />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
