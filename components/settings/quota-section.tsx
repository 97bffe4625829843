'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { sizeWords } from '#components/ui/text/size-words.ts'
import { SettingsSection } from './settings-section.tsx'
import { settingsTexts } from './texts/settings.ts'

/** From this share of a quota on, its bar warns. */
const NEARLY_FULL = 0.9

/** What the owner uses of its quotas; nothing in local mode, which has none. */
export function QuotaSection() {
  const mayRead = useMay('run.read')
  return mayRead ? <Quotas /> : null
}

function Quotas() {
  const api = useApi()
  const { data } = useQuery(api.overview.quotas.queryOptions())
  if (!data) return null
  return (
    <SettingsSection id="quotas" title={settingsTexts.quotas} about={settingsTexts.whatQuotasAre}>
      <dl className="grid max-w-140 gap-4">
        <Quota label={settingsTexts.activeRuns} {...data.activeRuns} />
        <Quota label={settingsTexts.startsPerMinute} {...data.startsPerMinute} />
        <Quota label={settingsTexts.storedBytes} {...data.storedBytes} words={sizeWords} />
      </dl>
    </SettingsSection>
  )
}

interface QuotaProps {
  label: string
  used: number
  most: number
  words?: (amount: number) => string
}

function Quota({ label, used, most, words = formatNumber }: QuotaProps) {
  const isNearlyFull = used >= most * NEARLY_FULL
  return (
    <div className="grid gap-1.5">
      <dt className="font-medium">{label}</dt>
      <dd className="grid gap-1.5">
        <span className="text-muted">{settingsTexts.usedOf(words(used), words(most))}</span>
        <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-hover">
          <span
            className={isNearlyFull ? 'block h-full bg-failed' : 'block h-full bg-accent'}
            style={{ width: `${Math.min(100, (used / most) * 100)}%` }}
          />
        </span>
      </dd>
    </div>
  )
}
