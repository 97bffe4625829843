'use client'

import { useMemo } from 'react'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { bufferKey } from './type-ahead.ts'

const label = 'Decide the task that comes next'
const keys = ['a', 'd', 'r', ...'123456789', 'enter', 'mod+enter']

/** Keeps answer keys for the next task while that task is not loaded yet. */
export function useTypeAhead(enabled: boolean): void {
  const actions = useMemo(
    () =>
      keys.map((shortcut) => ({
        id: `task.ahead.${shortcut}`,
        label,
        family: label,
        group: 'This task',
        shortcut,
        enabled,
        perform: () => bufferKey(shortcut),
      })),
    [enabled],
  )
  useOfferActions(actions)
}
