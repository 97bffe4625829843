'use client'

import { CirclePause, CirclePlay } from 'lucide-react'
import { useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { type Mark, nextMark } from './marks.ts'
import type { Moment } from './moment.ts'
import { within } from './moves.ts'
import type { Play } from './use-play.ts'

export const markActions = [
  { id: 'instant.previous-mark', label: 'Previous failure, wait or rollback', shortcut: '[', direction: -1 },
  { id: 'instant.next-mark', label: 'Next failure, wait or rollback', shortcut: ']', direction: 1 },
] as const

/** Offers all actions that move the instant, for the keyboard, the palette and the shortcut sheet. */
export function useInstantActions(moment: Moment, count: number, marks: readonly Mark[], play: Play): void {
  const { seq, isLive } = moment
  const { isPlaying, toggle, go } = play
  const actions = useMemo((): readonly Action[] => {
    const group = 'Instant'
    return [
      {
        id: 'instant.play',
        label: isPlaying ? 'Stop playback' : 'Play back the run',
        group,
        icon: isPlaying ? CirclePause : CirclePlay,
        shortcut: 'p',
        perform: toggle,
      },
      { id: 'instant.back', label: 'Previous event', group, shortcut: ',', perform: () => go(within(seq - 1, count)) },
      {
        id: 'instant.forward',
        label: 'Next event',
        group,
        shortcut: '.',
        enabled: !isLive,
        perform: () => go(within(seq + 1, count)),
      },
      ...markActions.map(({ direction, ...action }) => {
        const mark = nextMark(marks, seq, direction)
        return { ...action, group, enabled: mark !== undefined, perform: () => mark && go(mark.seq) }
      }),
      { id: 'instant.first', label: 'First event', group, keywords: ['start'], perform: () => go(1) },
      {
        id: 'instant.now',
        label: 'Back to now',
        group,
        shortcut: 'l',
        keywords: ['live'],
        enabled: !isLive,
        perform: () => go(null),
      },
    ]
  }, [seq, count, isLive, marks, isPlaying, toggle, go])
  useOfferActions(actions)
}
