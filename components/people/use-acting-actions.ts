'use client'

import { UserRound, UserRoundX } from 'lucide-react'
import { useMemo } from 'react'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { peopleTexts } from './texts/people.ts'
import { useActAs, useDirectory, useMe } from './use-people.ts'

/** Maximum number of names in the palette; a longer list is not read. */
const mostOffered = 50

/** Palette actions of local mode: one for each person to act as. */
export function useActingActions(): void {
  const me = useMe()
  const actAs = useActAs()
  const directory = useDirectory().data
  useOfferActions(
    useMemo(() => {
      if (me?.mode !== 'local') return []
      const group = peopleTexts.actAs
      return [
        {
          id: 'act-as.self',
          label: peopleTexts.stopActing,
          group,
          icon: UserRoundX,
          enabled: Boolean(me.actingAs),
          perform: () => actAs(null),
        },
        ...(directory?.people ?? []).slice(0, mostOffered).map(({ id, name }) => ({
          id: `act-as.${id}`,
          label: peopleTexts.actAsName(name),
          group,
          icon: UserRound,
          enabled: me.id !== id,
          perform: () => actAs(id),
        })),
      ]
    }, [me, directory, actAs]),
  )
}
