'use client'

import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMay } from '#components/people/use-may.ts'
import { useMe } from '#components/people/use-people.ts'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { keyTexts } from '../texts/keys.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { ServicesSection } from './services-section.tsx'
import { useKeys } from './use-keys.ts'

/** Settings → API keys: the keys of the caller; of everyone, with the services, for an administrator of keys. */
export function KeysPage() {
  const me = useMe()
  const isAdmin = useMay('key.admin')
  if (me?.mode === 'local') {
    return (
      <SettingsSection title={keyTexts.apiKeys} about={keyTexts.localMode}>
        {null}
      </SettingsSection>
    )
  }
  return (
    <>
      <KeysSection />
      {isAdmin && <ServicesSection />}
    </>
  )
}

function KeysSection() {
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay('key.own')
  const isAdmin = useMay('key.admin')
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'keys.create',
          label: keyTexts.createTitle,
          group: keyTexts.apiKeys,
          icon: KeyRound,
          enabled: mayCreate,
          perform: () => setCreating(true),
        },
      ],
      [mayCreate],
    ),
  )
  return (
    <SettingsSection
      id="keys"
      title={keyTexts.apiKeys}
      about={isAdmin ? keyTexts.keysOfAll : keyTexts.keysAbout}
      aside={
        mayCreate && (
          <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
            {keyTexts.createKey}
          </Button>
        )
      }
    >
      <Keys />
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </SettingsSection>
  )
}

function Keys() {
  const keys = useKeys()
  if (!keys.data) {
    if (keys.error) return <FailureState error={keys.error} onRetry={() => keys.refetch()} />
    return <Skeleton className="h-24" />
  }
  if (keys.data.length > 0) return <KeyList keys={keys.data} />
  return (
    <EmptyState icon={<KeyRound />} title={keyTexts.noKeysYet} className="max-w-120 rounded-m border bg-surface py-9">
      {keyTexts.noKeysAbout}
    </EmptyState>
  )
}
