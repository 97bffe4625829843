'use client'

import { CirclePause, CirclePlay } from 'lucide-react'
import { useMemo } from 'react'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { runTexts } from '../../texts/run.ts'
import { type Mark, nextMark } from './marks.ts'
import type { Moment } from './moment.ts'
import { within } from './moves.ts'
import type { Play } from './use-play.ts'

export const markActions = [
  { id: 'instant.previous-mark', label: runTexts.previousFailureWaitOrRollback, shortcut: '[', direction: -1 },
  { id: 'instant.next-mark', label: runTexts.nextFailureWaitOrRollback, shortcut: ']', direction: 1 },
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
        label: isPlaying ? runTexts.stopPlayback : runTexts.playBackRun,
        group,
        icon: isPlaying ? CirclePause : CirclePlay,
        shortcut: 'p',
        perform: toggle,
      },
      {
        id: 'instant.back',
        label: runTexts.previousEvent,
        group,
        shortcut: ',',
        perform: () => go(within(seq - 1, count)),
      },
      {
        id: 'instant.forward',
        label: runTexts.nextEvent,
        group,
        shortcut: '.',
        enabled: !isLive,
        perform: () => go(within(seq + 1, count)),
      },
      ...markActions.map(({ direction, ...action }) => {
        const mark = nextMark(marks, seq, direction)
        return { ...action, group, enabled: mark !== undefined, perform: () => mark && go(mark.seq) }
      }),
      { id: 'instant.first', label: runTexts.firstEvent, group, keywords: ['start'], perform: () => go(1) },
      {
        id: 'instant.now',
        label: runTexts.backToNow,
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
