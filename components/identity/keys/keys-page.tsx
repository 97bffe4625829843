'use client'

import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMay } from '#components/people/use-may.ts'
import { useMe } from '#components/people/use-people.ts'
import { LoadedList } from '#components/settings/loaded-list.tsx'
import { SettingsSection } from '#components/settings/settings-section.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
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
  const keys = useKeys()
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
      <LoadedList
        title={keyTexts.apiKeys}
        textsOf={({ name, id, personName }) => [name, id, personName]}
        query={keys}
        icon={<KeyRound />}
        nothing={keyTexts.noKeysYet}
        nothingAbout={keyTexts.noKeysAbout}
      >
        {(items) => <KeyList keys={items} />}
      </LoadedList>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </SettingsSection>
  )
}
