'use client'

import { UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { rowClasses, wordClasses } from '#components/shell/frame/navigation.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Menu, type MenuItem } from '#components/ui/overlay/menu.tsx'
import { peopleTexts } from './texts/people.ts'
import { useActAs, useDirectory, useMe } from './use-people.ts'

/** Maximum number of people in the menu; all others are in the settings and in the palette. */
const mostShown = 12

/** The person who uses the app, as the last row of the navigation. The menu lets them act as another person of the directory. */
export function ActAsMenu() {
  const router = useRouter()
  const me = useMe()
  const actAs = useActAs()
  const people = useDirectory().data?.people ?? []
  const items: MenuItem[] = [
    { id: 'self', label: peopleTexts.you, checked: me?.actingAs === null, onSelect: () => actAs(null) },
    ...people.slice(0, mostShown).map(({ id, name }, index) => ({
      id: `person ${id}`,
      label: name,
      checked: me?.actingAs !== null && me?.id === id,
      separated: index === 0,
      onSelect: () => actAs(id),
    })),
    {
      id: 'settings',
      label: peopleTexts.peopleAndGroups,
      separated: true,
      onSelect: () => router.push('/settings#people'),
    },
  ]
  return (
    <Menu items={items} align="start" side="top">
      <button type="button" className={rowClasses} aria-label={peopleTexts.actAsNow(me?.name ?? 'You')}>
        <UserRound />
        <span className={classNames('min-w-0 truncate', wordClasses)}>{me?.name ?? peopleTexts.you}</span>
        {me?.actingAs && (
          <span className="ml-auto text-small font-normal text-faint rail:hidden">{peopleTexts.acting}</span>
        )}
      </button>
    </Menu>
  )
}
