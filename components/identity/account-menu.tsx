'use client'

import { UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ActAsMenu } from '#components/people/act-as-menu.tsx'
import { useMe } from '#components/people/use-people.ts'
import { rowClasses, wordClasses } from '#components/shell/frame/navigation.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Menu, type MenuItem } from '#components/ui/overlay/menu.tsx'
import { signOut } from './sign-out.ts'
import { identityTexts } from './texts/identity.ts'

/** The person who uses the app, as the last row of the navigation: with a login, or in local mode. */
export function AccountMenu() {
  const router = useRouter()
  const me = useMe()
  if (me?.mode !== 'login') return <ActAsMenu />
  const items: MenuItem[] = [
    { id: 'sessions', label: identityTexts.mySessions, onSelect: () => router.push('/settings/sessions') },
    { id: 'signOut', label: identityTexts.signOut, separated: true, onSelect: () => void signOut() },
  ]
  return (
    <Menu items={items} align="start" side="top">
      <button type="button" className={rowClasses} aria-label={identityTexts.account(me.name)}>
        <UserRound />
        <span className={classNames('min-w-0 truncate', wordClasses)}>{me.name}</span>
      </button>
    </Menu>
  )
}
