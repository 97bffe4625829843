'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useApi } from '#components/api/trpc.ts'
import { useMe } from '#components/people/use-people.ts'
import { rowClasses, wordClasses } from '#components/shell/frame/navigation.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Menu, type MenuItem } from '#components/ui/overlay/menu.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { signOut } from '../sign-out.ts'
import { memberTexts } from '../texts/members.ts'
import { useSession } from '../use-session.ts'

/** The way to another owner where the login leads to one alone. No owner has an id with a space. */
const otherLogin = (provider: string = memberTexts.itsProvider): MenuItem => ({
  id: 'another login',
  label: (
    <span className="grid">
      {memberTexts.logInOtherwise}
      <span className="max-w-60 text-pretty text-small text-muted">{memberTexts.boundTo(isolateText(provider))}</span>
    </span>
  ),
  separated: true,
  onSelect: () => void signOut(),
})

/** The owner that the account acts in, above its name in the navigation; nothing where there is only one. */
export function OwnerSwitcher() {
  const api = useApi()
  const isLogin = useMe()?.mode === 'login'
  const owners = useQuery(api.owners.mine.queryOptions(undefined, { enabled: isLogin })).data ?? []
  // Everything on the page belongs to the former owner.
  const choose = useMutation(api.owners.choose.mutationOptions({ onSuccess: () => window.location.assign('/') }))
  const session = useSession({ enabled: isLogin }).data
  const isBound = session?.isBound === true
  if (owners.length < 2 && !isBound) return null
  const now = isolateText(owners.find(({ isCurrent }) => isCurrent)?.name ?? memberTexts.ownerNow)
  return (
    <Menu
      align="start"
      side="top"
      items={[
        ...owners.map(({ id, name, isCurrent }) => ({
          id,
          label: isolateText(name),
          checked: isCurrent,
          onSelect: () => void (!isCurrent && choose.mutate({ ownerId: id })),
        })),
        ...(isBound ? [otherLogin(session?.provider?.name)] : []),
      ]}
    >
      <button type="button" className={rowClasses} aria-label={memberTexts.switchOwner(now)}>
        <Building2 />
        <span className={classNames('min-w-0 truncate', wordClasses)}>{now}</span>
      </button>
    </Menu>
  )
}
